import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { itemsQuery } from '../queries.ts';
import { OptionField } from './fields.tsx';
import { useForm } from './form-context.ts';
import { LinesField } from './lines-field.tsx';
import { MoreFields } from './more-fields.tsx';
import { VariableText } from './variable-text.tsx';

const methods = ['PIX', 'CREDIT_CARD', 'DEBIT_CARD', 'CASH', 'BOLETO'] as const;

/** Places an order: items by name, whose prices are those of the menu. */
export function OrderForm() {
  const { t } = useTranslation('flows');
  const { aiAgentId } = useForm();
  const items = useQuery(itemsQuery(aiAgentId)).data?.data ?? [];
  return (
    <>
      <LinesField
        path="config.items"
        label={t('placeOrder.items')}
        help={items.length > 0 ? t('placeOrder.itemsHelp', { example: items[0]?.name ?? '' }) : t('placeOrder.noItems')}
        add={t('placeOrder.addItem')}
        most={50}
        fresh={() => ({ catalogItem: '', quantity: '1' })}
        line={(place, index) => <ItemFields place={place} number={index + 1} />}
      />
      <VariableText path="config.address" label={t('placeOrder.address')} maxLength={200} isOptional />
      <OptionField
        path="config.paymentMethod"
        label={t('placeOrder.payment')}
        isOptional
        options={methods.map((method) => ({ value: method, label: t(`placeOrder.methods.${method}`) }))}
      />
      <MoreFields paths={['config.clientName', 'config.deliveryFee', 'config.notes']}>
        <VariableText path="config.clientName" label={t('placeOrder.client')} maxLength={200} />
        <VariableText path="config.deliveryFee" label={t('placeOrder.fee')} maxLength={100} isOptional />
        <VariableText path="config.notes" label={t('placeOrder.notes')} maxLength={500} isOptional />
      </MoreFields>
    </>
  );
}

function ItemFields({ place, number }: { place: string; number: number }) {
  const { t } = useTranslation('flows');
  return (
    <>
      <div className="fw-wide">
        <VariableText path={`${place}.catalogItem`} label={t('placeOrder.item', { number })} maxLength={300} />
      </div>
      <VariableText path={`${place}.quantity`} label={t('placeOrder.quantity')} maxLength={100} />
    </>
  );
}
