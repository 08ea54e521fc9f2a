import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { invalid } from '../problem.ts';

/** A number in its one canonical form, E.164 as dialled from abroad, or the reason for which a text is none. */
export type PhoneReading = { phone: string; refusal: null } | { phone: null; refusal: string };

const foreign = 'A number of another country begins with + and the country code';

/**
 * Spellings of one number that apps and old lists still use, with what is dialled from abroad today.
 * Brazil: mobiles without the nine, until 2016. Mexico: a 1 or a prefix of calls within the country, until 2019.
 * Argentina: the 15 of calls within the country, after the nine of calls from abroad. Ivory Coast: eight digits, until
 * 2021; the second one was the operator's. Benin: eight digits, until 2024.
 */
const olderSpellings: [RegExp, string][] = [
  [/^\+55([1-9][1-9])([6-9]\d{7})$/, '+55$19$2'],
  [/^\+52(?:1|01|044|045)(\d{10})$/, '+52$1'],
  [/^\+549(11)15(\d{8})$/, '+549$1$2'],
  [/^\+549(\d{3})15(\d{7})$/, '+549$1$2'],
  [/^\+549(\d{4})15(\d{6})$/, '+549$1$2'],
  [/^\+225([04-9][0-3]\d{6})$/, '+22501$1'],
  [/^\+225([04-9][4-6]\d{6})$/, '+22505$1'],
  [/^\+225([04-9][7-9]\d{6})$/, '+22507$1'],
  [/^\+229(\d{8})$/, '+22901$1'],
];

/**
 * Reads a number as people and spreadsheets write it, in a country's local spelling or with a country code. Refuses digits
 * that a spreadsheet rounded, a number that cannot be dialled, and a number of another country that lacks both + and an
 * international prefix.
 */
export function readPhone(input: string, country: string): PhoneReading {
  const text = input.normalize('NFKC').trim();
  if (text.length > 40 || !/\d\D*\d\D*\d/.test(text)) return refuse('This is not a phone number');
  const spelled = withoutFraction(text);
  if (spelled === null)
    return refuse(
      'Digits of this number were lost in a spreadsheet: format the column as text and enter the number again',
    );
  // In Mexico, 1 and ten digits may be a number of the United States or an older spelling of a Mexican one.
  if (country === 'MX' && /^1\d{10}$/.test(spelled.replaceAll(/[^\d+]/g, ''))) return refuse(foreign);
  const region = isSupportedCountry(country) ? (country as CountryCode) : undefined;
  const international = /^\+|^00/.test(spelled) ? parse(spelled.replace(/^00/, '+'), region) : null;
  const read = international ?? parse(spelled, region);
  if (read) return { phone: read, refusal: null };
  const isForeign = /^\d/.test(spelled) && parse(`+${spelled}`, undefined) !== null;
  return refuse(isForeign ? foreign : 'No such number can be dialled: check its digits and its area code');
}

const refuse = (refusal: string): PhoneReading => ({ phone: null, refusal });

/** Returns the digits of a number that a spreadsheet wrote as 11987654321.0 or 5.511987654321E+12; null if it rounded. */
function withoutFraction(text: string): string | null {
  const power = /^(\d)[.,](\d+)E\+?(\d+)$/i.exec(text);
  if (!power) return text.replace(/^(\+?\d{7,})[.,]0{1,2}$/, '$1');
  const [, first = '', rest = '', exponent] = power;
  return rest.length === Number(exponent) ? first + rest : null;
}

/** Returns the canonical form of a number that can be dialled. */
function parse(text: string, region: CountryCode | undefined): string | null {
  const parsed = parsePhoneNumberFromString(text, region);
  if (!parsed) return null;
  const phone = canonicalPhone(parsed.number);
  const dialled = phone === parsed.number ? parsed : parsePhoneNumberFromString(phone);
  return dialled?.isValid() ? phone : null;
}

/**
 * The canonical form of a number in E.164 that the vendor names. One outside every numbering plan stays as it is: the
 * person behind it is real.
 */
export function canonicalPhone(number: string): string {
  const [older, dialled] = olderSpellings.find(([spelling]) => spelling.test(number)) ?? [];
  return older && dialled ? number.replace(older, dialled) : number;
}

/**
 * The other number that a person may mean by an Argentine one: people leave out the nine of mobiles, so the number
 * looks like a landline. Null for any other number.
 */
export function twinOf(phone: string): string | null {
  const [, nine, rest] = /^\+54(9?)(\d{10})$/.exec(phone) ?? [];
  if (rest === undefined) return null;
  return nine ? `+54${rest}` : `+549${rest}`;
}

/** Reads a number in a field. Throws 400 with the reason if it is none. */
export function requirePhone(input: string, country: string, field: string): string {
  const { phone, refusal } = readPhone(input, country);
  if (phone === null) throw invalid(field, refusal, 'invalid_phone');
  return phone;
}

/** Returns what a number that may not exist is looked up by: its canonical form, or the text itself. */
export const phoneOrText = (input: string, country: string): string => readPhone(input, country).phone ?? input;

/**
 * Returns the words by which a text index finds an E.164 number: the digits, the digits without a country code of one
 * to three digits or a Brazilian area code, and the last four.
 */
export function phoneWords(phone: string): string {
  const digits = phone.slice(1);
  return [0, 1, 2, 3, 4, -4].map((start) => digits.slice(start)).join(' ');
}

/**
 * Joins a search that can only mean a number into the one word used by the index; returns any other search unchanged.
 */
export const joinPhone = (search: string): string =>
  /^[\d\s()+./-]+$/.test(search) ? search.replaceAll(/\D/g, '') : search;
