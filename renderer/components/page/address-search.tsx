import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

const typingPauseMs = 250;

interface AddressSearchProps {
  label: string;
  /** What the address says when the list is opened. */
  value: string;
  onChange(text: string): void;
}

/** Search field of a list whose filters are in the address; tells what was typed once the typing pauses. */
export function AddressSearch({ label, value, onChange }: AddressSearchProps) {
  const [text, setText] = useState(value);
  const tell = useDebouncedCallback(onChange, typingPauseMs);
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      type="search"
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={({ currentTarget: { value: typed } }) => {
        setText(typed);
        tell(typed);
      }}
      maxLength={200}
    />
  );
}
