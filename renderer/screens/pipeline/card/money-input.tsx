import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useConsole } from '../../../session.ts';

interface MoneyInputProps extends Omit<NumberInputProps, 'value' | 'onChange'> {
  value?: number | null;
  onChange?(value: number | null): void;
}

const most = 99_999_999.99;

/** An amount in the shop's currency, as the console's language writes it. */
export function MoneyInput({ value, onChange, ...input }: MoneyInputProps) {
  const { i18n } = useTranslation();
  const { currency } = useConsole();
  const parts = new Intl.NumberFormat(i18n.language).formatToParts(12_345.6);
  const separatorOf = (type: string) => parts.find((part) => part.type === type)?.value;
  return (
    <NumberInput
      min={0}
      max={most}
      decimalScale={2}
      fixedDecimalScale
      decimalSeparator={separatorOf('decimal') ?? '.'}
      thousandSeparator={separatorOf('group') ?? false}
      hideControls
      leftSection={<span className="pl-currency">{symbolOf(currency, i18n.language)}</span>}
      value={value ?? ''}
      onChange={(next) => onChange?.(next === '' ? null : Number(next))}
      {...input}
    />
  );
}

function symbolOf(currency: string | null, language: string): string | undefined {
  if (currency === null) return undefined;
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value;
}
