import type { TextInputProps } from '@mantine/core';
import { nameOf } from '../values/customer.ts';
import { SuggestField } from './suggest-field.tsx';
import { useContactSuggestions } from './use-contact-suggestions.tsx';

/** The addressee of a message: a known customer, else the person with the typed number. */
export interface CustomerChoice {
  contactId: string | null;
  typed: string;
}

export const nobody: CustomerChoice = { contactId: null, typed: '' };

const shortestNumber = 8;

/** Returns whether a customer was chosen or the text may be a number. */
export const isSomebody = ({ contactId, typed }: CustomerChoice): boolean =>
  contactId !== null || typed.trim().length >= shortestNumber;

/** The choice in the form that operations accept. */
export const toReference = ({ contactId, typed }: CustomerChoice): { contactId: string } | { phoneNumber: string } =>
  contactId === null ? { phoneNumber: typed.trim() } : { contactId };

interface CustomerFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: CustomerChoice;
  onChange(value: CustomerChoice): void;
}

/** Accepts a number, or a customer found by name, user name or number. */
export function CustomerField({ value, onChange, ...input }: CustomerFieldProps) {
  const contacts = useContactSuggestions(value.contactId === null ? value.typed : '');
  return (
    <SuggestField
      {...contacts}
      {...input}
      maxLength={120}
      value={value.typed}
      onChange={(typed) => onChange({ contactId: null, typed })}
      onChoose={(contact) => onChange({ contactId: contact.id, typed: nameOf(contact) })}
    />
  );
}
