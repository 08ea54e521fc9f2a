import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../../components/feedback/loaded.tsx';
import { useDownload } from '../../../components/form/use-save.ts';
import { Card } from '../../../components/page/page.tsx';
import { backupsQuery } from '../queries.ts';
import { BackupListCard } from './backup-list.tsx';
import { Restore, type RestoreSource } from './restore.tsx';
import { RestoreFileCard } from './restore-file.tsx';
import { ScheduleCard } from './schedule-card.tsx';
import { SendingCard } from './sending-card.tsx';
import { SparesCard } from './spares-card.tsx';

/** Backups, restore, and export for other programs. */
export function BackupsSection() {
  const [source, setSource] = useState<RestoreSource | null>(null);
  return (
    <>
      <SendingCard />
      <SparesCard />
      <Loaded query={backupsQuery} shape="list">
        {(backups) => (
          <>
            <BackupListCard backups={backups} onRestore={(backup) => setSource({ kind: 'listed', backup })} />
            <ScheduleCard backups={backups} />
          </>
        )}
      </Loaded>
      <RestoreFileCard onChosen={(file) => setSource({ kind: 'file', file })} />
      <ExportCard />
      <Restore source={source} onClose={() => setSource(null)} />
    </>
  );
}

function ExportCard() {
  const { t } = useTranslation('settings');
  const download = useDownload('exportEverything');
  return (
    <Card title={t('export.title')}>
      <Stack align="flex-start">
        <Text size="sm" c="dimmed">
          {t('export.help')}
        </Text>
        <Group>
          <Button
            onClick={() => download.mutate()}
            loading={download.isPending}
            variant="light"
            leftSection={<IconDownload size={17} aria-hidden />}
          >
            {t('export.download')}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
