import type { Db } from '../../platform/database/database.ts';
import { Problem, unknownReference } from '../../platform/problem.ts';
import { type CardRow, findCard } from './cards.store.ts';
import { findPipeline, findStage, type PipelineRow, type StageRow } from './pipelines.store.ts';

/** A problem that concerns one field. */
export function refuseField(
  code: 'stage_not_in_pipeline' | 'move_between_pipelines' | 'not_neighbours' | 'stage_name_taken' | 'invalid_color',
  field: string,
  message: string,
): Problem {
  return new Problem(code, message, { errors: [{ field, code, message }] });
}

export async function requirePipeline(db: Db, workspaceId: string, id: string, field: string): Promise<PipelineRow> {
  const pipeline = await findPipeline(db, workspaceId, id);
  if (!pipeline) throw unknownReference(field, 'No such pipeline');
  return pipeline;
}

export async function requireStage(db: Db, workspaceId: string, id: string, field: string): Promise<StageRow> {
  const stage = await findStage(db, workspaceId, id);
  if (!stage) throw unknownReference(field, 'No such stage');
  return stage;
}

export async function requireCard(db: Db, workspaceId: string, id: string, field: string): Promise<CardRow> {
  const card = await findCard(db, workspaceId, id);
  if (!card) throw unknownReference(field, 'No such card');
  return card;
}
