import type { Db } from '../../../platform/database/database.ts';
import type { Work } from '../../../platform/work/work.ts';
import { touchAgents } from '../../agents/index.ts';
import type { SourceRow } from './sources.store.ts';

/** Marks the agents that read a source as untested, since its content changed. */
export async function touchReaders(work: Work, source: Pick<SourceRow, 'agent_id' | 'base_id'>): Promise<void> {
  const ids =
    source.agent_id === null
      ? await listReaders(work.db, work.workspace.id, source.base_id as string)
      : [source.agent_id];
  if (ids.length > 0) await touchAgents(work.db, work.workspace.id, ids, work.now);
}

/** The agents that read a base. */
async function listReaders(db: Db, workspaceId: string, baseId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('agent_knowledge_bases')
    .select('agent_id')
    .where('workspace_id', '=', workspaceId)
    .where('base_id', '=', baseId)
    .execute();
  return rows.map((row) => row.agent_id);
}
