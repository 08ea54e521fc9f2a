import { Anchor, Group, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { Card } from '../../../components/page/page.tsx';
import { ChannelStatus } from '../../../components/values/channel-status.tsx';
import { allChannelsQuery } from '../queries.ts';
import { useLinkChannel } from './use-link-channel.ts';

/** The channels on which the agent replies in new conversations. */
export function ChannelsCard({ agentId, isArchived }: { agentId: string; isArchived: boolean }) {
  const { t } = useTranslation('agents');
  const channels = useQuery(allChannelsQuery);
  const link = useLinkChannel(agentId);
  const list = channels.data?.data ?? [];
  return (
    <Card title={t('channels.title')}>
      {channels.error && <Failure error={channels.error} onRetry={channels.refetch} />}
      {channels.isPending && <Loading size="sm" />}
      {channels.data && list.length === 0 && (
        <Text size="sm">
          {t('channels.none')}{' '}
          <Anchor component={Link} href="/channels?new" size="sm" underline="always">
            {t('channels.open')}
          </Anchor>
        </Text>
      )}
      <Stack gap="sm">
        {list.map(({ id, name, status, aiAgentId }) => (
          <Group key={id} justify="space-between" gap="xs">
            <Switch
              label={name}
              description={aiAgentId !== null && aiAgentId !== agentId ? t('channels.other') : undefined}
              checked={aiAgentId === agentId}
              disabled={isArchived && aiAgentId !== agentId}
              onChange={(event) => link.mutate({ id, on: event.currentTarget.checked })}
            />
            <ChannelStatus status={status} />
          </Group>
        ))}
      </Stack>
    </Card>
  );
}
