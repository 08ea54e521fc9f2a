import type { Db } from '../../../platform/database/database.ts';
import type { NearRow } from '../../../platform/database/vector-search.ts';
import { detectLanguage } from '../language/detect-language.ts';
import { readSynonyms } from '../language/synonyms.store.ts';
import { buildSynonyms } from '../language/synonyms.ts';
import { countSearchable, findChunks, type SearchedSegment, segmentOf } from '../passages/chunks.store.ts';
import { type AnalysedQuery, analyseQuery } from './analyse-query.ts';
import { findCandidates, weighTerms } from './find-candidates.ts';
import { createMeasure } from './measure-passage.ts';
import { type Ranked, rankPassages } from './rank-passages.ts';

export interface FoundChunk {
  row: number;
  id: string;
  segment: SearchedSegment;
  headingPath: string[];
  page: number | null;
  text: string;
}

export type RankedChunk = Ranked<FoundChunk>;

export interface RankedScope {
  asked: AnalysedQuery;
  /** Passages found by words, best first. */
  byWords: RankedChunk[];
  /** Passages of `near` that are still in the scope, in its order. */
  byMeaning: RankedChunk[];
}

/** Ranks the passages of these segments by the words of a question, and measures the passages of `near` as well. */
export async function rankScope(
  db: Db,
  workspaceId: string,
  question: string,
  segments: SearchedSegment[],
  near: NearRow[],
): Promise<RankedScope> {
  const scope = new Map(segments.map((segment) => [segment.number, segment]));
  const languages = [...new Set(segments.map(({ language }) => language))];
  const known = languages.filter((language) => language !== null);
  const spoken = detectLanguage(question);
  const asked = analyseQuery(question, languages, spoken !== null && known.includes(spoken) ? [spoken] : known);
  if (segments.length === 0) return { asked, byWords: [], byMeaning: [] };
  const synonyms = buildSynonyms(known, await readSynonyms(db, workspaceId));
  const passageCount = await countSearchable(db, workspaceId);
  const searched = { workspaceId, passageCount, languages, synonyms };
  const counts = await weighTerms(db, asked, searched);
  const found = new Set(await findCandidates(db, asked, counts, searched, [...scope.keys()]));
  const measure = createMeasure(asked);
  const rows = new Set([...found, ...near.map(({ row }) => row)]);
  const chunks = (await findChunks(db, workspaceId, [...rows])).flatMap((chunk) => {
    const segment = scope.get(segmentOf(chunk.row));
    if (!segment) return [];
    const headingPath: string[] = JSON.parse(chunk.heading_path);
    const { title, language } = segment;
    const measures = measure({ title, headingPath, text: chunk.text, language });
    return [{ passage: { ...chunk, headingPath, segment }, measures }];
  });
  const ranked = rankPassages(chunks);
  const byRow = new Map(ranked.map((chunk) => [chunk.passage.row, chunk]));
  return {
    asked,
    byWords: ranked.filter(({ passage }) => found.has(passage.row)),
    byMeaning: near.flatMap(({ row }) => byRow.get(row) ?? []),
  };
}
