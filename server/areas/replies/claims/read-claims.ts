import type { Language } from '../../../platform/text/languages.ts';
import { findConcepts, isStopWord, stemWord } from '../../knowledge/index.ts';
import { readTokens, type Token } from './find-amounts.ts';
import { toDigits } from './measures.ts';
import { isSmall } from './small-words.ts';

/** A word of a text with what it is compared by. */
export interface ClaimWord extends Token {
  /** Its stem in each language, and the concepts that it names in any; two words with a common key mean the same. */
  keys: Set<string>;
  /** Whether its clause denies what it says. */
  isDenied: boolean;
  clause: number;
  /** Whether it says something about the shop: no small word, no part of a number, a time or a day. */
  isContent: boolean;
}

/** Phrases that mean something other than their words: "at no cost" is free, "no problem" denies nothing. */
const phrases: [RegExp, string][] = [
  [
    /\b(?:sin|sem|without|at no|no|free of) (?:(?:extra|additional|algun|nenhum|any) )?(?:costo|custo|cargo|cost|charge)\b/g,
    'gratis',
  ],
  [/\bde graca\b/g, 'gratis'],
  [/\b(?:cambiar|mover|reagendar|reprogramar) (?:tu |la |su |una )?(?=cita|reserva|turno|hora)/g, 'reagendar '],
  [
    /\b(?:remarcar|mudar|reagendar|trocar) (?:o |a |seu |sua |um )?(?=horario|agendamento|consulta|reserva|visita)/g,
    'remarcar ',
  ],
  [/\b(?:reschedule|change|move) (?:your |the |an |a )?(?=appointment|booking|reservation|visit)/g, 'reschedule '],
  [
    /\b(?:nao (?:ha|tem) problema|sem problemas?|no hay problema|sin problemas?|no problem|no worries|not a problem)\b/g,
    'ok',
  ],
  [/\b(?:not only|no solo|nao so|why not|por que nao|por que no)\b/g, 'ok'],
];

/** The text in lower case without accents, phrases of one meaning replaced, number words in digits. */
export function plain(text: string, languages: Language[]): string {
  let folded = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('’', "'");
  for (const [pattern, word] of phrases) folded = folded.replaceAll(pattern, word);
  return toDigits(folded, languages);
}

const clauseEnd = /[,;:!?()\n•–—]|\.(?!\d)/;
const adversatives = new Set(['mas', 'porem', 'pero', 'aunque', 'embora', 'but', 'though', 'however', 'sino']);
const joins = new Set(['e', 'y', 'and', 'ou', 'o', 'or']);

const deniers: Record<Language, ReadonlySet<string>> = {
  pt: new Set('nao nunca jamais nem nenhum nenhuma tampouco evite evita evitar indisponivel'.split(' ')),
  es: new Set('no nunca jamas ni ningun ninguna ninguno tampoco nada evita evite evitar'.split(' ')),
  en: new Set('not no never none neither nor cannot cant without avoid unable unavailable'.split(' ')),
};
/** Deny the next words only: "sem juros". */
const privatives = new Set(['sem', 'sin', 'without']);
const privateWords = 3;

/** Whether a token denies its clause: a word of denial, or the t of "don't". */
const denies = (tokens: Token[], at: number, text: string, languages: Language[]): boolean => {
  const { word, start } = tokens[at] as Token;
  if (word === 't') return text[start - 1] === "'";
  // "no" is "in the" in Portuguese.
  if (word === 'no' && languages[0] === 'pt') return false;
  return languages.some((language) => deniers[language].has(word) && !(word === 'no' && language === 'pt'));
};

/** Spanish verbs bend their stem: pierdes and perder, cuesta and costar. */
const unbend = (stem: string): string => stem.replace('ie', 'e').replace('ue', 'o');

/** The words of a plain text. `spans` are the places of amounts, times and days, whose words claim nothing else. */
export function readClaimWords(
  text: string,
  languages: Language[],
  spans: { start: number; end: number }[] = [],
): ClaimWord[] {
  const tokens = readTokens(text);
  const folded = tokens.map(({ word }) => word);
  const concepts = (['pt', 'es', 'en'] as const).map((language) => findConcepts(folded, language));
  let clause = 0;
  const clauses = tokens.map(({ word, start }, at) => {
    const before = tokens[at - 1];
    const gap = before ? text.slice(before.end, start) : '';
    const isDenialNext = joins.has(word) && tokens[at + 1] !== undefined && denies(tokens, at + 1, text, languages);
    if (before && (clauseEnd.test(gap) || adversatives.has(word) || isDenialNext)) clause++;
    return clause;
  });
  const denied = new Set(tokens.flatMap((_, at) => (denies(tokens, at, text, languages) ? [clauses[at]] : [])));
  return tokens.map((token, at) => {
    const keys = new Set(languages.map((language) => `${language}:${stemWord(token.word, language)}`));
    if (languages.includes('es')) keys.add(`es~${unbend(stemWord(token.word, 'es'))}`);
    for (const found of concepts) for (const concept of found[at] ?? []) keys.add(`#${concept}`);
    const isPrivate = folded.slice(Math.max(0, at - privateWords), at).some((word) => privatives.has(word));
    const isCounted = /^\d/.test(token.word) || spans.some(({ start, end }) => token.start < end && start < token.end);
    const isContent =
      !isCounted &&
      token.word.length > 1 &&
      !isStopWord(token.word, languages) &&
      !privatives.has(token.word) &&
      !isSmall(token.word, keys);
    return { ...token, keys, clause: clauses[at] ?? 0, isDenied: denied.has(clauses[at]) || isPrivate, isContent };
  });
}
