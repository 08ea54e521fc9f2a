import type { Platform } from '../../../platform/platform.ts';
import type { Language } from '../language/detect-language.ts';
import { findScope, type SearchScope } from '../passages/chunks.store.ts';
import type { AnalysedQuery } from './analyse-query.ts';
import { findHighlights, type Highlight } from './find-highlights.ts';
import { findNearPassages } from './find-near-passages.ts';
import { judgeAnswer, leastConfidence, toScore } from './judge-answer.ts';
import { type RankedChunk, rankScope } from './rank-scope.ts';

export interface KnowledgeQuery extends SearchScope {
  query: string;
  limit: number;
}

export interface KnowledgeHit {
  chunkId: string;
  sourceId: string;
  sourceName: string;
  baseId: string | null;
  agentId: string | null;
  headingPath: string[];
  page: number | null;
  text: string;
  /** Character offsets in `text`. */
  highlights: Highlight[];
  /** Probability that this passage answers the question, 0 to 1. */
  score: number;
  language: Language | null;
}

export interface KnowledgeAnswer {
  /** False if the hits are unlikely to contain the answer. */
  isAnswerable: boolean;
  /** Probability that the first five hits contain the answer, 0 to 1. */
  confidence: number;
  /** Best first. */
  hits: KnowledgeHit[];
}

const longestQuestion = 2_000;
/** The constant of reciprocal rank fusion (Cormack et al. 2009). */
const fusionConstant = 60;

/**
 * Finds the passages that answer a question among the sources in its scope, by words and, with an embedder, by meaning.
 */
export async function searchKnowledge(
  platform: Platform,
  workspaceId: string,
  query: KnowledgeQuery,
): Promise<KnowledgeAnswer> {
  const question = query.query.slice(0, longestQuestion);
  const near = await findNearPassages(platform, workspaceId, question, query);
  // Read the scope again: it may have changed while the embedder was called.
  const scope = await findScope(platform.database.read, workspaceId, query);
  const { asked, byWords, byMeaning } = await rankScope(
    platform.database.read,
    workspaceId,
    question,
    scope,
    near.rows,
  );
  const similarity = near.rows[0]?.similarity ?? -1;
  const isNear = byMeaning.length > 0 && near.minSimilarity !== null && similarity >= near.minSimilarity;
  const confidence = Math.max(judgeAnswer(byWords), isNear ? similarity : 0);
  return {
    isAnswerable: isNear || confidence >= leastConfidence,
    confidence,
    hits: fuse(byWords, byMeaning)
      .slice(0, query.limit)
      .map((hit) => toHit(hit, asked)),
  };
}

/** Merges both lists by reciprocal rank; an empty second list keeps the order of the first. */
function fuse(byWords: RankedChunk[], byMeaning: RankedChunk[]): RankedChunk[] {
  const worth = new Map<number, number>();
  const chunks = new Map<number, RankedChunk>();
  for (const list of [byWords, byMeaning]) {
    for (const [place, chunk] of list.entries()) {
      const { row } = chunk.passage;
      chunks.set(row, chunk);
      worth.set(row, (worth.get(row) ?? 0) + 1 / (fusionConstant + place + 1));
    }
  }
  return [...chunks.values()].sort(
    (one, other) => (worth.get(other.passage.row) ?? 0) - (worth.get(one.passage.row) ?? 0),
  );
}

function toHit({ passage, fit }: RankedChunk, asked: AnalysedQuery): KnowledgeHit {
  const { segment, id, headingPath, page, text } = passage;
  return {
    chunkId: id,
    sourceId: segment.source_id,
    sourceName: segment.source_name,
    baseId: segment.base_id,
    agentId: segment.agent_id,
    headingPath,
    page,
    text,
    highlights: findHighlights(asked, text, segment.language),
    score: toScore(fit),
    language: segment.language,
  };
}
