import { Anchor, Badge, Button, Group, Skeleton, Switch, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Failure } from '../../components/feedback/failure.tsx';
import { Card, Empty, Page } from '../../components/page/page.tsx';
import { AgentStatus } from './agent-status.tsx';
import { CreateAgent } from './create.tsx';
import { type Agent, agentsQuery, allChannelsQuery, overviewQuery } from './queries.ts';

/** All agents with their activity of the last seven days. */
export function AgentList() {
  const { t } = useTranslation('agents');
  const [archived, setArchived] = useState(false);
  const [isCreating, setIsCreating] = useState(false);
  const agents = useQuery(agentsQuery(archived));
  const add = (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setIsCreating(true)}>
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('shell:nav.agents')} intro={t('intro')} actions={add}>
      {agents.error && <Failure error={agents.error} onRetry={agents.refetch} />}
      <Card>
        {agents.isPending && <Skeleton h={64} />}
        {agents.data?.data.length === 0 &&
          (archived ? <Empty text={t('noArchived')} /> : <Empty text={t('empty')} action={add} />)}
        <ul className="fd-list">
          {agents.data?.data.map((agent) => (
            <Line key={agent.id} agent={agent} />
          ))}
        </ul>
      </Card>
      <Switch
        label={t('showArchived')}
        checked={archived}
        onChange={(event) => setArchived(event.currentTarget.checked)}
      />
      <CreateAgent opened={isCreating} onClose={() => setIsCreating(false)} />
    </Page>
  );
}

function Line({ agent: { id, name, description, status, hasUntestedChanges } }: { agent: Agent }) {
  const { t } = useTranslation('agents');
  const overview = useQuery(overviewQuery);
  const channels = useQuery(allChannelsQuery).data?.data;
  const isUnused = status === 'PUBLISHED' && channels?.every(({ aiAgentId }) => aiAgentId !== id);
  const numbers = overview.data?.agents.find(({ agentId }) => agentId === id);
  return (
    <Group component="li" className="fd-line" justify="space-between" py="sm" gap="xs">
      <div style={{ flex: '1 1 260px', minWidth: 0 }}>
        <Anchor component={Link} href={`/agents/${id}`} fw={600}>
          {name}
        </Anchor>
        {description !== null && (
          <Text size="sm" c="dimmed" lineClamp={1}>
            {description}
          </Text>
        )}
      </div>
      <Group gap="xs">
        {numbers && (
          <Text size="sm" c="dimmed">
            {t('answered', { count: numbers.conversations })}
          </Text>
        )}
        {isUnused && (
          <Badge color="orange" variant="light" tt="none" radius="sm">
            {t('channels.noneShort')}
          </Badge>
        )}
        {hasUntestedChanges && status === 'PUBLISHED' && (
          <Badge color="orange" variant="light" tt="none" radius="sm">
            {t('untested')}
          </Badge>
        )}
        <AgentStatus status={status} />
      </Group>
    </Group>
  );
}
