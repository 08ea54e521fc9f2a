import { readCodes, readWords, stemWord } from '../language/analyse-text.ts';
import type { Language } from '../language/detect-language.ts';
import type { AnalysedQuery } from './analyse-query.ts';

export interface Highlight {
  start: number;
  end: number;
}

/** The places in a text that match the terms of a query, in order and without overlaps. */
export function findHighlights(query: AnalysedQuery, text: string, language: Language | null): Highlight[] {
  const forms = new Set(query.terms.flatMap((term) => [...term.forms.keys()]));
  const codes = readCodes(text).filter(({ folded }) => forms.has(folded));
  const words = readWords(text).filter(
    ({ folded, start }) =>
      forms.has(stemWord(folded, language)) && !codes.some((code) => start >= code.start && start < code.end),
  );
  return [...codes, ...words].map(({ start, end }) => ({ start, end })).sort((one, other) => one.start - other.start);
}
