import { generateKeyBetween } from 'fractional-indexing';
import { markOf, readMark } from '../../platform/work/unconfirmed.ts';
import type { Work } from '../../platform/work/work.ts';
import { type CardRow, findKeyBeside, toCard, updateCard } from './cards.store.ts';
import { resumeIfConfirmed } from './confirm-card.ts';
import { cardMoved } from './events.ts';
import { countInStage, findStage, type StageRow } from './pipelines.store.ts';
import { recordCardEvent } from './record-card-event.ts';
import { refuseField, requireCard, requireStage } from './references.ts';
import type { Card, CardMove } from './schemas.ts';

/**
 * Moves a card to a stage of its pipeline, or within its stage. The neighbours are read in this transaction, so
 * concurrent moves result in one order. Throws 404 `unknown_reference`, 400 `move_between_pipelines` or
 * `not_neighbours`.
 */
export async function moveCard(work: Work, cardId: string, move: CardMove): Promise<Card> {
  const card = await requireCard(work.db, work.workspace.id, cardId, 'id');
  const to = await requireStage(work.db, work.workspace.id, move.toStageId, 'body.toStageId');
  if (to.pipeline_id !== card.pipeline_id) {
    throw refuseField('move_between_pipelines', 'body.toStageId', 'The stage belongs to another pipeline');
  }
  const [above, below] = await findNeighbours(work, card, to, move);
  return placeCard(work, card, to, generateKeyBetween(above, below));
}

/** Writes the card's new position, its timeline event and the counters of both stages. */
export async function placeCard(work: Work, card: CardRow, to: StageRow, orderKey: string): Promise<Card> {
  const { db, workspace, now } = work;
  const from = card.stage_id === to.id ? to : await findStage(db, workspace.id, card.stage_id);
  const hasMoved = card.stage_id !== to.id;
  const moved = await updateCard(db, workspace.id, card.id, {
    stage_id: to.id,
    order_key: orderKey,
    ...(hasMoved ? { stage_entered_at: now } : {}),
    unconfirmed: markOf(work, readMark(card.unconfirmed), [hasMoved ? 'stageId' : 'position']),
    updated_at: now,
  });
  if (hasMoved) {
    const cents = card.value_cents ?? 0;
    await countInStage(db, workspace.id, card.stage_id, -1, -cents);
    await countInStage(db, workspace.id, to.id, 1, cents);
  }
  await recordCardEvent(work, { type: 'MOVED', card: moved, from, to, enteredAt: card.stage_entered_at });
  const previous = hasMoved ? { stageId: card.stage_id, stageEnteredAt: card.stage_entered_at } : {};
  await work.emit(cardMoved, toCard(moved), previous);
  await resumeIfConfirmed(work, card, moved);
  return toCard(moved);
}

/** The order keys around the card's new position; without neighbours the end of the stage. */
async function findNeighbours(
  { db, workspace }: Work,
  card: CardRow,
  to: StageRow,
  { beforeCardId, afterCardId }: CardMove,
): Promise<[above: string | null, below: string | null]> {
  const beside = (side: 'above' | 'below', orderKey: string | null) =>
    findKeyBeside(db, workspace.id, { stageId: to.id, side, orderKey, exceptId: card.id });
  const keyOf = async (id: string, field: string): Promise<string> => {
    const neighbour = await requireCard(db, workspace.id, id, field);
    if (neighbour.stage_id !== to.id || id === card.id) {
      throw refuseField('not_neighbours', field, 'must be another card of the target stage');
    }
    return neighbour.order_key;
  };
  const above = beforeCardId ? await keyOf(beforeCardId, 'body.beforeCardId') : null;
  const below = afterCardId ? await keyOf(afterCardId, 'body.afterCardId') : null;
  if (above === null && below === null) return [await beside('above', null), null];
  if (above === null) return [await beside('above', below), below];
  const next = await beside('below', above);
  if (below !== null && next !== below) {
    throw refuseField('not_neighbours', 'body.afterCardId', 'must be directly below beforeCardId');
  }
  return [above, next];
}
