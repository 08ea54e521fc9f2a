import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { operationQuery } from '../../../api/query.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Time } from '../../../components/values/time.tsx';
import { type Evaluation, evaluationQuery } from '../queries.ts';
import { useAgentAction } from '../use-agent-action.ts';
import { GateCases } from './gate-cases.tsx';

/** More than these say nothing new. */
const mostShown = 10;

/** The tests with the language model: what a run costs, and what the latest one found. Nothing without a model. */
export function ModelTests({ agentId, run }: { agentId: string; run: Evaluation['modelRun'] }) {
  const { t, i18n } = useTranslation('agents');
  const client = useQueryClient();
  const path = { id: agentId };
  const cost = useQuery(operationQuery('estimateAgentEval', { path }));
  const test = useAgentAction(
    async () => {
      const body = { engine: 'model' as const };
      client.setQueryData(evaluationQuery(agentId).queryKey, await call('runAgentEval', { path, body }));
    },
    { quiet: true },
  );
  if (!cost.data?.isConfigured) return null;
  const tokens = new Intl.NumberFormat(i18n.language, { maximumSignificantDigits: 2 }).format(cost.data.tokens);
  const failed = run?.cases.filter((entry) => !entry.passed) ?? [];
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed">
        {t('gate.modelHelp', { cases: cost.data.cases })}
      </Text>
      {run && (
        <Text size="sm" c="dimmed">
          {t('gate.modelPassed', { passed: run.passed, count: run.passed + run.failed })} · <Time at={run.finishedAt} />
        </Text>
      )}
      {failed.length > 0 && <GateCases cases={failed.slice(0, mostShown)} />}
      {test.error && <Failure error={test.error} />}
      <Group>
        <Button variant="light" size="xs" onClick={() => test.mutate()} loading={test.isPending}>
          {t('gate.modelRun', { tokens })}
        </Button>
      </Group>
    </Stack>
  );
}
