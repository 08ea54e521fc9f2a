import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { Card } from '../../components/page/page.tsx';
import { useFormats } from '../../components/values/use-formats.ts';
import { desktop } from './desktop.ts';
import { type Settings, settingsQuery } from './queries.ts';

/** Used and free disk space. */
export function StorageSection() {
  return <Loaded query={settingsQuery}>{({ storage }) => <StorageCard storage={storage} />}</Loaded>;
}

const parts = [
  { name: 'databaseBytes', color: 'brand' },
  { name: 'blobsBytes', color: 'blue' },
  { name: 'backupsBytes', color: 'violet' },
] as const;

function StorageCard({ storage }: Pick<Settings, 'storage'>) {
  const { t } = useTranslation('settings');
  const { bytes } = useFormats();
  const used = parts.reduce((sum, { name }) => sum + storage[name], 0);
  const total = used + storage.freeBytes;
  return (
    <Card title={t('storage.title')}>
      <Stack>
        <Text size="sm">{t('storage.sum', { used: bytes(used), free: bytes(storage.freeBytes) })}</Text>
        {parts.map(({ name, color }) => (
          <div key={name}>
            <Group justify="space-between" mb={4}>
              <Text size="sm">{t(`storage.${name}`)}</Text>
              <Text size="sm">{bytes(storage[name])}</Text>
            </Group>
            <Progress
              value={(storage[name] / Math.max(used, 1)) * 100}
              color={color}
              aria-label={`${t(`storage.${name}`)}: ${bytes(storage[name])}`}
            />
          </div>
        ))}
        <div>
          <Group justify="space-between" mb={4}>
            <Text size="sm" fw={600}>
              {t('storage.disk')}
            </Text>
            <Text size="sm">{t('storage.ofDisk', { used: bytes(used), total: bytes(total) })}</Text>
          </Group>
          <Progress value={(used / total) * 100} size="lg" color="gray" aria-label={t('storage.disk')} />
        </div>
        <Text size="xs" c="dimmed">
          {t('storage.help')}
        </Text>
        {desktop() && (
          <Group>
            <Button
              variant="default"
              leftSection={<IconFolderOpen size={17} aria-hidden />}
              onClick={() => desktop()?.openDataFolder()}
            >
              {t('storage.open')}
            </Button>
          </Group>
        )}
      </Stack>
    </Card>
  );
}
