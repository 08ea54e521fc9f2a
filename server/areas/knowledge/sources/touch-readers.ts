import type { Work } from '../../../platform/work/work.ts';
import { touchAgents } from '../../agents/index.ts';
import { listReaders } from './list-readers.ts';
import type { SourceRow } from './sources.store.ts';

/** Marks the agents that read a source as untested, since its content changed. */
export async function touchReaders(work: Work, source: Pick<SourceRow, 'agent_id' | 'base_id'>): Promise<void> {
  const ids = await listReaders(work, source);
  if (ids.length > 0) await touchAgents(work.db, work.workspace.id, ids, work.now);
}
