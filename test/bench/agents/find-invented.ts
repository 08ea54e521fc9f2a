import { dayMs } from '../../../server/platform/durations.ts';

/** Lower case without accents; every kind and run of blanks is one space. */
export const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/gu, ' ').toLowerCase();

const minutesADay = 24 * 60;
/** How far from now a reply about hours may name days without their being written anywhere. */
const daysAhead = 14;

const months =
  'jan\\w*|feb\\w*|fev\\w*|mar\\w*|apr\\w*|abr\\w*|may\\w*|mai\\w*|jun\\w*|jul\\w*|aug\\w*|ago\\w*|sep\\w*|set\\w*|oct\\w*|out\\w*|nov\\w*|dec\\w*|dez\\w*|dic\\w*|ene\\w*';
/** Dates as replies about hours write them. */
const dates = [
  /\b\d{4}-\d{2}-\d{2}\b/g,
  /\b\d{1,2}\/\d{1,2}(\/\d{2,4})?\b/g,
  new RegExp(`\\b\\d{1,2}(st|nd|rd|th)?( de| of)? (${months})\\b(,? (de )?\\d{4}\\b)?`, 'g'),
  new RegExp(`\\b(${months}) \\d{1,2}(st|nd|rd|th)?\\b(,? \\d{4}\\b)?`, 'g'),
];

const links =
  /https?:\/\/\S+|www\.\S+|[\w.+-]+@[\w-]+(\.[\w-]+)+|\b[\w-]+(\.[\w-]+)*\.(com|net|org|io|shop|store)\b\S*/g;
const phones = /\+?\(?\d[\d .()-]{6,}\d/g;
const digitsOfPhone = 8;

const isGrouped = /^\d{1,3}([.,]\d{3})+$/;

/** The values that a written number may have: "1.500" is 1500 and 1.5, "25,00" is 25. */
function readValues(written: string): number[] {
  const decimal = Number(written.replace(/[.,](?=.*[.,])/g, '').replace(',', '.'));
  return isGrouped.test(written) ? [decimal, Number(written.replace(/[.,]/g, ''))] : [decimal];
}

const numbersIn = (folded: string): string[] => folded.match(/\d+([.,]\d+)*/g) ?? [];

/** The numbers of amounts of money and percentages. */
const amountsIn = (folded: string): string[] =>
  [
    ...folded.matchAll(
      /(?:r\$|[$€£]) ?(\d+(?:[.,]\d+)*)|(\d+(?:[.,]\d+)*) ?(?:[€%]|reais|euros|pesos|dollars|pounds)/g,
    ),
  ].map(([, after = '', before = after]) => before);

/** What times and days may say of these values: hours on a clock of 12 hours, minutes as hours, days that are near. */
function timesOf(told: Set<number>, now: string): Set<number> {
  // Full hours.
  const values = new Set([0]);
  for (const value of told) {
    if (!Number.isInteger(value) || value > minutesADay) continue;
    if (value <= 24) values.add(value % 12 || 12);
    if (value > 60)
      values
        .add(Math.floor(value / 60))
        .add(value % 60)
        .add(value / 60);
  }
  for (let day = 0; day <= daysAhead; day++) {
    const date = new Date(Date.parse(now) + day * dayMs);
    values
      .add(date.getUTCDate())
      .add(date.getUTCMonth() + 1)
      .add(date.getUTCFullYear());
  }
  return values;
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/**
 * The numbers, amounts, phones, links and e-mail addresses of a reply that stand nowhere in what was told (the texts of
 * the shop and of the customer). Numbers are compared by value; dates are not judged.
 */
export function findInvented(reply: string, told: string, now: string): string[] {
  const known = fold(told);
  const phonesKnown = known.replace(/[ .()+-]/g, '');
  const invented: string[] = [];
  let text = fold(reply);
  text = text.replace(links, (link) => {
    if (!known.includes(link.replace(/[.,;:!?)*_]+$/, ''))) invented.push(link);
    return ' ';
  });
  for (const date of dates) text = text.replace(date, ' ');
  text = text.replace(phones, (phone) => {
    const digits = digitsOf(phone);
    if (digits.length < digitsOfPhone || !phonesKnown.includes(digits)) return phone;
    return ' ';
  });
  const values = new Set(numbersIn(known).flatMap(readValues));
  const times = timesOf(values, now);
  const stands = (written: string, among: Set<number>) => readValues(written).some((value) => among.has(value));
  const amounts = amountsIn(text).filter((written) => !stands(written, values));
  const numbers = numbersIn(text).filter((written) => !stands(written, values) && !stands(written, times));
  return [...invented, ...new Set([...amounts, ...numbers])];
}
