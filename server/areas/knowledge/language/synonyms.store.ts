import type { Db } from '../../../platform/database/database.ts';
import type { SynonymGroup } from './synonyms.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    knowledge_synonyms: { workspace_id: string; groups: string; updated_at: string };
  }
}

export async function readSynonyms(db: Db, workspaceId: string): Promise<SynonymGroup[]> {
  const row = await db
    .selectFrom('knowledge_synonyms')
    .select('groups')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row ? JSON.parse(row.groups) : [];
}

/** Replaces the workspace's own groups. */
export async function saveSynonyms(db: Db, workspaceId: string, groups: SynonymGroup[], now: string): Promise<void> {
  const values = { groups: JSON.stringify(groups), updated_at: now };
  await db
    .insertInto('knowledge_synonyms')
    .values({ workspace_id: workspaceId, ...values })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values))
    .execute();
}
