import { fill } from '../../../platform/text/fill.ts';
import type { Language } from '../../../platform/text/languages.ts';
import type { Fault } from './case.ts';
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import type { GateWords } from './words.schemas.ts';

export type ExpectedKey = keyof GateWords['expected'];
export type AdviceKey = keyof GateWords['advice'];

/** Texts for the owner about a case, by the language of the workspace. */
const gateWords: Record<Language, GateWords> = { pt, en, es };

export const sayExpected = (language: Language, key: ExpectedKey): string => gateWords[language].expected[key];

export const sayAdvice = (language: Language, { advice, about = '', said = '', known = '' }: Fault): string =>
  fill<'about' | 'said' | 'known'>(gateWords[language].advice[advice], { about, said, known });
