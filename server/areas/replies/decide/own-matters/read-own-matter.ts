import type { Language } from '../../../../platform/text/languages.ts';
import { chat, countEdits, isSpoken, type OwnMatter, ownMatters, soundOf } from '../../../knowledge/index.ts';
import { readMessage, type SaidWord } from '../local/understand/read-message.ts';
import { splitQuestions } from '../local/understand/split-questions.ts';

const shortestCorrected = 5;
const endsSentence = /[.!?;…\n]/;
const endsPart = /[,:–-]/;

/** The pronouns that Spanish appends to an infinitive: "cancelarla", "pasarme". */
const enclitic = /(?<=[aei]r)(?:me|te|se|nos|las?|los?|les?)$/;

/** A sentence as its parts between commas. */
type Sentence = string[][];

/**
 * Returns the kind of a customer's wish about her own booking or order, such as to cancel or move it or to know its time.
 * Null for anything else, above all for a question about how the shop handles cancellations. If the books have a booking
 * or an order of hers (`hasBooking`), "can it be another day?" is enough. The languages are tried in order.
 */
export function readOwnMatter(text: string, languages: Language[], hasBooking: boolean): OwnMatter | null {
  for (const language of languages) {
    const sentences = readSentences(text, language);
    // A sentence may also be written over several messages.
    const whole: Sentence = [sentences.flat(2).filter((word) => word !== '?')];
    const { policy, terms } = ownMatters[language];
    for (const sentence of sentences.length > 1 ? [...sentences, whole] : sentences) {
      const matter = readSentence(sentence, language, hasBooking);
      if (matter) return matter;
    }
    // A question of this language may look like a wish in another.
    if ([policy, terms].some((list) => list.findIn(sentences.flat(2)) >= 0)) return null;
  }
  return null;
}

/** Returns the kind of a text that mentions "my appointment" or "my order", whatever it says of them; else null. */
export function mentionsOwn(text: string, language: Language): OwnMatter | null {
  const words = readSentences(text, language).flat(2);
  return ownMatters[language].mentions.find(({ patterns }) => patterns.findIn(words) >= 0)?.kind ?? null;
}

/** Returns true for a text that asks nothing and says more than "ok" or "thanks". */
export function isStatement(text: string, language: Language): boolean {
  const { yes, no, laughs, goodbyes } = chat[language];
  if (splitQuestions(readMessage(text, language), language).some(({ isQuestion }) => isQuestion)) return false;
  const words = readSentences(text, language).flat(2);
  const told = [yes, no, laughs, goodbyes].reduce((rest, list) => list.without(rest), words);
  return told.length > 1 && ownMatters[language].policy.findIn(words) < 0;
}

function readSentence(parts: Sentence, language: Language, hasBooking: boolean): OwnMatter | null {
  const { wishes, booked, policy, terms } = ownMatters[language];
  const all = parts.flat();
  const isPolicy = (words: string[]) => policy.findIn(words) >= 0;
  // "I have to cancel, is there a fee?" is a wish: its first part counts alone.
  for (let count = parts.length; count > 0; count--) {
    const words = parts.slice(0, count).flat();
    if (isPolicy(words)) continue;
    const condition = terms.findIn(words);
    for (const { kind, patterns } of wishes) {
      const at = patterns.findIn(words);
      if (at >= 0 && (condition < 0 || at < condition)) return kind;
    }
  }
  if (!hasBooking || isPolicy(all) || terms.findIn(all) >= 0) return null;
  return booked.find(({ patterns }) => patterns.findIn(all) >= 0)?.kind ?? null;
}

/** The sentences of a message, without greetings, thanks and fillers, and with misspelt words corrected. */
function readSentences(text: string, language: Language): Sentence[] {
  const sentences: Sentence[] = [];
  let sentence: Sentence = [];
  let part: SaidWord[] = [];
  const close = () => {
    const words = clean(part, language);
    if (words.length > 0) sentence.push(words);
    part = [];
  };
  for (const word of readMessage(text, language)) {
    part.push(word);
    if (endsSentence.test(word.after)) {
      close();
      if (word.after.includes('?')) sentence.at(-1)?.push('?');
      if (sentence.length > 0) sentences.push(sentence);
      sentence = [];
    } else if (endsPart.test(word.after)) close();
  }
  close();
  return sentence.length > 0 ? [...sentences, sentence] : sentences;
}

function clean(part: SaidWord[], language: Language): string[] {
  const { greetings, thanks, fillers } = chat[language];
  const words = part.map(({ folded }) => correct(folded, language));
  const rest: string[] = [];
  for (let at = 0; at < words.length; ) {
    const length = Math.max(...[greetings, thanks, fillers].map((list) => list.lengthAtStart(words, at)));
    const word = words[at] ?? '';
    // An "ô" is an article just as well.
    if (length === 0 || word.length === 1) rest.push(word);
    at += word.length === 1 ? 1 : Math.max(1, length);
  }
  return rest;
}

/** The word of the lists that a misspelt one is nearest to; the word itself if it belongs to the language. */
function correct(word: string, language: Language): string {
  const { words, bySound } = ownMatters[language];
  const infinitive = word.replace(enclitic, '');
  if (language === 'es' && !words.has(word) && words.has(infinitive)) return infinitive;
  if (word.length < shortestCorrected || words.has(word) || isSpoken(word, language) || /\d/.test(word)) return word;
  const near = bySound.get(soundOf(word, language));
  if (near?.startsWith(word.charAt(0))) return near;
  for (const other of words) {
    const isAlike = other.charAt(0) === word.charAt(0) && Math.abs(other.length - word.length) <= 1;
    if (isAlike && countEdits(word, other) === 1) return other;
  }
  return word;
}
