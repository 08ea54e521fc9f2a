import { findNearest, type NearRow } from '../../../platform/database/vector-search.ts';
import type { Platform } from '../../../platform/platform.ts';
import { embedQuery } from '../embedding/embed-texts.ts';
import { modelId, readSettings } from '../embedding/embedder.settings.ts';
import { vectorTable } from '../embedding/vectors.store.ts';
import { findScope, type SearchScope } from '../passages/chunks.store.ts';

export interface NearPassages {
  /** Best first; empty without an embedder or while it fails. */
  rows: NearRow[];
  /** Similarity from which a passage counts as an answer; null if only the order is used. */
  minSimilarity: number | null;
}

const mostNear = 50;

/** The passages nearest in meaning to a question. */
export async function findNearPassages(
  platform: Platform,
  workspaceId: string,
  question: string,
  scope: SearchScope,
): Promise<NearPassages> {
  const { read } = platform.database;
  const { serving } = await readSettings(read);
  const vector = serving && (await embedQuery(platform, serving, question));
  if (!serving || !vector) return { rows: [], minSimilarity: null };
  const segments = (await findScope(read, workspaceId, scope)).map(({ number }) => number);
  const query = { workspaceId, model: modelId(serving), segments, vector, limit: mostNear };
  return { rows: await findNearest(platform.database, vectorTable, query), minSimilarity: serving.minSimilarity };
}
