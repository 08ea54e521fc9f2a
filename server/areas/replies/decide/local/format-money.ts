import type { Language, Workspace } from '../../../../platform/access/workspaces.ts';

const countriesOf: Record<string, string> = {
  BRL: 'BR',
  USD: 'US PR EC SV PA',
  EUR: 'PT ES FR DE IT IE NL BE AT FI GR LU MT CY EE LV LT SK SI HR BG AD',
  GBP: 'GB',
  MXN: 'MX',
  ARS: 'AR',
  COP: 'CO',
  CLP: 'CL',
  PEN: 'PE',
  UYU: 'UY',
  PYG: 'PY',
  BOB: 'BO',
  VES: 'VE',
  CRC: 'CR',
  GTQ: 'GT',
  HNL: 'HN',
  NIO: 'NI',
  DOP: 'DO',
  CUP: 'CU',
  CAD: 'CA',
  AUD: 'AU',
  NZD: 'NZ',
  ZAR: 'ZA',
  AOA: 'AO',
  MZN: 'MZ',
  CVE: 'CV',
  CHF: 'CH LI',
  INR: 'IN',
};
const currencyOf = new Map(
  Object.entries(countriesOf).flatMap(([currency, countries]) =>
    countries.split(' ').map((country) => [country, currency] as const),
  ),
);
/** Where the currency is read. Prices look like those in the shop, whatever language the customer writes. */
const homeLanguage: Record<string, Language> = { BR: 'pt', PT: 'pt', US: 'en', GB: 'en', CA: 'en', AU: 'en', IE: 'en' };

/** A price in the money of the workspace's country: `R$ 49,90`. Without a known currency the plain number. */
export function formatMoney(amount: number, { country, language }: Pick<Workspace, 'country' | 'language'>): string {
  const currency = currencyOf.get(country);
  const locale = `${homeLanguage[country] ?? language}-${country}`;
  const style = currency ? ({ style: 'currency', currency } as const) : { minimumFractionDigits: 2 };
  // Narrow and fixed blanks are for typesetters; a chat wants plain ones.
  return new Intl.NumberFormat(locale, style).format(amount).replaceAll(/[\u00a0\u202f]/g, ' ');
}
