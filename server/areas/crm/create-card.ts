import { generateKeyBetween } from 'fractional-indexing';
import { unknownReference } from '../../platform/problem.ts';
import { toCents } from '../../platform/text/money.ts';
import { givenIn, markOf } from '../../platform/work/unconfirmed.ts';
import type { Work } from '../../platform/work/work.ts';
import { conversationExists } from '../inbox/index.ts';
import { leadExists } from '../leads/index.ts';
import { requireContact } from '../people/index.ts';
import { findKeyBeside, insertCard, toCard } from './cards.store.ts';
import { cardCreated } from './events.ts';
import { countInStage } from './pipelines.store.ts';
import { recordCardEvent } from './record-card-event.ts';
import { refuseField, requirePipeline, requireStage } from './references.ts';
import type { Card, CardDraft } from './schemas.ts';

/**
 * Creates a card at the end of a stage. Throws 404 `unknown_reference` for ids that the workspace does not have, and
 * 422 `stage_not_in_pipeline`.
 */
export async function createCard(work: Work, draft: CardDraft): Promise<Card> {
  const { db, workspace, actor, now, newId } = work;
  const pipeline = await requirePipeline(db, workspace.id, draft.pipelineId, 'body.pipelineId');
  const stage = await requireStage(db, workspace.id, draft.stageId, 'body.stageId');
  if (stage.pipeline_id !== pipeline.id) {
    throw refuseField('stage_not_in_pipeline', 'body.stageId', 'The stage belongs to another pipeline');
  }
  await assertLinks(work, draft);
  const contactId = await findCustomer(work, draft);
  const place = { stageId: stage.id, side: 'above', orderKey: null, exceptId: null } as const;
  const last = await findKeyBeside(db, workspace.id, place);
  const value = draft.value ?? null;
  const card = await insertCard(db, {
    id: newId('card'),
    workspace_id: workspace.id,
    pipeline_id: pipeline.id,
    stage_id: stage.id,
    order_key: generateKeyBetween(last, null),
    title: draft.title,
    value_cents: value === null ? null : toCents(value),
    contact_id: contactId,
    contact_name: draft.contactName || null,
    conversation_id: draft.conversationId ?? null,
    lead_id: draft.leadId ?? null,
    source: actor.source,
    comment_count: 0,
    unconfirmed: markOf(work, null, givenIn(draft)),
    stage_entered_at: now,
    created_at: now,
    updated_at: now,
  });
  await countInStage(db, workspace.id, stage.id, 1, card.value_cents ?? 0);
  await recordCardEvent(work, { type: 'CREATED', card, from: null, to: stage, enteredAt: now });
  await work.emit(cardCreated, toCard(card));
  return toCard(card);
}

/** Returns the id of the customer that a draft names; null if it names no one. */
async function findCustomer(work: Work, draft: CardDraft): Promise<string | null> {
  const reference = { contactId: draft.contactId ?? undefined, phone: draft.contactPhone || undefined };
  if (reference.contactId === undefined && reference.phone === undefined) return null;
  return (await requireContact(work, reference, 'body.contactPhone', draft.contactName)).id;
}

async function assertLinks({ db, workspace }: Work, { conversationId, leadId }: CardDraft): Promise<void> {
  if (conversationId && !(await conversationExists(db, workspace.id, conversationId))) {
    throw unknownReference('body.conversationId', 'No such conversation');
  }
  if (leadId && !(await leadExists(db, workspace.id, leadId))) throw unknownReference('body.leadId', 'No such lead');
}
