import type { Language } from '../../../platform/access/workspaces.ts';
import type { AnswerKind } from './talk-steps.schemas.ts';

/** Sent before a repeated question, unless the flow has a text of its own. */
export const retryTexts: Record<Language, Record<AnswerKind, string>> = {
  pt: {
    text: 'Não entendi. Pode escrever de novo, por favor?',
    number: 'Preciso de um número. Pode escrever de novo, por favor?',
    email: 'Esse e-mail não parece certo. Pode escrever de novo, por favor?',
    phone: 'Esse telefone não parece certo. Pode escrever com o DDD, por favor?',
    date: 'Não entendi a data. Pode escrever como 25/12/2026, por favor?',
    choice: 'Por favor, responda com o número de uma das opções.',
  },
  en: {
    text: 'I did not get that. Could you write it again, please?',
    number: 'I need a number. Could you write it again, please?',
    email: 'That e-mail address does not look right. Could you write it again, please?',
    phone: 'That phone number does not look right. Could you write it with its area code, please?',
    date: 'I did not get the date. Could you write it like 2026-12-25, please?',
    choice: 'Please answer with the number of one of the options.',
  },
  es: {
    text: 'No entendí. ¿Puede escribirlo de nuevo, por favor?',
    number: 'Necesito un número. ¿Puede escribirlo de nuevo, por favor?',
    email: 'Ese correo no parece correcto. ¿Puede escribirlo de nuevo, por favor?',
    phone: 'Ese teléfono no parece correcto. ¿Puede escribirlo con el prefijo, por favor?',
    date: 'No entendí la fecha. ¿Puede escribirla como 25/12/2026, por favor?',
    choice: 'Por favor, responda con el número de una de las opciones.',
  },
};

/** Words for days near today, folded, with the days from today. */
export const dayWords: ReadonlyMap<string, number> = new Map([
  ['hoje', 0],
  ['hoy', 0],
  ['today', 0],
  ['amanha', 1],
  ['manana', 1],
  ['tomorrow', 1],
  ['depois de amanha', 2],
  ['pasado manana', 2],
]);

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
