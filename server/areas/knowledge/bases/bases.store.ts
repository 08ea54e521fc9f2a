import { sql } from 'kysely';
import type { Db, Row, Table } from '../../../platform/database/database.ts';
import { fold, type NameColumn, nameColumns } from '../../../platform/database/fold.ts';
import { deleteRow, deleteRows, findRowBy, insertRow, updateRow } from '../../../platform/database/workspace-rows.ts';
import type { KnowledgeBase } from '../schemas.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    knowledge_bases: Table<'knowledge_bases', { name: NameColumn; name_folded: NameColumn }>;
    agent_knowledge_bases: { workspace_id: string; agent_id: string; base_id: string };
  }
}

const toBase = (row: Row<'knowledge_bases'> & { source_count: number }): KnowledgeBase => ({
  id: row.id,
  name: row.name,
  description: row.description,
  sourceCount: row.source_count,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const selectBases = (db: Db, workspaceId: string) =>
  db
    .selectFrom('knowledge_bases')
    .selectAll()
    .select((build) =>
      build
        .selectFrom('knowledge_sources')
        .select(sql<number>`count(*)`.as('count'))
        .whereRef('knowledge_sources.base_id', '=', 'knowledge_bases.id')
        .$asScalar()
        .$notNull()
        .as('source_count'),
    )
    .where('workspace_id', '=', workspaceId);

/** All bases, by name. */
export async function listBases(db: Db, workspaceId: string): Promise<KnowledgeBase[]> {
  const rows = await selectBases(db, workspaceId).orderBy('name_folded').execute();
  return rows.map(toBase);
}

export async function findBase(db: Db, workspaceId: string, id: string): Promise<KnowledgeBase | null> {
  const row = await selectBases(db, workspaceId).where('id', '=', id).executeTakeFirst();
  return row ? toBase(row) : null;
}

/** The id of the base with this name, regardless of case and accents. */
export async function findBaseByName(db: Db, workspaceId: string, name: string): Promise<string | null> {
  const row = await findRowBy(db, 'knowledge_bases', workspaceId, { name_folded: fold(name) });
  return row?.id ?? null;
}

export async function insertBase(
  db: Db,
  workspaceId: string,
  base: { id: string; name: string; description: string | null },
  now: string,
): Promise<void> {
  const times = { created_at: now, updated_at: now };
  await insertRow(db, 'knowledge_bases', { ...base, workspace_id: workspaceId, ...nameColumns(base.name), ...times });
}

export async function updateBase(
  db: Db,
  workspaceId: string,
  id: string,
  { name, description }: { name?: string | undefined; description?: string | null | undefined },
  now: string,
): Promise<void> {
  await updateRow(db, 'knowledge_bases', workspaceId, id, {
    ...(name === undefined ? {} : nameColumns(name)),
    ...(description === undefined ? {} : { description: description || null }),
    updated_at: now,
  });
}

/** Deletes a base and its links to agents. */
export async function deleteBase(db: Db, workspaceId: string, id: string): Promise<void> {
  await deleteRows(db, 'agent_knowledge_bases', workspaceId, { base_id: id });
  await deleteRow(db, 'knowledge_bases', workspaceId, id);
}

/** The ids that belong to no base of the workspace. */
export async function findMissingBases(db: Db, workspaceId: string, ids: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('knowledge_bases')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .execute();
  const found = new Set(rows.map((row) => row.id));
  return ids.filter((id) => !found.has(id));
}

/** The bases that an agent reads, by name. */
export async function listAgentBases(db: Db, workspaceId: string, agentId: string): Promise<KnowledgeBase[]> {
  const rows = await selectBases(db, workspaceId)
    .where('id', 'in', (build) =>
      build
        .selectFrom('agent_knowledge_bases')
        .select('base_id')
        .where('agent_knowledge_bases.workspace_id', '=', workspaceId)
        .where('agent_id', '=', agentId),
    )
    .orderBy('name_folded')
    .execute();
  return rows.map(toBase);
}

/** Replaces the bases that an agent reads. */
export async function replaceAgentBases(db: Db, workspaceId: string, agentId: string, ids: string[]): Promise<void> {
  await deleteRows(db, 'agent_knowledge_bases', workspaceId, { agent_id: agentId });
  if (ids.length === 0) return;
  await db
    .insertInto('agent_knowledge_bases')
    .values(ids.map((id) => ({ workspace_id: workspaceId, agent_id: agentId, base_id: id })))
    .execute();
}

/** The ids of the agents that read a base. */
export async function listBaseAgents(db: Db, workspaceId: string, baseId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('agent_knowledge_bases')
    .select('agent_id')
    .where('workspace_id', '=', workspaceId)
    .where('base_id', '=', baseId)
    .execute();
  return rows.map((row) => row.agent_id);
}

export async function linkAgentBase(db: Db, workspaceId: string, agentId: string, baseId: string): Promise<void> {
  const row = { workspace_id: workspaceId, agent_id: agentId, base_id: baseId };
  await db.insertInto('agent_knowledge_bases').values(row).execute();
}

export async function unlinkAgentBase(db: Db, workspaceId: string, agentId: string, baseId: string): Promise<void> {
  await db
    .deleteFrom('agent_knowledge_bases')
    .where('workspace_id', '=', workspaceId)
    .where('agent_id', '=', agentId)
    .where('base_id', '=', baseId)
    .execute();
}
