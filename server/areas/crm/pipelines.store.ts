import { sql } from 'kysely';
import type { Db, Row, Table } from '../../platform/database/database.ts';
import { lower, type NameColumn, nameColumns } from '../../platform/database/fold.ts';
import { deleteRows, findRow, insertRow, updateRow } from '../../platform/database/workspace-rows.ts';
import type { Pipeline, Stage, StageChanges } from './schemas.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    crm_pipelines: Table<'crm_pipelines', { is_default: 0 | 1 }>;
    crm_stages: Table<
      'crm_stages',
      {
        name: NameColumn;
        /** The name in lower case; unique in its pipeline. */
        name_folded: NameColumn;
        is_won: 0 | 1;
        is_lost: 0 | 1;
      }
    >;
  }
}

export type PipelineRow = Row<'crm_pipelines'>;
export type StageRow = Row<'crm_stages'>;

export const toStage = (row: StageRow): Stage => ({
  id: row.id,
  pipelineId: row.pipeline_id,
  name: row.name,
  color: row.color,
  position: row.position,
  isWon: row.is_won === 1,
  isLost: row.is_lost === 1,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export const toPipeline = (row: PipelineRow, stages: StageRow[]): Pipeline => ({
  id: row.id,
  name: row.name,
  isDefault: row.is_default === 1,
  stages: stages.map(toStage),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Lists pipelines, the default one first, then by age. */
export const listPipelines = (db: Db, workspaceId: string): Promise<PipelineRow[]> =>
  db
    .selectFrom('crm_pipelines')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Finds a pipeline even if deleted, since its timeline can still be read. */
export const findAnyPipeline = (db: Db, workspaceId: string, id: string): Promise<PipelineRow | null> =>
  findRow(db, 'crm_pipelines', workspaceId, id);

export async function findPipeline(db: Db, workspaceId: string, id: string): Promise<PipelineRow | null> {
  const row = await findAnyPipeline(db, workspaceId, id);
  return row?.deleted_at === null ? row : null;
}

export const insertPipeline = (
  db: Db,
  draft: { id: string; workspaceId: string; name: string; isDefault: boolean },
  now: string,
): Promise<PipelineRow> =>
  insertRow(db, 'crm_pipelines', {
    id: draft.id,
    workspace_id: draft.workspaceId,
    name: draft.name,
    is_default: draft.isDefault ? 1 : 0,
    created_at: now,
    updated_at: now,
  });

export const renamePipeline = (
  db: Db,
  workspaceId: string,
  id: string,
  name: string,
  now: string,
): Promise<PipelineRow> => updateRow(db, 'crm_pipelines', workspaceId, id, { name, updated_at: now });

/** Deletes an empty pipeline with its stages; marks its row as deleted, since the timeline refers to it. */
export async function deletePipeline(db: Db, workspaceId: string, id: string, now: string): Promise<void> {
  await deleteRows(db, 'crm_stages', workspaceId, { pipeline_id: id });
  await updateRow(db, 'crm_pipelines', workspaceId, id, { deleted_at: now, updated_at: now });
}

/** Lists stages in order, of all pipelines if `pipelineId` is absent. */
export const listStages = (db: Db, workspaceId: string, pipelineId?: string): Promise<StageRow[]> =>
  db
    .selectFrom('crm_stages')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .$if(pipelineId !== undefined, (query) => query.where('pipeline_id', '=', pipelineId as string))
    .orderBy('pipeline_id')
    .orderBy('position')
    .execute();

export const findStage = (db: Db, workspaceId: string, id: string): Promise<StageRow | null> =>
  findRow(db, 'crm_stages', workspaceId, id);

export interface StageInsert {
  id: string;
  pipelineId: string;
  name: string;
  color: string;
  position: number;
  isWon: boolean;
  isLost: boolean;
}

export const insertStage = (db: Db, workspaceId: string, draft: StageInsert, now: string): Promise<StageRow> =>
  insertRow(db, 'crm_stages', {
    id: draft.id,
    workspace_id: workspaceId,
    pipeline_id: draft.pipelineId,
    ...nameColumns(draft.name, lower),
    color: draft.color,
    position: draft.position,
    is_won: draft.isWon ? 1 : 0,
    is_lost: draft.isLost ? 1 : 0,
    card_count: 0,
    card_total_cents: 0,
    created_at: now,
    updated_at: now,
  });

export const hasName = (stage: StageRow, name: string): boolean => stage.name_folded === lower(name);

export const updateStage = (
  db: Db,
  workspaceId: string,
  id: string,
  { name, color }: StageChanges,
  now: string,
): Promise<StageRow> =>
  updateRow(db, 'crm_stages', workspaceId, id, {
    ...(name === undefined ? {} : nameColumns(name, lower)),
    ...(color === undefined ? {} : { color }),
    updated_at: now,
  });

export const deleteStage = (db: Db, workspaceId: string, id: string): Promise<void> =>
  deleteRows(db, 'crm_stages', workspaceId, { id });

/** Stores the given order of stages; writes only changed positions. */
export async function placeStages(db: Db, workspaceId: string, inOrder: StageRow[], now: string): Promise<void> {
  for (const [position, stage] of inOrder.entries()) {
    if (stage.position === position) continue;
    await updateRow(db, 'crm_stages', workspaceId, stage.id, { position, updated_at: now });
  }
}

/** Adds to the counters of a stage: cards, and their value in cents. */
export async function countInStage(
  db: Db,
  workspaceId: string,
  id: string,
  cards: number,
  cents: number,
): Promise<void> {
  if (cards === 0 && cents === 0) return;
  await updateRow(db, 'crm_stages', workspaceId, id, {
    card_count: sql<number>`card_count + ${cards}`,
    card_total_cents: sql<number>`card_total_cents + ${cents}`,
  });
}
