import { useTranslation } from 'react-i18next';
import { NumberField, type NumberFieldProps } from '../../components/form/number-field.tsx';

/** Largest amount that the server accepts (`platform/money.ts`). */
const largestPrice = 999_999_999.99;

export function PriceField(props: Pick<NumberFieldProps, 'description' | 'required' | 'error' | 'value' | 'onChange'>) {
  const { t } = useTranslation('agents');
  return <NumberField {...props} label={t('services.price')} min={0} max={largestPrice} decimals={2} isPrice />;
}
