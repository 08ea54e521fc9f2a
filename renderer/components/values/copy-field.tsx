import { Group, TextInput } from '@mantine/core';
import { CopyIcon } from './copy-icon.tsx';

/** A value to copy: a key, a URL, a secret. */
export const CopyField = ({ label, value }: { label: string; value: string }) => (
  <Group gap="xs" align="flex-end" wrap="nowrap">
    <TextInput
      label={label}
      value={value}
      readOnly
      styles={{ root: { flex: 1 }, input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      onFocus={(event) => event.currentTarget.select()}
    />
    <CopyIcon label={label} value={value} size="input-sm" />
  </Group>
);
