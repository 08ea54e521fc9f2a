import { useTranslation } from 'react-i18next';
import { useConsole } from '../../session.ts';

/** Width of a sign and of the space around it, in pixels: `R$` needs more than `$`. */
const widthOf = (symbol: string): number => 20 + 9 * symbol.length;

/** The sign of the shop's currency at the start of a field for an amount; nothing where the shop has none. */
export function useCurrencySection() {
  const { language } = useTranslation().i18n;
  const { currency } = useConsole();
  if (currency === null) return {};
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
  return {
    leftSection: (
      <span className="fd-currency" aria-hidden>
        {symbol}
      </span>
    ),
    leftSectionWidth: widthOf(symbol),
    leftSectionPointerEvents: 'none' as const,
  };
}
