import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { call } from '../../api/client.ts';
import { Failure } from '../../components/feedback/failure.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Checks } from '../../components/form/checks.tsx';
import { Card } from '../../components/page/page.tsx';
import { agentBasesQuery, allBasesQuery } from './queries.ts';
import { useAgentAction } from './use-agent-action.ts';

/** The knowledge bases that the agent uses. */
export function ReadsCard({ agentId }: { agentId: string }) {
  const { t } = useTranslation('agents');
  const all = useQuery(allBasesQuery);
  const read = useQuery(agentBasesQuery(agentId));
  const save = useAgentAction((baseIds: string[]) =>
    call('setAgentKnowledgeBases', { path: { id: agentId }, body: { baseIds } }),
  );
  const error = all.error ?? read.error;
  const bases = all.data?.data ?? [];
  return (
    <Card title={t('reads.title')}>
      {error && <Failure error={error} onRetry={() => Promise.all([all.refetch(), read.refetch()])} />}
      {all.isPending && <Loading size="sm" />}
      {all.data && bases.length === 0 && (
        <Text size="sm">
          {t('reads.none')}{' '}
          <Anchor component={Link} href="/knowledge" size="sm" underline="always">
            {t('reads.open')}
          </Anchor>
        </Text>
      )}
      <Checks
        label={t('reads.help')}
        options={bases}
        value={save.isPending ? save.variables : (read.data?.baseIds ?? [])}
        onChange={save.mutate}
      />
    </Card>
  );
}
