import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrencySection } from './use-currency-section.tsx';

export interface NumberFieldProps
  extends Pick<
    NumberInputProps,
    'label' | 'aria-label' | 'description' | 'error' | 'required' | 'step' | 'size' | 'className'
  > {
  min: number;
  max: number;
  /** Maximum number of decimals; default 0. */
  decimals?: number;
  /** Prices show their decimals and the shop's currency. */
  isPrice?: boolean;
  /** Null while empty. */
  value: number | null;
  onChange(value: number | null): void;
}

const toNumber = (typed: string | number): number | null =>
  typed === '' || Number.isNaN(Number(typed)) ? null : Number(typed);

/** Number input in the format of the console's language. */
export function NumberField({ decimals = 0, isPrice = false, value, onChange, ...input }: NumberFieldProps) {
  const { language } = useTranslation().i18n;
  const [typed, setTyped] = useState<string | number>('');
  const currency = useCurrencySection();
  return (
    <NumberInput
      {...input}
      {...(isPrice ? currency : {})}
      clampBehavior="strict"
      allowNegative={false}
      decimalScale={decimals}
      fixedDecimalScale={isPrice}
      hideControls={isPrice}
      decimalSeparator={language === 'en' ? '.' : ','}
      allowedDecimalSeparators={['.', ',']}
      // Keep the typed text while it means the same value: "1," may become "1,5".
      value={toNumber(typed) === value ? typed : (value ?? '')}
      onChange={(next) => {
        setTyped(next);
        onChange(toNumber(next));
      }}
    />
  );
}
