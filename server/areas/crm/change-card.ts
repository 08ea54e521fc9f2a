import { fromCents, toCents } from '../../platform/text/money.ts';
import { markOf, readMark, withoutUnconfirmed } from '../../platform/work/unconfirmed.ts';
import type { Work } from '../../platform/work/work.ts';
import { type CardRow, deleteCard, rewriteCard, toCard, updateCard } from './cards.store.ts';
import { resumeIfConfirmed } from './confirm-card.ts';
import { toCardEvent } from './events.store.ts';
import { cardDeleted, cardUpdated } from './events.ts';
import { countInStage, findStage } from './pipelines.store.ts';
import { recordCardEvent } from './record-card-event.ts';
import { requireCard } from './references.ts';
import type { Card, CardChanges, CardEvent } from './schemas.ts';

const readValue = (card: CardRow): number | null => (card.value_cents === null ? null : fromCents(card.value_cents));

/** Changes title, value or contact name. Unchanged values write and emit nothing. */
export async function changeCard(work: Work, cardId: string, body: CardChanges): Promise<Card> {
  const { db, workspace, now } = work;
  const card = await requireCard(db, workspace.id, cardId, 'id');
  const before = { title: card.title, value: readValue(card), contactName: card.contact_name };
  const after = {
    ...before,
    ...body,
    ...(body.contactName === undefined ? {} : { contactName: body.contactName || null }),
  };
  const fields = (['title', 'value', 'contactName'] as const).filter((field) => after[field] !== before[field]);
  if (fields.length === 0) return toCard(card);
  const changed = await rewriteCard(db, card, {
    title: after.title,
    value_cents: after.value === null ? null : toCents(after.value),
    contact_name: after.contactName,
    unconfirmed: markOf(work, readMark(card.unconfirmed), fields),
    updated_at: now,
  });
  await countInStage(db, workspace.id, card.stage_id, 0, (changed.value_cents ?? 0) - (card.value_cents ?? 0));
  const stage = await findStage(db, workspace.id, card.stage_id);
  await recordCardEvent(work, {
    type: 'UPDATED',
    card: changed,
    from: stage,
    to: stage,
    enteredAt: card.stage_entered_at,
    changes: fields.map((field) => ({ field, from: before[field], to: after[field] })),
  });
  const previous = Object.fromEntries(fields.map((field) => [field, before[field]]));
  await work.emit(cardUpdated, toCard(changed), withoutUnconfirmed(previous, readMark(card.unconfirmed)));
  await resumeIfConfirmed(work, card, changed);
  return toCard(changed);
}

/** Adds a comment to the card's timeline. */
export async function commentOnCard(work: Work, cardId: string, comment: string): Promise<CardEvent> {
  const { db, workspace, now } = work;
  const card = await requireCard(db, workspace.id, cardId, 'id');
  const changed = await updateCard(db, workspace.id, card.id, {
    comment_count: card.comment_count + 1,
    unconfirmed: markOf(work, readMark(card.unconfirmed), ['commentCount']),
    updated_at: now,
  });
  const stage = await findStage(db, workspace.id, card.stage_id);
  const event = await recordCardEvent(work, {
    type: 'COMMENTED',
    card: changed,
    from: stage,
    to: stage,
    enteredAt: card.stage_entered_at,
    comment,
  });
  await work.emit(cardUpdated, toCard(changed), { commentCount: card.comment_count });
  await resumeIfConfirmed(work, card, changed);
  return toCardEvent(event);
}

/** Deletes a card; its timeline stays. */
export async function removeCard(work: Work, cardId: string): Promise<void> {
  const { db, workspace } = work;
  const card = await requireCard(db, workspace.id, cardId, 'id');
  const from = await findStage(db, workspace.id, card.stage_id);
  await deleteCard(db, workspace.id, card.id);
  await countInStage(db, workspace.id, card.stage_id, -1, -(card.value_cents ?? 0));
  await recordCardEvent(work, { type: 'DELETED', card, from, to: null, enteredAt: card.stage_entered_at });
  await work.emit(cardDeleted, toCard(card));
}
