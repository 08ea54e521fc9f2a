import { SimpleGrid } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operationQuery } from '../../../api/query.ts';
import { notifyFailure } from '../../../components/feedback/notify.ts';
import type { Form } from '../../../components/form/form.ts';
import { SuggestField } from '../../../components/form/suggest-field.tsx';
import { type SuggestedContact, useContactSuggestions } from '../../../components/form/use-contact-suggestions.tsx';
import { writtenNameOf } from '../../../components/values/customer.ts';
import { showPhone } from '../../../components/values/phone.ts';
import type { CardFields } from './new-card.tsx';

/** Name and number; typing in either finds the shop's contacts, and choosing one links the latest conversation. */
export function ContactField({ form, isKnown }: { form: Form<CardFields>; isKnown: boolean }) {
  const { t } = useTranslation('pipeline');
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const contacts = useContactSuggestions(isKnown ? '' : typed);
  const choose = async (contact: SuggestedContact) => {
    setTyped('');
    const { id: contactId } = contact;
    const contactName = writtenNameOf(contact) || form.values.contactName;
    form.setValues({ contactId, contactPhone: showPhone(contact.phone), contactName });
    const path = { phone: contactId };
    const found = await client.fetchQuery(operationQuery('getContact', { path })).catch(notifyFailure);
    form.setFieldValue('conversationId', found?.conversations[0]?.id ?? null);
  };
  const suggest = (field: 'contactName' | 'contactPhone') => ({
    label: t(field === 'contactName' ? 'fields.contactName' : 'fields.phone'),
    value: form.values[field],
    error: form.errors[field],
    disabled: isKnown,
    ...contacts,
    onChoose: choose,
    onChange: (text: string) => {
      form.setValues({ [field]: text, contactId: null, conversationId: null });
      setTyped(text);
    },
  });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <SuggestField {...suggest('contactName')} maxLength={200} />
      <SuggestField
        {...suggest('contactPhone')}
        type="tel"
        maxLength={30}
        placeholder={form.values.contactId === null ? undefined : t('shell:hidden.number')}
      />
    </SimpleGrid>
  );
}
