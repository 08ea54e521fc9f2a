import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Brazilian mobile numbers from before 2016 lack the leading nine; both spellings mean one person. */
const brazilianMobileWithoutNine = /^\+55([1-9][1-9])([6-9]\d{7})$/;

/**
 * Normalizes a number to E.164, interpreted in the workspace's country; null when it cannot be a phone number.
 * Brazilian mobiles always get their ninth digit, so that one customer is one contact.
 */
export function normalizePhone(input: string, country: string): string | null {
  const text = input.trim();
  if (text.length > 40) return null;
  // Spreadsheets often drop the plus of a country code: tried when the local reading fails.
  return readNumber(text, country) ?? (/^\d/.test(text) ? readNumber(`+${text}`, country) : null);
}

function readNumber(text: string, country: string): string | null {
  const region = isSupportedCountry(country) ? (country as CountryCode) : undefined;
  const parsed = parsePhoneNumberFromString(text, region);
  if (!parsed?.isPossible()) return null;
  return parsed.number.replace(brazilianMobileWithoutNine, '+55$19$2');
}

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
