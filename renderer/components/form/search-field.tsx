import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { useHotkeys } from '../hotkeys/use-hotkeys.ts';

interface SearchFieldProps {
  /** Its name, which also stands in it while it is empty. */
  label: string;
  value: string;
  onChange(text: string): void;
}

/** The field that searches a list; `/` leads to it. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => field.current?.select()]]);
  return (
    <TextInput
      ref={field}
      type="search"
      w={{ base: '100%', xs: 280 }}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={17} aria-hidden />}
      value={value}
      maxLength={100}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
