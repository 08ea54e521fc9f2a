import { SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Form } from '../../../components/form/form.ts';
import { SuggestField } from '../../../components/form/suggest-field.tsx';
import { type SuggestedContact, useContactSuggestions } from '../../../components/form/use-contact-suggestions.tsx';
import { formatPhone } from '../../../components/values/phone.ts';
import type { OrderFields } from './order-fields.ts';

/** Name and phone; typing in either finds the shop's contacts. */
export function ClientFields({ form }: { form: Form<OrderFields> }) {
  const { t } = useTranslation('orders');
  const [typed, setTyped] = useState('');
  const contacts = useContactSuggestions(typed);
  const choose = ({ name, phone }: SuggestedContact) => {
    setTyped('');
    form.setValues({ clientPhone: formatPhone(phone), ...(name === null ? {} : { clientName: name }) });
  };
  const suggest = (field: 'clientName' | 'clientPhone') => ({
    value: form.values[field],
    error: form.errors[field],
    ...contacts,
    onChoose: choose,
    onChange: (text: string) => {
      form.setFieldValue(field, text);
      setTyped(text);
    },
  });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <SuggestField {...suggest('clientName')} label={t('form.name')} required maxLength={100} data-autofocus />
      <SuggestField {...suggest('clientPhone')} label={t('form.phone')} required type="tel" maxLength={24} />
    </SimpleGrid>
  );
}
