import type { Work } from '../../../platform/work/work.ts';
import { touchAgents } from '../../agents/index.ts';
import { listBaseAgents } from '../bases/bases.store.ts';
import type { SourceRow } from './sources.store.ts';

/** Marks the agents that read a source as untested, since its content changed. */
export async function touchReaders(work: Work, source: Pick<SourceRow, 'agent_id' | 'base_id'>): Promise<void> {
  const ids =
    source.agent_id === null
      ? await listBaseAgents(work.db, work.workspace.id, source.base_id as string)
      : [source.agent_id];
  if (ids.length > 0) await touchAgents(work.db, work.workspace.id, ids, work.now);
}
