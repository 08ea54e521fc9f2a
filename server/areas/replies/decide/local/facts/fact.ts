import { findTopics, type Sense } from '../../../../knowledge/index.ts';
import type { ReplyTrace } from '../../../reply.ts';
import { readTerms, type Spoken, type Term } from '../understand/terms.ts';
import { readWords } from '../words.ts';

type Source = ReplyTrace['sources'][number];

/** A text by what it is found. */
export interface Doc {
  terms: Term[];
  /** `s:` and a stem, `c:` and a concept, `i:` and a concept that it answers without naming it. */
  keys: Set<string>;
  /** What it is about, with shares. */
  topics: Map<string, number>;
  sense: Sense;
}

/** Something that the shop has told and that may answer a question. */
export interface Fact {
  kind: Exclude<Source['kind'], 'greeting'>;
  id: string | null;
  /** The same for the same fact, whatever is quoted of it. */
  key: string;
  title: string;
  /** What is sent to the customer. */
  text: string;
  /** What it answers: the question of a FAQ, the name of an item, the headings of a passage. */
  ask: Doc;
  /** What it says. */
  tell: Doc;
  sources: Omit<Source, 'score'>[];
  /** Several things of a kind, when a question names no single one. */
  isGroup: boolean;
  /** The thing is known, but not what is asked of it: nobody has set its price. */
  isMiss: boolean;
  /** Confidence of the search in a passage, 0 to 1; 1 for what the owner has configured. */
  confidence: number;
}

export const keysOf = ({ stems, concepts }: Pick<Term, 'stems' | 'concepts'>): string[] => [
  ...stems.map((stem) => `s:${stem}`),
  ...concepts.map((concept) => `c:${concept}`),
];

const mostKept = 5_000;
const kept = new Map<string, Doc>();

/** Analyses a text of the shop. The latest texts are kept: a shop tells the same thing to every customer. */
export function readDoc(text: string, spoken: Spoken): Doc {
  const key = `${spoken.join()}\n${text}`;
  const known = kept.get(key);
  if (known) return known;
  const words = readWords(text);
  const terms = readTerms(words, spoken);
  const doc = { terms, keys: new Set(terms.flatMap(keysOf)), ...findTopics(words, spoken.at(-1) ?? 'pt') };
  if (kept.size >= mostKept) kept.clear();
  kept.set(key, doc);
  return doc;
}

/** A text with what it implies: an item with a price answers "how much" without saying so. */
export const implying = (doc: Doc, ...concepts: string[]): Doc => ({
  ...doc,
  keys: new Set([...doc.keys, ...concepts.flatMap((concept) => [`c:${concept}`, `i:${concept}`])]),
});
