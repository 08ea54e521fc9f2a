import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Time } from '../components/values/time.tsx';
import type { Begun } from './use-kept.ts';

/** Shows that a form continues an earlier entry, and lets the person start over. */
export function BegunNote({ begun: { continuedFrom, startOver } }: { begun: Begun }) {
  const { t } = useTranslation();
  if (continuedFrom === null) return null;
  return (
    <Group gap="xs" role="status">
      <Text size="sm" c="dimmed">
        {t('begun.continued')} <Time at={new Date(continuedFrom).toISOString()} />
      </Text>
      <Button variant="subtle" size="compact-sm" onClick={startOver}>
        {t('begun.startOver')}
      </Button>
    </Group>
  );
}
