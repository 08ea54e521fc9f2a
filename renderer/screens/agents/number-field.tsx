import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface NumberFieldProps extends Pick<NumberInputProps, 'label' | 'description' | 'error' | 'required' | 'step'> {
  min: number;
  max: number;
  /** How many decimals there may be; absent: none. */
  decimals?: number;
  /** An amount of money always shows its decimals. */
  isPrice?: boolean;
  /** Null while nothing is filled in. */
  value: number | null;
  onChange(value: number | null): void;
}

const toNumber = (typed: string | number): number | null =>
  typed === '' || Number.isNaN(Number(typed)) ? null : Number(typed);

/** A number, written as the console's language does. */
export function NumberField({ decimals = 0, isPrice = false, value, onChange, ...input }: NumberFieldProps) {
  const { language } = useTranslation().i18n;
  const [typed, setTyped] = useState<string | number>('');
  return (
    <NumberInput
      {...input}
      clampBehavior="strict"
      allowNegative={false}
      decimalScale={decimals}
      fixedDecimalScale={isPrice}
      hideControls={isPrice}
      decimalSeparator={language === 'en' ? '.' : ','}
      allowedDecimalSeparators={['.', ',']}
      // "1," is on its way to "1,5": what is typed stands as long as it means the value.
      value={toNumber(typed) === value ? typed : (value ?? '')}
      onChange={(next) => {
        setTyped(next);
        onChange(toNumber(next));
      }}
    />
  );
}

/** The largest amount of money that the server takes (`platform/money.ts`). */
const largestPrice = 999_999_999.99;

export function PriceField(props: Pick<NumberFieldProps, 'description' | 'required' | 'error' | 'value' | 'onChange'>) {
  const { t } = useTranslation('agents');
  return <NumberField {...props} label={t('services.price')} min={0} max={largestPrice} decimals={2} isPrice />;
}
