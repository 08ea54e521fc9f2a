import { SimpleGrid, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../api/operations.ts';
import { operationQuery } from '../../../api/query.ts';
import { notifyFailure } from '../../../components/feedback/notify.ts';
import type { Form } from '../../../components/form/form.ts';
import { SuggestField } from '../../../components/form/suggest-field.tsx';
import { formatPhone } from '../../../components/values/phone.ts';
import type { CardFields } from './new-card.tsx';

type Contact = Result<'listContacts'>['data'][number];

const typingPauseMs = 150;
const shortest = 2;
const mostShown = 6;

/** Name and number; typing in either finds the shop's contacts, and choosing one links the latest conversation. */
export function ContactField({ form, isKnown }: { form: Form<CardFields>; isKnown: boolean }) {
  const { t } = useTranslation('pipeline');
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const contacts = useContacts(isKnown ? '' : typed);
  const choose = async ({ name, phone }: Contact) => {
    setTyped('');
    form.setValues({ contactPhone: formatPhone(phone), ...(name === null ? {} : { contactName: name }) });
    const found = await client.fetchQuery(operationQuery('getContact', { path: { phone } })).catch(notifyFailure);
    form.setFieldValue('conversationId', found?.conversations[0]?.id ?? null);
  };
  const suggest = (field: 'contactName' | 'contactPhone') => ({
    label: t(field === 'contactName' ? 'fields.contactName' : 'fields.phone'),
    value: form.values[field],
    error: form.errors[field],
    disabled: isKnown,
    items: contacts,
    keyOf: ({ id }: Contact) => id,
    show: (contact: Contact) => <Suggestion contact={contact} />,
    onChoose: choose,
    onChange: (text: string) => {
      form.setValues({ [field]: text, conversationId: null });
      setTyped(text);
    },
  });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <SuggestField {...suggest('contactName')} maxLength={200} />
      <SuggestField {...suggest('contactPhone')} type="tel" maxLength={30} />
    </SimpleGrid>
  );
}

const Suggestion = ({ contact: { name, phone } }: { contact: Contact }) => (
  <>
    <Text span size="sm" fw={600}>
      {name ?? formatPhone(phone)}
    </Text>
    {name !== null && (
      <Text span size="xs" c="dimmed" ml={8}>
        {formatPhone(phone)}
      </Text>
    )}
  </>
);

function useContacts(typed: string): Contact[] {
  const [search] = useDebouncedValue(typed.trim(), typingPauseMs);
  const isAsked = typed.trim().length >= shortest && search.length >= shortest;
  const { data } = useQuery({
    ...operationQuery('listContacts', { query: { search, limit: mostShown } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  return isAsked ? (data?.data ?? []) : [];
}
