import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCurrencySection } from '../../../components/form/use-currency-section.tsx';

interface MoneyInputProps extends Omit<NumberInputProps, 'value' | 'onChange'> {
  value?: number | null;
  onChange?(value: number | null): void;
}

const most = 99_999_999.99;

/** An amount in the shop's currency, as the console's language writes it. */
export function MoneyInput({ value, onChange, ...input }: MoneyInputProps) {
  const { i18n } = useTranslation();
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
      {...useCurrencySection()}
      value={value ?? ''}
      onChange={(next) => onChange?.(next === '' ? null : Number(next))}
      {...input}
    />
  );
}
