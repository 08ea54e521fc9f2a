import { ActionIcon, Code, CopyButton, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Several lines to copy, such as a configuration. */
export function CopyCode({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation();
  return (
    <Stack gap={4}>
      <Group justify="space-between">
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Tooltip label={copied ? t('common.copied') : t('common.copy')}>
              <ActionIcon variant="light" onClick={copy} aria-label={`${t('common.copy')}: ${label}`}>
                {copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      </Group>
      {/* Scrolls sideways, so it takes the focus of the keyboard. */}
      <Code block tabIndex={0} role="region" aria-label={label}>
        {text}
      </Code>
    </Stack>
  );
}
