import type { Language } from '../../../../../platform/text/languages.ts';
import { chat, findTopics, type Sense } from '../../../../knowledge/index.ts';
import type { PastLine } from '../../../reply.ts';
import { sayings } from '../words.ts';
import { readMessage } from './read-message.ts';
import { type Part, splitQuestions } from './split-questions.ts';
import { readTerms, type Spoken, type Term, type Vocabulary } from './terms.ts';

/** One question of a message. */
export interface Question {
  words: string[];
  /** What it says itself. */
  terms: Term[];
  /** What it leaves out: the words before it in the message, or the subject of the conversation. */
  carried: Term[];
  /** What it is about, with shares. */
  topics: Map<string, number>;
  sense: Sense;
  /** Whether it is asked: a message may also tell something. */
  isAsked: boolean;
}

const linesBack = 3;
const carriedWorth = 0.5;
const backgroundWorth = 0.3;

/** What is asked of a thing; without the thing the question is incomplete. */
const asksOfThing = new Set([
  ...[
    'price',
    'price-range',
    'duration',
    'turnaround',
    'delivery-time',
    'stock',
    'size',
    'colour',
    'color',
    'material',
  ],
  ...[
    'quantity',
    'weight',
    'photo',
    'ingredients',
    'price-includes',
    'per-person',
    'discount',
    'schedule',
    'availability',
  ],
]);
const dateWords = sayings(
  'hoje, amanha, segunda, terca, quarta, quinta, sexta, sabado, domingo, feira, semana, fim, feriado, natal, agora',
  'hoy, manana, lunes, martes, miercoles, jueves, viernes, domingo, finde, navidad, ahora, feriado, festivo',
  'today, tomorrow, monday, tuesday, wednesday, thursday, friday, saturday, sunday, weekend, christmas, now, holiday, tonight',
);
const pronouns = sayings(
  'ele, ela, eles, elas, esse, essa, esses, essas, este, esta, isso, dele, dela, nele, nela, aquele, aquela',
  'ese, esa, eso, esos, esas, este, esta, esto, lo, la, los, las, le, el mismo',
  'it, its, that, this, that one, this one, them, those, these, one, ones, they',
);

export interface ReadQuestions {
  /** The last question of an earlier message; null if there is none. */
  before: Question | null;
  questions: Question[];
}

interface Reading {
  language: Language;
  spoken: Spoken;
  vocabulary: Vocabulary;
}

/**
 * The questions of a message, each with what it leaves out. A question refers to the one before it, in the message or
 * in the customer's last messages.
 */
export function readQuestions(text: string, history: PastLine[], reading: Reading): ReadQuestions {
  const earlier = history
    .filter(({ author }) => author === 'CONTACT')
    .slice(-linesBack)
    .map((line) => line.text);
  let last: Question | null = null;
  for (const line of earlier) last = readLine(line, last, reading).at(-1) ?? last;
  return { before: last, questions: readLine(text, last, reading) };
}

function readLine(text: string, before: Question | null, reading: Reading): Question[] {
  const parts = splitQuestions(readMessage(text, reading.language), reading.language);
  const isAnyAsked = parts.some(({ isQuestion }) => isQuestion);
  const questions: Question[] = [];
  let background: Term[] = [];
  let last = before;
  for (const part of parts) {
    const terms = readTerms(part.words, reading.spoken, reading.vocabulary);
    if (terms.length === 0) continue;
    if (isAnyAsked && !part.isQuestion) {
      background = [...background, ...terms];
      continue;
    }
    // "And the blue one, how much?": what it is about stands just before.
    const isOfBefore = background.length > 0 && terms.every((term) => isAskOfThing(term) || isDate(term));
    const carried = !isOfBefore && last && leavesOut(part, terms, reading.language) ? carry(last, terms) : [];
    const told = background.map((term) => ({ ...term, worth: isOfBefore ? term.worth : backgroundWorth }));
    const added = unite(terms, [...carried, ...told]);
    const about = findTopics([...part.words, ...added.map(({ folded }) => folded)], reading.language);
    const question = { words: part.words, terms, carried: added, ...about, isAsked: isAnyAsked };
    questions.push(question);
    last = question;
  }
  if (questions.length > 0 || background.length === 0) return questions;
  const words = parts.flatMap((part) => part.words);
  return [{ words, terms: background, carried: [], ...findTopics(words, reading.language), isAsked: false }];
}

/** Whether a question makes no sense without the one before it. */
function leavesOut({ words }: Part, terms: Term[], language: Language): boolean {
  const { followUps, fillers } = chat[language];
  let start = 0;
  for (let length = 1; length > 0; start += length) length = fillers.lengthAtStart(words, start);
  if (followUps.lengthAtStart(words) > 0 || followUps.lengthAtStart(words, start) > 0) return true;
  const things = terms.filter((term) => !isAskOfThing(term) && !isDate(term));
  return things.length === 0 || (things.length === 1 && pronouns.has(words));
}

/** Whether a term asks something of a thing, such as its price, and names none. */
export const isAskOfThing = ({ concepts }: Term): boolean => concepts.some((concept) => asksOfThing.has(concept));
/** Whether a term names a day or a time. */
export const isDate = ({ folded }: Term): boolean => dateWords.has([folded]) || /^\d{1,2}$/.test(folded);

/** The terms of the question before that this one does not replace. */
function carry(last: Question, terms: Term[]): Term[] {
  const asks = terms.some(isAskOfThing);
  const dated = terms.some(isDate);
  return [...last.terms, ...last.carried]
    .filter((term) => !(asks && isAskOfThing(term)) && !(dated && isDate(term)))
    .map((term) => ({ ...term, worth: term.worth * carriedWorth }));
}

/** The added terms that are not said already, each once. */
function unite(terms: Term[], added: Term[]): Term[] {
  const said = new Set(terms.map(({ folded }) => folded));
  return added.filter(({ folded }) => !said.has(folded) && said.add(folded));
}
