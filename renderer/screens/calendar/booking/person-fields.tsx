import { SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SuggestField } from '../../../components/form/suggest-field.tsx';
import { useContactSuggestions } from '../../../components/form/use-contact-suggestions.tsx';

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
  const [typed, setTyped] = useState('');
  const contacts = useContactSuggestions(typed);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <SuggestField
        {...contacts}
        label={t('form.person')}
        description={t('form.personHelp')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={clientName}
        maxLength={255}
        data-autofocus
        onChange={(text) => {
          setTyped(text);
          onChange({ clientName: text });
        }}
        onChoose={({ name, phone }) => {
          setTyped('');
          onChange({ clientName: name ?? '', clientPhone: phone });
        }}
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
