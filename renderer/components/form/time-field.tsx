import { TextInput, type TextInputProps } from '@mantine/core';
import { readTime } from './moments.ts';
import { useTyped } from './use-typed.ts';

interface TimeFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** HH:MM, or empty. */
  value: string;
  onChange(value: string): void;
}

/** Field for a time of day, with 24 hours whatever the browser's language is. */
export function TimeField({ value, onChange, ...props }: TimeFieldProps) {
  const typed = useTyped({ value, onChange, read: readTime, write: (time) => time });
  return <TextInput {...props} {...typed} placeholder="00:00" inputMode="numeric" autoComplete="off" maxLength={12} />;
}
