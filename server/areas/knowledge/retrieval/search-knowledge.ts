import type { Platform } from '../../../platform/platform.ts';
import type { NearRow } from '../../../platform/vector-search.ts';
import { type AnalysedQuery, analyseQuery } from './analyse-query.ts';
import { countSearchable, findChunks, findScope, type SearchedSegment, segmentOf } from './chunks.store.ts';
import { detectLanguage, type Language } from './detect-language.ts';
import { findCandidates, weighTerms } from './find-candidates.ts';
import { findHighlights, type Highlight } from './highlight.ts';
import { judgeAnswer, leastConfidence, toScore } from './judge-answer.ts';
import { measurePassage } from './measure-passage.ts';
import { findNear } from './near-passages.ts';
import { type Ranked, rankPassages } from './rank-passages.ts';
import { readSynonyms } from './synonyms.store.ts';
import { buildSynonyms } from './synonyms.ts';

export interface KnowledgeQuery {
  query: string;
  /** The agent's own sources and those of the bases that it reads. */
  agentId?: string | undefined;
  /** These bases too. */
  baseIds?: string[] | undefined;
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
  /** Places in `text`. */
  highlights: Highlight[];
  /** How likely it is that this passage answers, 0 to 1. */
  score: number;
  language: Language | null;
}

export interface KnowledgeAnswer {
  /** False says "I do not know": what was found is only about the same. */
  isAnswerable: boolean;
  /** How likely it is that the answer is among the first five hits, 0 to 1. */
  confidence: number;
  /** Best first. */
  hits: KnowledgeHit[];
}

interface Candidate {
  row: number;
  id: string;
  segment: SearchedSegment;
  headingPath: string[];
  page: number | null;
  text: string;
}

const longestQuestion = 2_000;
/** The constant of reciprocal rank fusion (Cormack et al. 2009). */
const fusionConstant = 60;

/**
 * Finds the passages that answer a question among the sources in its scope. With an embedder, what is near in meaning
 * is found as well.
 */
export async function searchKnowledge(
  platform: Platform,
  workspaceId: string,
  query: KnowledgeQuery,
): Promise<KnowledgeAnswer> {
  const { read } = platform.database;
  const question = query.query.slice(0, longestQuestion);
  const near = await findNear(platform, workspaceId, question, query);
  // From here on nothing is waited for but the database, so that all of it sees one state.
  const scope = new Map((await findScope(read, workspaceId, query)).map((segment) => [segment.number, segment]));
  if (scope.size === 0) return { isAnswerable: false, confidence: 0, hits: [] };
  const languages = [...new Set([...scope.values()].map(({ language }) => language))];
  const known = languages.filter((language) => language !== null);
  const spoken = detectLanguage(question);
  const asked = analyseQuery(question, languages, spoken !== null && known.includes(spoken) ? [spoken] : known);
  const synonyms = buildSynonyms(known, await readSynonyms(read, workspaceId));
  const passageCount = await countSearchable(read, workspaceId);
  const counts = await weighTerms(read, asked, { workspaceId, passageCount, languages, synonyms });
  const found = new Set(await findCandidates(read, asked, counts, [...scope.keys()]));
  const inScope = near.rows.filter(({ row }) => scope.has(segmentOf(row)));
  const rows = new Set([...found, ...inScope.map(({ row }) => row)]);
  const ranked = rankPassages(
    (await findChunks(read, workspaceId, [...rows])).map((chunk) => {
      const segment = scope.get(segmentOf(chunk.row)) as SearchedSegment;
      const headingPath: string[] = JSON.parse(chunk.heading_path);
      const { title, language } = segment;
      const passage: Candidate = { ...chunk, headingPath, segment };
      return { passage, measures: measurePassage(asked, { title, headingPath, text: chunk.text, language }) };
    }),
  );
  const byWords = ranked.filter(({ passage }) => found.has(passage.row));
  const similarity = inScope[0]?.similarity ?? -1;
  const isNear = near.minSimilarity !== null && similarity >= near.minSimilarity;
  const confidence = Math.max(judgeAnswer(asked, byWords), isNear ? similarity : 0);
  const hits = fuse(ranked, byWords, inScope).slice(0, query.limit);
  return {
    isAnswerable: confidence >= leastConfidence || isNear,
    confidence,
    hits: hits.map((hit) => toHit(hit, asked)),
  };
}

/** Both lists as one by reciprocal rank; without the second the order of the first. */
function fuse(
  all: Ranked<Candidate>[],
  byWords: Ranked<Candidate>[],
  byMeaning: NearRow[],
): Ranked<Candidate>[] {
  if (byMeaning.length === 0) return byWords;
  const fused = new Map<number, number>();
  const add = (row: number, place: number) =>
    fused.set(row, (fused.get(row) ?? 0) + 1 / (fusionConstant + place + 1));
  byWords.forEach(({ passage }, place) => add(passage.row, place));
  byMeaning.forEach(({ row }, place) => add(row, place));
  const worth = ({ passage }: Ranked<Candidate>): number => fused.get(passage.row) ?? 0;
  return all.toSorted((one, other) => worth(other) - worth(one));
}

function toHit({ passage, fit }: Ranked<Candidate>, asked: AnalysedQuery): KnowledgeHit {
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
