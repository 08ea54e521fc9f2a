import { generateKeyBetween } from 'fractional-indexing';
import { invalid, Problem } from '../../platform/problem.ts';
import type { Work } from '../../platform/work/work.ts';
import { findKeyBeside, listCards } from './cards.store.ts';
import { placeCard } from './move-card.ts';
import { deleteStage, findStage, listStages, placeStages, type StageRow } from './pipelines.store.ts';
import { refuseField, requireStage } from './references.ts';

/** Cards moved per transaction, so that other writes need not wait for a full stage. */
const batchSize = 100;

/**
 * Performs one step of deleting a stage: moves the next cards in order to the end of `moveCardsTo`, or deletes the
 * empty stage. Returns whether the stage is deleted. Throws 400 `last_stage` or `stage_not_empty`.
 */
export async function deleteStageStep(work: Work, id: string, moveCardsTo: string | undefined): Promise<boolean> {
  const { db, workspace, now } = work;
  const stage = await findStage(db, workspace.id, id);
  if (!stage) return true;
  const others = (await listStages(db, workspace.id, stage.pipeline_id)).filter((other) => other.id !== id);
  if (others.length === 0) throw new Problem('last_stage', 'A pipeline needs at least one stage');
  const to = moveCardsTo === undefined ? null : await findTarget(work, stage, moveCardsTo);
  if (stage.card_count > 0) {
    if (!to) throw stageNotEmpty(stage);
    await moveBatch(work, stage, to);
    return false;
  }
  await deleteStage(db, workspace.id, id);
  await placeStages(db, workspace.id, others, now);
  return true;
}

async function findTarget({ db, workspace }: Work, stage: StageRow, id: string): Promise<StageRow> {
  const to = await requireStage(db, workspace.id, id, 'query.moveCardsTo');
  if (to.id === stage.id) throw invalid('query.moveCardsTo', 'must be another stage');
  if (to.pipeline_id !== stage.pipeline_id) {
    throw refuseField('move_between_pipelines', 'query.moveCardsTo', 'The stage belongs to another pipeline');
  }
  return to;
}

const stageNotEmpty = ({ card_count: count }: StageRow): Problem =>
  new Problem('stage_not_empty', `The stage holds ${count} card(s): set moveCardsTo to another stage`, {
    extra: { count },
  });

async function moveBatch(work: Work, stage: StageRow, to: StageRow): Promise<void> {
  const { db, workspace } = work;
  const place = { stageId: to.id, side: 'above', orderKey: null, exceptId: null } as const;
  let last = await findKeyBeside(db, workspace.id, place);
  for (const card of await listCards(db, workspace.id, stage.id, { offset: 0, limit: batchSize })) {
    last = generateKeyBetween(last, null);
    await placeCard(work, card, to, last);
  }
}
