import type { Db } from '../../../platform/database/database.ts';
import type { KnowledgeSource } from '../schemas.ts';
import { type SourceRow, toSource } from '../sources/sources.store.ts';
import { readHeldBack } from './approvals.store.ts';

/** Sources of a workspace as they are shown. */
export async function showSources(db: Db, workspaceId: string, rows: SourceRow[]): Promise<KnowledgeSource[]> {
  const held = await readHeldBack(
    db,
    workspaceId,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toSource(row, held.get(row.id)));
}

export const showSource = async (db: Db, row: SourceRow): Promise<KnowledgeSource> =>
  toSource(row, (await readHeldBack(db, row.workspace_id, [row.id])).get(row.id));
