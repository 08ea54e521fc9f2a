import type { Language } from '../../../../../platform/text/languages.ts';
import { chat, type PhraseList } from '../../../../knowledge/index.ts';
import type { SaidWord } from './read-message.ts';

/** A part of a message that may be a question of its own. */
export interface Part {
  words: string[];
  /** Whether it ends in a question mark or begins like a question. */
  isQuestion: boolean;
}

const endsSentence = /[.!?;…\n]/;
const mostParts = 6;

/**
 * Splits a message into its questions: at the ends of sentences, at a comma or "and" before words that begin a question,
 * and at "I was wondering". Words in front of a question that ask nothing stay apart, as its background.
 */
export function splitQuestions(words: SaidWord[], language: Language): Part[] {
  const { questionStarts, connectors, wonderings } = chat[language];
  const parts: Part[] = [];
  let current: string[] = [];
  const close = (isAsked: boolean) => {
    if (current.length > 0) {
      parts.push({ words: current, isQuestion: isAsked || asks(current, questionStarts) || wonderings.isIn(current) });
    }
    current = [];
  };
  for (const [index, { folded, after }] of words.entries()) {
    const rest = words.slice(index, index + longestStart).map((word) => word.folded);
    const joined = connectors.lengthAtStart(rest);
    const isNewQuestion =
      (joined > 0 && startsQuestion(rest, joined, questionStarts)) || wonderings.lengthAtStart(rest) > 0;
    if (isNewQuestion && current.length > 1) close(false);
    current.push(folded);
    const next = words.slice(index + 1, index + 1 + longestStart).map((word) => word.folded);
    if (endsSentence.test(after)) close(after.includes('?'));
    else if (after.includes(',') && questionStarts.lengthAtStart(next) > 0) close(false);
  }
  close(false);
  return parts.length > mostParts ? [...parts.slice(0, mostParts - 1), join(parts.slice(mostParts - 1))] : parts;
}

const longestStart = 6;

/** Words that begin a question and as often tell something. */
const ambiguous = new Set(
  'e ja ha ta vai vao da tem sao esta que como se o de es hay esta va ya si ha los una is are was will it so do any if'.split(
    ' ',
  ),
);

/** Whether words after a connector begin a question. One ambiguous word does not: "and it was", "e que seja". */
function startsQuestion(words: string[], from: number, starts: PhraseList): boolean {
  const length = starts.lengthAtStart(words, from);
  return length > 1 || (length === 1 && !ambiguous.has(words[from] ?? ''));
}

/** Whether some words ask something, with or without a question mark. */
function asks(words: string[], starts: PhraseList): boolean {
  return starts.lengthAtStart(words) > 0 || words.some((_, at) => startsQuestion(words, at, starts));
}

const join = (parts: Part[]): Part => ({
  words: parts.flatMap(({ words }) => words),
  isQuestion: parts.some(({ isQuestion }) => isQuestion),
});
