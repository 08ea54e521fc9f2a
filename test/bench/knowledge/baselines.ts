import Sqlite from 'better-sqlite3';
import snowball from 'snowball-stemmers';
import { foldWord, isStopWord, readWords } from '../../../server/areas/knowledge/language/analyse-text.ts';
import type { QuestionSet } from './data.ts';

/**
 * The best single settings of SQLite's FTS5 that we measured, one query each: the baselines of the product's ranking.
 */
interface Baseline {
  name: string;
  tokenizer: string;
  toDocument(text: string, set: QuestionSet): string;
  toQuery(question: string, set: QuestionSet): string[];
}

const content = (question: string, { language }: QuestionSet): string[] => {
  const words = readWords(question).map(({ folded }) => folded);
  const kept = words.filter((word) => !isStopWord(word, [language]));
  return [...new Set(kept.length > 0 ? kept : words)];
};
const asTheyAre = (text: string): string => text;
const stemmers = {
  pt: snowball.newStemmer('portuguese'),
  es: snowball.newStemmer('spanish'),
  en: snowball.newStemmer('english'),
};
/** Of the words as they are written, as the research made them. */
const stems = (text: string, { language }: QuestionSet): string =>
  (text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).map((word) => stemmers[language].stem(word)).join(' ');
const quote = (word: string): string => `"${word}"`;
const folding = 'unicode61 remove_diacritics 2';

export const baselines: Baseline[] = [
  {
    name: 'FTS5 unicode61, OR, no stop words',
    tokenizer: folding,
    toDocument: asTheyAre,
    toQuery: (question, set) => content(question, set).map(quote),
  },
  {
    name: 'FTS5 porter, OR, no stop words',
    tokenizer: `porter ${folding}`,
    toDocument: asTheyAre,
    toQuery: (question, set) => content(question, set).map(quote),
  },
  {
    name: 'FTS5 unicode61, OR, beginnings (length − 2)',
    tokenizer: folding,
    toDocument: asTheyAre,
    toQuery: (question, set) => content(question, set).map((word) => `${quote(beginningOf(word))}*`),
  },
  {
    name: 'FTS5 trigram, OR of words',
    tokenizer: 'trigram remove_diacritics 1',
    toDocument: asTheyAre,
    toQuery: (question, set) =>
      content(question, set)
        .filter((word) => word.length >= 3)
        .map(quote),
  },
  {
    name: 'FTS5 Snowball stems, OR, no stop words',
    tokenizer: folding,
    toDocument: stems,
    toQuery: (question, set) => {
      const kept = (question.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).filter(
        (word) => !isStopWord(foldWord(word), [set.language]),
      );
      return [...new Set(kept.map((word) => quote(stems(word, set))))];
    },
  },
];

const beginningOf = (word: string): string => (word.length > 5 ? word.slice(0, -2) : word);

/** The passages for each question, best first, at most ten. */
export function runBaseline(baseline: Baseline, set: QuestionSet): number[][] {
  const handle = new Sqlite(':memory:');
  handle.exec(`create virtual table passages using fts5 (text, tokenize = '${baseline.tokenizer}')`);
  const insert = handle.prepare('insert into passages (rowid, text) values (?, ?)');
  handle.transaction(() => {
    for (const [place, text] of set.passages.entries()) insert.run(place, baseline.toDocument(text, set));
  })();
  const select = handle.prepare('select rowid from passages where passages match ? order by rank limit 10').pluck();
  const results = set.questions.map(([question]) => {
    const words = baseline.toQuery(question, set);
    return words.length === 0 ? [] : (select.all(words.join(' OR ')) as number[]);
  });
  handle.close();
  return results;
}
