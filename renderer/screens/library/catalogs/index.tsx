import './words.ts';
import { Button, Group, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Result } from '../../../api/operations.ts';
import { operationQuery } from '../../../api/query.ts';
import { Empty } from '../../../components/feedback/empty.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Loading } from '../../../components/feedback/loading.tsx';
import { useAddressFilter } from '../../../components/page/use-address-filter.ts';
import { LinkedCatalog } from './linked-catalog.tsx';
import { ProductList } from './product-list.tsx';
import { catalogsQuery } from './queries.ts';
import { SyncPanel } from './sync-panel.tsx';

type Channel = Result<'listChannels'>['data'][number];
type Agent = Result<'listAgents'>['data'][number];

/** The catalog that customers of a channel see, compared with the items of an agent. */
export function Catalogs() {
  const { t } = useTranslation('catalogs');
  const { filter } = useAddressFilter();
  const channels = useQuery(operationQuery('listChannels', { query: { includeDeactivated: false } }));
  const agents = useQuery(operationQuery('listAgents', { query: { archived: false } }));
  const error = channels.error ?? agents.error;
  if (error) return <Failure error={error} />;
  if (!channels.data || !agents.data) return <Loading />;
  const fitting = channels.data.data.filter(({ provider }) => provider === 'CLOUD_API');
  const channel = fitting.find(({ id }) => id === filter.channel) ?? fitting[0];
  if (!channel) return <Missing of="channel" href="/channels" />;
  const offered = agents.data.data;
  // Of the agent that answers on the channel, unless another one was chosen.
  const agent =
    offered.find(({ id }) => id === filter.agent) ?? offered.find(({ id }) => id === channel.aiAgentId) ?? offered[0];
  if (!agent) return <Missing of="agent" href="/agents?new" />;
  return (
    <Stack gap="md">
      <Choices channels={fitting} channel={channel} agents={offered} agent={agent} />
      <OfChannel key={`${channel.id} ${agent.id}`} channelId={channel.id} agentId={agent.id} label={t('list')} />
    </Stack>
  );
}

function Missing({ of, href }: { of: 'channel' | 'agent'; href: string }) {
  const { t } = useTranslation('catalogs');
  const action = (
    <Button component={Link} href={href}>
      {t(`missing.${of}Action`)}
    </Button>
  );
  return <Empty drawing={of} text={t(`missing.${of}`)} action={action} />;
}

interface ChoicesProps {
  channels: Channel[];
  channel: Channel;
  agents: Agent[];
  agent: Agent;
}

/** What has no alternative is not asked. */
function Choices({ channels, channel, agents, agent }: ChoicesProps) {
  const { t } = useTranslation('catalogs');
  const { set } = useAddressFilter();
  const options = (list: { id: string; name: string }[]) => list.map(({ id, name }) => ({ value: id, label: name }));
  if (channels.length === 1 && agents.length === 1) return null;
  return (
    <Group gap="sm">
      {channels.length > 1 && (
        <Select
          label={t('channel')}
          data={options(channels)}
          value={channel.id}
          onChange={(id) => set('channel', id)}
          allowDeselect={false}
        />
      )}
      {agents.length > 1 && (
        <Select
          label={t('agent')}
          data={options(agents)}
          value={agent.id}
          onChange={(id) => set('agent', id)}
          allowDeselect={false}
        />
      )}
    </Group>
  );
}

function OfChannel({ channelId, agentId, label }: { channelId: string; agentId: string; label: string }) {
  const catalogs = useQuery(catalogsQuery(channelId));
  if (catalogs.error) return <Failure error={catalogs.error} onRetry={catalogs.refetch} />;
  if (!catalogs.data) return <Loading />;
  const linked = catalogs.data.data.find((catalog) => catalog.linked) ?? null;
  return (
    <>
      <LinkedCatalog channelId={channelId} catalogs={catalogs.data.data} linked={linked} />
      {linked && (
        <section aria-label={label}>
          <SyncPanel channelId={channelId} agentId={agentId} />
          <ProductList channelId={channelId} agentId={agentId} />
        </section>
      )}
    </>
  );
}
