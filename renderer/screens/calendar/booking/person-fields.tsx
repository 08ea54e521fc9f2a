import { Autocomplete, SimpleGrid, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { operationQuery } from '../../../api/query.ts';
import { formatPhone } from '../../../components/values/phone.ts';

const typingPauseMs = 150;
const mostFound = 6;

interface Person {
  clientName: string;
  clientPhone: string;
}

interface PersonFieldsProps extends Person {
  phoneError: string | undefined;
  onChange(person: Partial<Person>): void;
}

/** Who comes: a contact found by typing, or anyone else. */
export function PersonFields({ clientName, clientPhone, phoneError, onChange }: PersonFieldsProps) {
  const { t } = useTranslation('calendar');
  const [asked] = useDebouncedValue(clientName.trim(), typingPauseMs);
  const { data } = useQuery({
    ...operationQuery('listContacts', { query: { search: asked, limit: mostFound } }),
    enabled: asked.length >= 2,
    placeholderData: keepPreviousData,
  });
  const found = new Map(
    (clientName.trim().length < 2 ? [] : (data?.data ?? [])).map(({ name, phone }) => [
      name === null ? formatPhone(phone) : `${name} · ${formatPhone(phone)}`,
      { clientName: name ?? '', clientPhone: phone },
    ]),
  );
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <Autocomplete
        label={t('form.person')}
        description={t('form.personHelp')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={[...found.keys()]}
        filter={({ options }) => options}
        value={clientName}
        maxLength={255}
        data-autofocus
        onChange={(text) => onChange(found.get(text) ?? { clientName: text })}
      />
      <TextInput
        label={t('form.phone')}
        type="tel"
        maxLength={40}
        value={clientPhone}
        error={phoneError}
        onChange={(event) => onChange({ clientPhone: event.currentTarget.value })}
      />
    </SimpleGrid>
  );
}
