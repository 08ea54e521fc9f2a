import { useState } from 'react';

interface TypedValue {
  /** Empty where nothing, or nothing that can be read, was typed. */
  value: string;
  onChange(value: string): void;
  read(text: string): string | null;
  write(value: string): string;
}

/**
 * Props of a text field for a value that people write in several ways. The text stays as typed until the field is left,
 * then it takes the usual form; a text that cannot be read stays.
 */
export function useTyped({ value, onChange, read, write }: TypedValue) {
  const [typed, setTyped] = useState({ text: '', value: '' });
  // Another value than the typed one was chosen elsewhere.
  const isTyped = typed.text !== '' && typed.value === value;
  return {
    value: isTyped ? typed.text : write(value),
    onChange(event: { currentTarget: { value: string } }) {
      const text = event.currentTarget.value;
      const present = read(text) ?? '';
      setTyped({ text, value: present });
      onChange(present);
    },
    onBlur() {
      if (typed.value !== '') setTyped({ text: '', value: '' });
    },
  };
}
