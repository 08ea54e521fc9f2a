import { SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Form } from '../../../components/form/form.ts';
import { SuggestField } from '../../../components/form/suggest-field.tsx';
import { type SuggestedContact, useContactSuggestions } from '../../../components/form/use-contact-suggestions.tsx';
import { writtenNameOf } from '../../../components/values/customer.ts';
import { showPhone } from '../../../components/values/phone.ts';
import type { OrderFields } from './order-fields.ts';

interface ClientFieldsProps {
  form: Form<OrderFields>;
  /** True for an order whose contact was deleted: it may stay without a customer. */
  isOrphan: boolean;
}

/** Name and phone; typing in either finds the shop's contacts. */
export function ClientFields({ form, isOrphan }: ClientFieldsProps) {
  const { t } = useTranslation('orders');
  const [typed, setTyped] = useState('');
  const contacts = useContactSuggestions(typed);
  const choose = (contact: SuggestedContact) => {
    setTyped('');
    const clientName = writtenNameOf(contact) || form.values.clientName;
    form.setValues({ contactId: contact.id, clientPhone: showPhone(contact.phone), clientName });
  };
  const suggest = (field: 'clientName' | 'clientPhone') => ({
    value: form.values[field],
    error: form.errors[field],
    ...contacts,
    onChoose: choose,
    onChange: (text: string) => {
      form.setFieldValue(field, text);
      if (field === 'clientPhone') form.setFieldValue('contactId', null);
      setTyped(text);
    },
  });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <SuggestField {...suggest('clientName')} label={t('form.name')} required maxLength={100} data-autofocus />
      <SuggestField
        {...suggest('clientPhone')}
        label={t('form.phone')}
        required={form.values.contactId === null && !isOrphan}
        placeholder={form.values.contactId === null ? undefined : t('shell:hidden.number')}
        type="tel"
        maxLength={24}
      />
    </SimpleGrid>
  );
}
