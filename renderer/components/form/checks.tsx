import { Checkbox, Stack } from '@mantine/core';

interface ChecksProps {
  label: string;
  options: { id: string; name: string }[];
  /** Ids of the checked options. */
  value: string[];
  onChange(ids: string[]): void;
}

/** A list of named things, each with a checkbox; nothing without any. */
export function Checks({ label, options, value, onChange }: ChecksProps) {
  if (options.length === 0) return null;
  return (
    <Checkbox.Group label={label} value={value} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {options.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={name} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
