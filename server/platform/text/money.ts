import countryToCurrency from 'country-to-currency';
import { z } from 'zod';

/** Keeps the sum in cents of millions of amounts an exact number. */
const largestAmount = 999_999_999.99;

/** An amount in the API: not negative, at most two decimal places. */
export const Amount = z
  .number()
  .min(0)
  .max(largestAmount)
  .refine((amount) => Number(amount.toFixed(2)) === amount, 'must have at most two decimal places')
  .describe('An amount of money with at most two decimal places.');

/** An amount in an answer. */
export const Money = z.number().min(0);

/** Money is stored as integer cents. */
export const toCents = (amount: number): number => Math.round(amount * 100);

export const fromCents = (cents: number): number => cents / 100;

const currencies: ReadonlyMap<string, string> = new Map(Object.entries(countryToCurrency));

/** The currency (ISO 4217) of a country (ISO 3166-1 alpha-2); undefined for a code that names none. */
export const currencyOf = (country: string): string | undefined => currencies.get(country);

/** An amount with its currency, in the digits of the shop: `1.234,50 BRL`. Without a currency the plain number. */
export function formatAmount(
  amount: number,
  currency: string | null,
  { language, country }: { language: string; country: string },
): string {
  const code = currency !== null && /^[A-Z]{3}$/.test(currency) ? currency : 'EUR';
  const options = { style: 'currency', currency: code } as const;
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', options).resolvedOptions();
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const number = new Intl.NumberFormat(`${language}-${country}`, fraction).format(amount);
  return [number, ...(currency === null ? [] : [currency])].join(' ').replaceAll(/[\u00a0\u202f]/g, ' ');
}
