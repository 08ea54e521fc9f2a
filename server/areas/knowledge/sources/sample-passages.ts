import type { Db } from '../../../platform/database/database.ts';
import { findScope, listSegmentChunks, type SearchScope } from '../passages/chunks.store.ts';

export interface SampledPassage {
  sourceName: string;
  text: string;
}

/** The first passages of the first sources in a scope. */
export async function samplePassages(
  db: Db,
  workspaceId: string,
  scope: SearchScope,
  { sources, perSource }: { sources: number; perSource: number },
): Promise<SampledPassage[]> {
  const segments = (await findScope(db, workspaceId, scope)).sort((one, other) =>
    one.source_id < other.source_id ? -1 : 1,
  );
  const passages: SampledPassage[] = [];
  for (const { number, source_name: sourceName } of segments.slice(0, sources)) {
    const chunks = await listSegmentChunks(db, workspaceId, number, { position: 0, limit: perSource });
    passages.push(...chunks.map(({ text }) => ({ sourceName, text })));
  }
  return passages;
}
