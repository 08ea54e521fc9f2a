import { SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SuggestField } from '../../../components/form/suggest-field.tsx';
import { useContactSuggestions } from '../../../components/form/use-contact-suggestions.tsx';
import { writtenNameOf } from '../../../components/values/customer.ts';
import { showPhone } from '../../../components/values/phone.ts';

interface Person {
  clientName: string;
  /** The contact whose number is shown; null if the typed number identifies the customer. */
  contactId: string | null;
  clientPhone: string;
}

interface PersonFieldsProps extends Person {
  phoneError: string | undefined;
  onChange(person: Partial<Person>): void;
}

/** Who comes: a contact found by typing, or anyone else. */
export function PersonFields({ clientName, contactId, clientPhone, phoneError, onChange }: PersonFieldsProps) {
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
        onChoose={(contact) => {
          setTyped('');
          const clientPhone = showPhone(contact.phone);
          onChange({ clientName: writtenNameOf(contact), contactId: contact.id, clientPhone });
        }}
      />
      <TextInput
        label={t('form.phone')}
        type="tel"
        maxLength={40}
        value={clientPhone}
        placeholder={contactId === null ? undefined : t('shell:hidden.number')}
        error={phoneError}
        onChange={(event) => onChange({ contactId: null, clientPhone: event.currentTarget.value })}
      />
    </SimpleGrid>
  );
}
