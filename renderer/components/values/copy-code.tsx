import { Group, Stack, Text } from '@mantine/core';
import { CodeBlock } from './code-block.tsx';
import { CopyIcon } from './copy-icon.tsx';

/** Several lines to copy, such as a configuration. */
export const CopyCode = ({ label, text }: { label: string; text: string }) => (
  <Stack gap={4}>
    <Group justify="space-between">
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <CopyIcon label={label} value={text} />
    </Group>
    <CodeBlock text={text} label={label} />
  </Stack>
);
