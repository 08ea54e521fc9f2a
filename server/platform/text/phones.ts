import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Brazilian mobile numbers of before 2016 lack the leading nine; both spellings are one person. */
const brazilianMobileWithoutNine = /^\+55([1-9][1-9])([6-9]\d{7})$/;

/**
 * The number as E.164, read through the workspace's country; null when it cannot be a number. Brazilian mobiles always
 * carry their ninth digit, so that one customer is one contact.
 */
export function normalizePhone(input: string, country: string): string | null {
  const text = input.trim();
  if (text.length > 40) return null;
  // A country code without its plus is common in spreadsheets: tried where the local reading is no number.
  return readNumber(text, country) ?? (/^\d/.test(text) ? readNumber(`+${text}`, country) : null);
}

function readNumber(text: string, country: string): string | null {
  const region = isSupportedCountry(country) ? (country as CountryCode) : undefined;
  const parsed = parsePhoneNumberFromString(text, region);
  if (!parsed?.isPossible()) return null;
  return parsed.number.replace(brazilianMobileWithoutNine, '+55$19$2');
}

/**
 * The words under which a text index finds an E.164 number: itself, what is left of it without a country code of one to
 * three digits or without a Brazilian area code, and its last four digits.
 */
export function phoneWords(phone: string): string {
  const digits = phone.slice(1);
  return [0, 1, 2, 3, 4, -4].map((start) => digits.slice(start)).join(' ');
}

/** A search that can only mean a number, as the one word by which the index knows it; any other as it is. */
export const joinPhone = (search: string): string =>
  /^[\d\s()+./-]+$/.test(search) ? search.replaceAll(/\D/g, '') : search;
