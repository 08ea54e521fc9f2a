import { Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { operationQuery } from '../../api/query.ts';
import { Card } from '../../components/page/page.tsx';
import type { Channel } from './queries.ts';
import { useChannelAction } from './use-channel-action.ts';

const nobody = 'nobody';

/** The agent that replies in new conversations of the channel. */
export function AgentCard({ channel }: { channel: Channel }) {
  const { t } = useTranslation('channels');
  const agents = useQuery(operationQuery('listAgents', { query: { archived: false } }));
  const path = { id: channel.id };
  const link = useChannelAction((aiAgentId: string) =>
    aiAgentId === nobody
      ? call('unlinkAgentFromChannel', { path })
      : call('linkAgentToChannel', { path, body: { aiAgentId } }),
  );
  const names = agents.data?.data ?? [];
  return (
    <Card title={t('link.title')}>
      {agents.data && names.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('link.none')}
        </Text>
      ) : (
        <Select
          maw={420}
          label={t('link.label')}
          description={t('link.help')}
          data={[
            { value: nobody, label: t('link.nobody') },
            ...names.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={channel.aiAgentId ?? nobody}
          onChange={(chosen) => chosen !== null && link.mutate(chosen)}
          disabled={link.isPending || agents.isPending}
          allowDeselect={false}
        />
      )}
    </Card>
  );
}
