import { Anchor, Badge, Button, Group, Switch, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Empty } from '../../components/feedback/empty.tsx';
import { actionAtHead, Listed } from '../../components/page/listed.tsx';
import { Page } from '../../components/page/page.tsx';
import { useCreating } from '../../components/page/use-creating.ts';
import { AgentStatus } from './agent-status.tsx';
import { CreateAgent } from './create.tsx';
import { type Agent, agentsQuery, allChannelsQuery, overviewQuery } from './queries.ts';

/** All agents with their activity of the last seven days. */
export function AgentList() {
  const { t } = useTranslation('agents');
  const [archived, setArchived] = useState(false);
  const [isCreating, setIsCreating] = useCreating();
  const agents = useQuery(agentsQuery(archived));
  const add = (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setIsCreating(true)}>
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('shell:nav.agents')} intro={t('intro')} actions={archived ? add : actionAtHead(agents, add)}>
      <Listed
        query={agents}
        empty={
          archived ? (
            <Empty drawing="search" text={t('noArchived')} />
          ) : (
            <Empty drawing="agent" text={t('empty')} action={add} />
          )
        }
        line={(agent) => <Line key={agent.id} agent={agent} />}
      />
      <Switch
        label={t('showArchived')}
        checked={archived}
        onChange={(event) => setArchived(event.currentTarget.checked)}
      />
      <CreateAgent opened={isCreating} onClose={() => setIsCreating(false)} />
    </Page>
  );
}

function Line({ agent: { id, name, description, status, hasUnpublishedChanges } }: { agent: Agent }) {
  const { t } = useTranslation('agents');
  const overview = useQuery(overviewQuery);
  const channels = useQuery(allChannelsQuery).data?.data;
  const isUnused = status === 'PUBLISHED' && channels?.every(({ aiAgentId }) => aiAgentId !== id);
  const numbers = overview.data?.agents.find(({ agentId }) => agentId === id);
  return (
    <Group component="li" className="fd-line" justify="space-between" gap="xs">
      <div style={{ flex: '1 1 260px', minWidth: 0 }}>
        <Anchor component={Link} href={`/agents/${id}`} className="fd-line-name">
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
        {hasUnpublishedChanges && (
          <Badge color="orange" variant="light" tt="none" radius="sm">
            {t('agent-changes:badge')}
          </Badge>
        )}
        <AgentStatus status={status} />
      </Group>
    </Group>
  );
}
