import type { z } from 'zod';
import { countRows, type Db, type Row, type Table } from '../../../platform/database/database.ts';
import { lower, type NameColumn, nameColumns } from '../../../platform/database/fold.ts';
import { deleteRows, findRow, findRowBy, insertRow, updateRow } from '../../../platform/database/workspace-rows.ts';
import type { Stage } from '../schemas.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    conversation_stages: Table<
      'conversation_stages',
      {
        name: NameColumn;
        /** The name in lower case; unique in its workspace. */
        name_folded: NameColumn;
      }
    >;
  }
}

export type StageRow = Row<'conversation_stages'>;

export const toStage = (row: StageRow): z.input<typeof Stage> => ({
  id: row.id,
  name: row.name,
  color: row.color,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export const listStages = (db: Db, workspaceId: string): Promise<StageRow[]> =>
  db
    .selectFrom('conversation_stages')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const findStage = (db: Db, workspaceId: string, id: string): Promise<StageRow | null> =>
  findRow(db, 'conversation_stages', workspaceId, id);

export async function isNameTaken(db: Db, workspaceId: string, name: string, exceptId?: string): Promise<boolean> {
  const row = await findRowBy(db, 'conversation_stages', workspaceId, { name_folded: lower(name) });
  return row !== null && row.id !== exceptId;
}

export const insertStage = (
  db: Db,
  draft: { id: string; workspaceId: string; name: string; color: string },
  now: string,
): Promise<StageRow> =>
  insertRow(db, 'conversation_stages', {
    id: draft.id,
    workspace_id: draft.workspaceId,
    ...nameColumns(draft.name, lower),
    color: draft.color,
    created_at: now,
    updated_at: now,
  });

export const updateStage = (
  db: Db,
  workspaceId: string,
  id: string,
  change: { name?: string | undefined; color?: string | undefined },
  now: string,
): Promise<StageRow> =>
  updateRow(db, 'conversation_stages', workspaceId, id, {
    ...(change.name === undefined ? {} : nameColumns(change.name, lower)),
    ...(change.color === undefined ? {} : { color: change.color }),
    updated_at: now,
  });

export const deleteStage = (db: Db, workspaceId: string, id: string): Promise<void> =>
  deleteRows(db, 'conversation_stages', workspaceId, { id });

export async function countInStage(db: Db, workspaceId: string, id: string): Promise<number> {
  return countRows(
    db,
    db.selectFrom('conversations').where('workspace_id', '=', workspaceId).where('stage_id', '=', id),
  );
}
