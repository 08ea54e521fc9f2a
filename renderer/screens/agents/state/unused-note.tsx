import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Agent, allChannelsQuery } from '../queries.ts';
import { useLinkChannel } from './use-link-channel.ts';

/** Says that no channel uses the agent: a published one would wait for customers who cannot reach it. */
export function UnusedNote({ agent: { id, status } }: { agent: Agent }) {
  const { t } = useTranslation('agents');
  const link = useLinkChannel(id);
  const channels = useQuery(allChannelsQuery).data?.data;
  if (!channels || status === 'ARCHIVED' || channels.some(({ aiAgentId }) => aiAgentId === id)) return null;
  if (status !== 'PUBLISHED') {
    return (
      <Text size="sm" c="dimmed">
        {t('channels.usedLater')}
      </Text>
    );
  }
  const free = channels.find(({ aiAgentId }) => aiAgentId === null);
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={t('channels.unused')} role="status">
      {free && (
        <Button size="xs" onClick={() => link.mutate({ id: free.id, on: true })} loading={link.isPending}>
          {t('channels.use', { name: free.name })}
        </Button>
      )}
    </Alert>
  );
}
