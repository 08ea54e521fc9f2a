import type { Db } from '../../../platform/database/database.ts';
import { listChunks } from '../passages/chunks.store.ts';
import { listReadSources } from './sources.store.ts';

export interface SampledPassage {
  sourceName: string;
  text: string;
}

/** The first passages of the first sources that an agent reads. */
export async function samplePassages(
  db: Db,
  workspaceId: string,
  agentId: string,
  { sources, perSource }: { sources: number; perSource: number },
): Promise<SampledPassage[]> {
  const passages: SampledPassage[] = [];
  for (const source of (await listReadSources(db, workspaceId, agentId)).slice(0, sources)) {
    const chunks = await listChunks(db, workspaceId, source.id, { position: 0, limit: perSource });
    passages.push(...chunks.map(({ text }) => ({ sourceName: source.name, text })));
  }
  return passages;
}
