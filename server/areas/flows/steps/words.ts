import type { Language } from '../../../platform/text/languages.ts';
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import type { StepWords } from './words.schemas.ts';

export const stepWords: Record<Language, StepWords> = { pt, en, es };

const locales: Record<Language, string> = { pt: 'pt-BR', en: 'en', es: 'es' };

/** A moment as a customer reads it, such as `seg., 23/11, 10:00`. */
export const formatMoment = (language: Language, timezone: string, moment: string): string =>
  new Intl.DateTimeFormat(locales[language], {
    timeZone: timezone,
    weekday: 'short',
    day: '2-digit',
    month: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(moment));

/** An amount as a customer reads it, such as `1.234,50`. */
export const formatAmount = (language: Language, amount: number): string =>
  new Intl.NumberFormat(locales[language], { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount);
