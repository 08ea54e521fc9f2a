import { countRows, type Db } from '../../../platform/database/database.ts';
import { rowsPerSegment } from '../../../platform/database/text-index.ts';
import { toBlob, type VectorTable } from '../../../platform/database/vector-search.ts';
import { deleteRows } from '../../../platform/database/workspace-rows.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    knowledge_vectors: { row: number; workspace_id: string; model: string; dimension: number; vector: Buffer };
  }
}

export const vectorTable: VectorTable = { table: 'knowledge_vectors' };

export async function insertVectors(
  db: Db,
  workspaceId: string,
  model: string,
  vectors: { row: number; vector: Float32Array }[],
): Promise<void> {
  // A chunk may have been removed, or embedded by another attempt, while its vector was made.
  const rows = await db
    .selectFrom('knowledge_chunks')
    .select('row')
    .where('workspace_id', '=', workspaceId)
    .where(
      'row',
      'in',
      vectors.map(({ row }) => row),
    )
    .execute();
  const present = new Set(rows.map(({ row }) => row));
  const values = vectors
    .filter(({ row }) => present.has(row))
    .map(({ row, vector }) => ({
      row,
      workspace_id: workspaceId,
      model,
      dimension: vector.length,
      vector: toBlob(vector),
    }));
  if (values.length === 0) return;
  await db
    .insertInto('knowledge_vectors')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The next chunks after row `after` without a vector of this model, by row; in one segment or in all. */
export function findUnembedded(
  db: Db,
  workspaceId: string,
  model: string,
  { after, segment, limit }: { after: number; segment?: number; limit: number },
) {
  let query = db
    .selectFrom('knowledge_chunks as c')
    .select(['c.row', 'c.heading_path', 'c.text'])
    .where('c.workspace_id', '=', workspaceId)
    .where('c.row', '>', after)
    .where((where) =>
      where.not(
        where.exists((from) =>
          from
            .selectFrom('knowledge_vectors as v')
            .select('v.row')
            .whereRef('v.row', '=', 'c.row')
            .where('v.workspace_id', '=', workspaceId)
            .where('v.model', '=', model),
        ),
      ),
    );
  if (segment !== undefined) query = query.where('c.row', '<', (segment + 1) * rowsPerSegment);
  return query.orderBy('c.row').limit(limit).execute();
}

export async function countChunks(db: Db, workspaceId: string): Promise<number> {
  return countRows(db, db.selectFrom('knowledge_chunks').where('workspace_id', '=', workspaceId));
}

/** Deletes up to `limit` vectors of models not in `models`. Returns how many. */
export async function deleteOtherVectors(
  db: Db,
  workspaceId: string,
  models: string[],
  limit: number,
): Promise<number> {
  const rows = await db
    .selectFrom('knowledge_vectors')
    .select(['row', 'model'])
    .where('workspace_id', '=', workspaceId)
    .where('model', 'not in', models.length > 0 ? models : [''])
    .limit(limit)
    .execute();
  for (const { row, model } of rows) {
    await deleteRows(db, 'knowledge_vectors', workspaceId, { row, model });
  }
  return rows.length;
}
