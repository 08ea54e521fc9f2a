import { Alert, Badge, Button, Group, Menu, Progress, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconShieldCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { Empty } from '../../../components/feedback/empty.tsx';
import { notifyDone, notifyTrouble } from '../../../components/feedback/notify.ts';
import { ConfirmButton } from '../../../components/form/confirm-button.tsx';
import { useAct, useDownload } from '../../../components/form/use-save.ts';
import { Card } from '../../../components/page/page.tsx';
import { ServerText } from '../../../components/values/server-text.tsx';
import { Time } from '../../../components/values/time.tsx';
import { useFormats } from '../../../components/values/use-formats.ts';
import { type Backups, backupsQuery } from '../queries.ts';

type Listed = Backups['items'][number];

interface BackupListProps {
  backups: Backups;
  onRestore(backup: Listed): void;
}

/** List of backups with a button to create one. */
export function BackupListCard({ backups, onRestore }: BackupListProps) {
  const { items, running, lastFailure, lastRestoreFailure, outsideFolders } = backups;
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const start = useAct(backupsQuery.queryKey, async () => {
    const { running: begun } = await call('startBackup');
    client.setQueryData(backupsQuery.queryKey, (known) => known && { ...known, running: begun });
  });
  return (
    <Card
      title={t('backups.title')}
      actions={
        <Button size="xs" onClick={() => start.mutate()} loading={start.isPending} disabled={running !== null}>
          {t('backups.start')}
        </Button>
      }
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t('backups.help')}
        </Text>
        {running && (
          <Stack gap={6} role="status">
            <Text size="sm">{t(`backups.running.${running.kind}`, { percent: running.progress })}</Text>
            <Progress
              value={running.progress}
              animated
              aria-label={t(`backups.running.${running.kind}`, { percent: running.progress })}
            />
          </Stack>
        )}
        {lastFailure && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t('backups.failed')}>
            <Time at={lastFailure.at} />: <ServerText text={lastFailure.message} />
          </Alert>
        )}
        {lastRestoreFailure && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t('backups.notRestored')}>
            <Time at={lastRestoreFailure.at} />: <ServerText text={lastRestoreFailure.message} />
          </Alert>
        )}
        {outsideFolders.length > 0 && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t('backups.outside', { folders: outsideFolders.join(', ') })}
          </Text>
        )}
        {items.length === 0 && !running && <Empty drawing="backup" text={t('backups.none')} />}
        {items.length > 0 && (
          <ul className="fd-list">
            {items.map((backup) => (
              <Line key={backup.name} backup={backup} isBusy={running !== null} onRestore={() => onRestore(backup)} />
            ))}
          </ul>
        )}
      </Stack>
    </Card>
  );
}

interface LineProps {
  backup: Listed;
  isBusy: boolean;
  onRestore(): void;
}

function Line(line: LineProps) {
  const { t } = useTranslation('settings');
  const formats = useFormats();
  const { name, path, createdAt, reason, sizeBytes, missing } = line.backup;
  return (
    <Group component="li" className="fd-line" justify="space-between" gap="xs" py="sm">
      <Stack gap={2} style={{ flex: '1 1 260px', minWidth: 0 }}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            <Time at={createdAt} style="full" />
          </Text>
          <State backup={line.backup} />
        </Group>
        {missing !== null && missing.count > 0 && (
          <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
            {[t('backups.missing', { count: missing.count }), ...missing.files].join(' · ')}
          </Text>
        )}
        <Text size="xs" c="dimmed" title={path} style={{ overflowWrap: 'anywhere' }}>
          {`${t(`backups.reason.${reason}`)} · ${formats.bytes(sizeBytes)} · ${name}`}
        </Text>
      </Stack>
      <Actions {...line} />
    </Group>
  );
}

/** Returns the number of files that a backup is known to lack. */
const countMissing = ({ missing }: Pick<Listed, 'missing'>): number => missing?.count ?? 0;

function State({ backup }: { backup: Listed }) {
  const { t } = useTranslation('settings');
  const look = { variant: 'light', tt: 'none', radius: 'sm' } as const;
  if (!backup.verified) {
    return (
      <Badge {...look} color="gray">
        {t('backups.unverified')}
      </Badge>
    );
  }
  const isWhole = countMissing(backup) === 0;
  const Icon = isWhole ? IconShieldCheck : IconAlertTriangle;
  return (
    <Badge {...look} color={isWhole ? 'green' : 'orange'} leftSection={<Icon size={13} aria-hidden />}>
      {t(isWhole ? 'backups.verified' : 'backups.incomplete')}
    </Badge>
  );
}

function Actions({ backup: { name }, isBusy, onRestore }: LineProps) {
  const { t } = useTranslation('settings');
  const path = { name };
  const verify = useAct(backupsQuery.queryKey, async () => {
    const count = countMissing(await call('verifyBackup', { path }));
    if (count === 0) notifyDone(t('backups.sound'));
    else notifyTrouble(t('backups.missing', { count }));
  });
  const remove = useAct(backupsQuery.queryKey, () => call('deleteBackup', { path }));
  const download = useDownload('downloadBackup', { path });
  return (
    <Group gap="xs">
      <Button size="xs" variant="light" onClick={onRestore} disabled={isBusy}>
        {t('backups.restore')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            rightSection={<IconChevronDown size={14} aria-hidden />}
            loading={verify.isPending}
          >
            {t('backups.more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => verify.mutate()} disabled={isBusy}>
            {t('backups.verify')}
          </Menu.Item>
          <Menu.Item onClick={() => download.mutate()}>{t('backups.download')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmButton
        size="xs"
        variant="subtle"
        color="red"
        question={t('backups.deleteQuestion')}
        onConfirm={() => remove.mutate()}
        loading={remove.isPending}
      >
        {t('shell:common.delete')}
      </ConfirmButton>
    </Group>
  );
}
