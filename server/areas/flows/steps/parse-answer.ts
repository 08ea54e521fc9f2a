import { Temporal } from 'temporal-polyfill';
import { fold } from '../../../platform/database/fold.ts';
import { EmailAddress } from '../../../platform/text/emails.ts';
import { readPhone } from '../../../platform/text/phones.ts';
import type { StepOf } from './step.schemas.ts';

type Question = Pick<StepOf<'ask'>['config'], 'kind' | 'choices' | 'min' | 'max'>;

export interface AnswerPlace {
  country: string;
  timezone: string;
  now: string;
}

const longestAnswer = 1_000;

/** Words for days near today, folded, with the days from today. */
const dayWords: ReadonlyMap<string, number> = new Map([
  ['hoje', 0],
  ['hoy', 0],
  ['today', 0],
  ['amanha', 1],
  ['manana', 1],
  ['tomorrow', 1],
  ['depois de amanha', 2],
  ['pasado manana', 2],
]);

/** The value of the question's variable; null if the answer does not fit the question. */
export function parseAnswer(question: Question, text: string, place: AnswerPlace): string | null {
  const said = text.trim().slice(0, longestAnswer);
  if (said === '') return null;
  switch (question.kind) {
    case 'text':
      return said;
    case 'number':
      return parseNumber(said, question);
    case 'email':
      return said.split(/[\s<>(),;]+/).find((word) => EmailAddress.max(254).safeParse(word).success) ?? null;
    case 'phone':
    case 'own_phone':
      return readPhone(said, place.country).phone;
    case 'date':
      return parseDate(said, place);
    case 'choice': {
      const choices = question.choices ?? [];
      const index = pickOption(
        said,
        choices.map(({ value, label }) => [label ?? value, value]),
      );
      return index === null ? null : (choices[index]?.value ?? null);
    }
  }
}

/** The single number in a text, in JSON notation. Reads `1.234,5`, `1,234.5` and `1,5`. */
function parseNumber(text: string, { min, max }: Question): string | null {
  const found = text.match(/-?\d[\d.,]*/g) ?? [];
  if (found.length !== 1) return null;
  const value = readNumber(found[0] as string);
  if (value === null || (min !== undefined && value < min) || (max !== undefined && value > max)) return null;
  return String(value);
}

/** The value of digits with points and commas; null if the text is not a number. */
export function readNumber(written: string): number | null {
  const text = written.trim().replace(/(?<![.,])[.,]+$/, '');
  const [point, comma] = [text.lastIndexOf('.'), text.lastIndexOf(',')];
  const isGrouped = /^-?\d{1,3}([.,]\d{3})+$/.test(text) && !/^-?0/.test(text);
  const sameMark = (text.match(/[.,]/g) ?? []).every((mark, _index, all) => mark === all[0]);
  // The last mark is decimal, unless it is the only kind and repeated: 1.234.567 is grouped, 1.234 is a fraction.
  const decimalAt = isGrouped && sameMark && (text.match(/[.,]/g) ?? []).length > 1 ? -1 : Math.max(point, comma);
  const whole = (decimalAt < 0 ? text : text.slice(0, decimalAt)).replaceAll(/[.,]/g, '');
  const fraction = decimalAt < 0 ? '' : text.slice(decimalAt + 1);
  const value = Number(fraction === '' ? whole : `${whole}.${fraction}`);
  return text !== '' && Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : null;
}

/** A day as YYYY-MM-DD; a date without a year is the next such day. */
function parseDate(text: string, { timezone, now, country }: AnswerPlace): string | null {
  const today = Temporal.Instant.from(now).toZonedDateTimeISO(timezone).toPlainDate();
  const days = dayWords.get(fold(text));
  if (days !== undefined) return today.add({ days }).toString();
  const iso = /\b(\d{4})-(\d{1,2})-(\d{1,2})\b/.exec(text);
  if (iso) return toDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))?.toString() ?? null;
  const written = /\b(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{2}|\d{4}))?\b/.exec(text);
  if (!written) return null;
  const [first, second] = [Number(written[1]), Number(written[2])];
  const [day, month] = country === 'US' ? [second, first] : [first, second];
  if (written[3] !== undefined) {
    return toDay(Number(written[3]) + (written[3].length === 2 ? 2_000 : 0), month, day)?.toString() ?? null;
  }
  const next = [today.year, today.year + 1].map((year) => toDay(year, month, day));
  return next.find((date) => date && Temporal.PlainDate.compare(date, today) >= 0)?.toString() ?? null;
}

function toDay(year: number, month: number, day: number): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' });
  } catch {
    return null;
  }
}

/** The index of the option that an answer means: by number, by name, or by words that occur in only one option. */
export function pickOption(text: string, options: string[][]): number | null {
  const said = foldWords(text);
  const number = /^(?:\D{0,12}\s)?(\d{1,2})[.)º°]?$/.exec(said)?.[1];
  if (number !== undefined) return Number(number) >= 1 && Number(number) <= options.length ? Number(number) - 1 : null;
  const names = options.map((option) => option.map(foldWords));
  const exact = names.findIndex((option) => option.includes(said));
  if (exact >= 0) return exact;
  const near = names.flatMap((option, index) =>
    option.some((name) => hasWords(said, name) || (said.length >= 3 && hasWords(name, said))) ? [index] : [],
  );
  return near.length === 1 ? (near[0] as number) : null;
}

/** Letters and digits without case and accents, one blank between words. */
export const foldWords = (text: string): string =>
  fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Whether a folded text contains these folded words in sequence. */
export const hasWords = (text: string, words: string): boolean => words !== '' && ` ${text} `.includes(` ${words} `);
