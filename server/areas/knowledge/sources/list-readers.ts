import type { Work } from '../../../platform/work/work.ts';
import { listBaseAgents } from '../bases/bases.store.ts';
import type { SourceRow } from './sources.store.ts';

/** The ids of the agents that read a source. */
export const listReaders = async (
  { db, workspace }: Work,
  source: Pick<SourceRow, 'agent_id' | 'base_id'>,
): Promise<string[]> =>
  source.agent_id === null ? listBaseAgents(db, workspace.id, source.base_id as string) : [source.agent_id];
