import { Alert, Button, Group, Progress, Text } from '@mantine/core';
import { IconRefresh, IconReload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { invalidate } from '../../../api/query.ts';
import { reads } from '../../../api/reads.ts';
import { notifyFailure } from '../../../components/feedback/notify.ts';
import { ServerText } from '../../../components/values/server-text.tsx';
import { Time } from '../../../components/values/time.tsx';
import { isRunning, useFinished } from '../sync.ts';
import { type Sync, syncQuery } from './queries.ts';

/** Starts a sync, shows how far it is, and what the last one did; refused items can be tried again alone. */
export function SyncPanel({ channelId, agentId }: { channelId: string; agentId: string }) {
  const { t } = useTranslation('catalogs');
  const client = useQueryClient();
  const { data: sync } = useQuery(syncQuery(channelId));
  const runs = isRunning(sync);
  useFinished(sync, () => invalidate(client, reads.catalogs));
  const act = useMutation({
    mutationFn: (again: Sync | null) =>
      again
        ? call('retryPlatformCatalogSync', { path: { id: again.id } })
        : call('syncPlatformCatalog', { path: { channelId }, body: { sourceAiAgentId: agentId } }),
    onSettled: () => invalidate(client, ['getLatestPlatformCatalogSync']),
    onError: notifyFailure,
  });
  const isOfAgent = sync?.sourceAiAgentId === agentId;
  const canRetry = sync && !runs && isOfAgent && sync.failed > 0;
  return (
    <div className="ca-sync">
      <Group justify="space-between" gap="sm">
        <div role="status" className="ca-result">
          {sync && runs && <Running sync={sync} />}
          {sync && !runs && isOfAgent && <Result sync={sync} />}
          {!sync && sync !== undefined && (
            <Text size="sm" c="dimmed">
              {t('sync.never')}
            </Text>
          )}
        </div>
        <Group gap="xs">
          {canRetry && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconReload size={16} aria-hidden />}
              loading={act.isPending && act.variables !== null}
              onClick={() => act.mutate(sync)}
            >
              {t('sync.retry', { count: sync.failed })}
            </Button>
          )}
          <Button
            size="xs"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={runs || (act.isPending && act.variables === null)}
            onClick={() => act.mutate(null)}
          >
            {t('sync.start')}
          </Button>
        </Group>
      </Group>
      {sync?.error && !runs && isOfAgent && (
        <Alert color="red" mt="sm">
          <ServerText text={sync.error} />
        </Alert>
      )}
    </div>
  );
}

function Running({ sync }: { sync: Sync }) {
  const { t } = useTranslation('catalogs');
  return (
    <>
      <Text size="sm">{t('sync.running', { percent: sync.progress, count: sync.total })}</Text>
      <Progress value={sync.progress} mt={4} aria-label={t('sync.progress')} />
    </>
  );
}

function Result({ sync }: { sync: Sync }) {
  const { t } = useTranslation('catalogs');
  const { created, updated, unchanged, failed, finishedAt } = sync;
  const counts = (['created', 'updated', 'unchanged', 'failed'] as const)
    .map((name) => [name, { created, updated, unchanged, failed }[name]] as const)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => t(`sync.${name}`, { count }));
  return (
    <Text size="sm" c="dimmed">
      {counts.length === 0 ? t('sync.nothing') : counts.join(', ')}
      {finishedAt && (
        <>
          {' · '}
          <Time at={finishedAt} />
        </>
      )}
    </Text>
  );
}
