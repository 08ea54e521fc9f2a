import { SimpleGrid, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../api/operations.ts';
import { operationQuery } from '../../../api/query.ts';
import type { Form } from '../../../components/form/form.ts';
import { SuggestField } from '../../../components/form/suggest-field.tsx';
import { formatPhone } from '../../../components/values/phone.ts';
import type { OrderFields } from './order-fields.ts';

type Contact = Result<'listContacts'>['data'][number];

const typingPauseMs = 150;
const shortest = 2;
const mostShown = 6;

/** Name and phone; typing in either finds the shop's contacts. */
export function ClientFields({ form, isPhoneFixed }: { form: Form<OrderFields>; isPhoneFixed: boolean }) {
  const { t } = useTranslation('orders');
  const [typed, setTyped] = useState('');
  const contacts = useContacts(isPhoneFixed ? '' : typed);
  const choose = ({ name, phone }: Contact) => {
    setTyped('');
    form.setValues({ clientPhone: formatPhone(phone), ...(name === null ? {} : { clientName: name }) });
  };
  const suggest = (field: 'clientName' | 'clientPhone') => ({
    value: form.values[field],
    error: form.errors[field],
    items: contacts,
    keyOf: ({ id }: Contact) => id,
    show: (contact: Contact) => <Suggestion contact={contact} />,
    onChoose: choose,
    onChange: (text: string) => {
      form.setFieldValue(field, text);
      setTyped(text);
    },
  });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <SuggestField {...suggest('clientName')} label={t('form.name')} required maxLength={100} data-autofocus />
      <SuggestField
        {...suggest('clientPhone')}
        label={t('form.phone')}
        description={isPhoneFixed ? t('form.phoneFixed') : undefined}
        required
        disabled={isPhoneFixed}
        type="tel"
        maxLength={24}
      />
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
