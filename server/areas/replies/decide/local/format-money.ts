import type { Workspace } from '../../../../platform/access/workspaces.ts';
import type { Language } from '../../../../platform/text/languages.ts';
import { currencyOf } from '../../../../platform/text/money.ts';

/** Where the currency is read. Prices look like those in the shop, whatever language the customer writes. */
const homeLanguage: Record<string, Language> = { BR: 'pt', PT: 'pt', US: 'en', GB: 'en', CA: 'en', AU: 'en', IE: 'en' };

/** A price in the money of the workspace's country: `R$ 49,90`. Without a known currency the plain number. */
export function formatMoney(amount: number, { country, language }: Pick<Workspace, 'country' | 'language'>): string {
  const currency = currencyOf(country);
  const locale = `${homeLanguage[country] ?? language}-${country}`;
  const style = currency ? ({ style: 'currency', currency } as const) : { minimumFractionDigits: 2 };
  // Narrow and fixed blanks are for typesetters; a chat wants plain ones.
  return new Intl.NumberFormat(locale, style).format(amount).replaceAll(/[\u00a0\u202f]/g, ' ');
}
