import { Button, Group, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { invalidate } from '../../../api/query.ts';
import { notifyFailure } from '../../../components/feedback/notify.ts';
import { ServerText } from '../../../components/values/server-text.tsx';
import { Time } from '../../../components/values/time.tsx';
import { useIsOwner } from '../../../session.ts';
import { isRunning, useFinished } from '../sync.ts';
import { syncQuery } from './queries.ts';

/** Asks the platform for its templates; tells what the last time brought. */
export function SyncButton({ channelId }: { channelId: string }) {
  const { t } = useTranslation('templates');
  const client = useQueryClient();
  const isOwner = useIsOwner();
  const { data: sync } = useQuery(syncQuery(channelId));
  const start = useMutation({
    mutationFn: () => call('syncChatTemplates', { path: { channelId } }),
    onSettled: () => invalidate(client, ['getChatTemplateSync']),
    onError: notifyFailure,
  });
  const runs = isRunning(sync);
  useFinished(sync, () => invalidate(client, ['listChatTemplates', 'getChatTemplateStats']));
  return (
    <Group gap="sm" role="status" ml="auto">
      {sync?.finishedAt && sync.status === 'SUCCEEDED' && (
        <Text size="xs" c="dimmed">
          {t('sync.done', { added: sync.added, updated: sync.updated, gone: sync.gone })} <Time at={sync.finishedAt} />
        </Text>
      )}
      {sync?.error && (
        <Text size="xs" c="red">
          <ServerText text={sync.error} />
        </Text>
      )}
      {isOwner && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={runs || start.isPending}
          onClick={() => start.mutate()}
        >
          {t('sync.start')}
        </Button>
      )}
    </Group>
  );
}
