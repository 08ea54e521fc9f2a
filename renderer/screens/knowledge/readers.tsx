import { Anchor, Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { call } from '../../api/client.ts';
import { invalidate } from '../../api/query.ts';
import { reads } from '../../api/reads.ts';
import { notifyFailure } from '../../components/feedback/notify.ts';
import { Checks } from '../../components/form/checks.tsx';
import { Card } from '../../components/page/page.tsx';
import { agentsQuery, readersQuery } from './queries.ts';

/** The shop's agents, which of them read a base, and how to change that; null until both are known. */
export function useReaders(baseId: string) {
  const client = useQueryClient();
  const agents = useQuery(agentsQuery).data?.data;
  const readerIds = useQuery(readersQuery(baseId)).data?.agentIds;
  const set = useMutation({
    mutationFn: (agentIds: string[]) => setReaders(baseId, agentIds),
    onError: notifyFailure,
    onSettled: () => invalidate(client, reads.agents),
  });
  const ids = set.isPending ? set.variables : readerIds;
  return agents && ids ? { agents, readers: agents.filter(({ id }) => ids.includes(id)), set: set.mutate } : null;
}

export const setReaders = (id: string, agentIds: string[]) =>
  call('setKnowledgeBaseAgents', { path: { id }, body: { agentIds } });

/** The agents that reply from a base. */
export function ReadersCard({ baseId }: { baseId: string }) {
  const { t } = useTranslation('knowledge');
  const known = useReaders(baseId);
  if (!known) return null;
  const { agents, readers, set } = known;
  return (
    <Card title={t('readers.title')}>
      {agents.length === 0 ? (
        <Text size="sm">
          {t('readers.noAgents')}{' '}
          <Anchor component={Link} href="/agents" size="sm" underline="always">
            {t('readers.open')}
          </Anchor>
        </Text>
      ) : (
        <Checks
          label={t(readers.length === 0 ? 'readers.none' : 'readers.help')}
          options={agents}
          value={readers.map(({ id }) => id)}
          onChange={set}
        />
      )}
    </Card>
  );
}

/** Says which agents would use what a search has found, and connects them if none would. */
export function WhoWouldReply({ baseId }: { baseId: string }) {
  const { t, i18n } = useTranslation('knowledge');
  const known = useReaders(baseId);
  if (!known || known.agents.length === 0) return null;
  const { agents, readers, set } = known;
  if (readers.length > 0) {
    const names = new Intl.ListFormat(i18n.language).format(readers.map(({ name }) => name));
    return <Text size="sm">{t('readers.would', { count: readers.length, names })}</Text>;
  }
  return (
    <>
      <Text size="sm">{t('readers.none')}</Text>
      <Button size="compact-sm" variant="light" onClick={() => set(agents.map(({ id }) => id))}>
        {t('readers.connect', { count: agents.length, name: agents[0]?.name })}
      </Button>
    </>
  );
}
