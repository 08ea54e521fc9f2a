import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { call } from '../../../api/client.ts';
import { ApiError } from '../../../api/refusals.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { ConfirmButton } from '../../../components/form/confirm-button.tsx';
import { Card } from '../../../components/page/page.tsx';
import { Time } from '../../../components/values/time.tsx';
import { AgentStatus } from '../agent-status.tsx';
import { type Agent, type Evaluation, evaluationQuery } from '../queries.ts';
import { useAgentAction } from '../use-agent-action.ts';
import { GateCases } from './gate-cases.tsx';
import { ModelTests } from './model-tests.tsx';
import { PendingChanges } from './pending-changes.tsx';
import { UnusedNote } from './unused-note.tsx';

type Move = 'publishAgent' | 'unpublishAgent' | 'archiveAgent' | 'unarchiveAgent';

/** Status of the agent and the tests required before it can be published. */
export function StateCard({ agent }: { agent: Agent }) {
  const { id, status } = agent;
  const { t } = useTranslation('agents');
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const evaluation = useQuery(evaluationQuery(id));
  const path = { id };
  const move = useAgentAction((operation: Move) => call(operation, { path }), { quiet: true });
  const test = useAgentAction(async () => {
    client.setQueryData(evaluationQuery(id).queryKey, await call('runAgentEval', { path, body: {} }));
  });
  const remove = useAgentAction(() => call('deleteAgent', { path }), { quiet: true });
  const isArchived = status === 'ARCHIVED';
  const isRefusedByGate = move.error instanceof ApiError && move.error.code === 'gate_failed';
  const hasData = remove.error instanceof ApiError && remove.error.code === 'agent_has_data';
  return (
    <Card title={t('state.title')}>
      <Stack>
        <Group gap="sm">
          <AgentStatus status={status} />
          <Text size="sm">{t(`state.${status}`)}</Text>
        </Group>
        {status === 'PUBLISHED' && (
          <PendingChanges id={id} onPublish={() => move.mutate('publishAgent')} isPublishing={move.isPending} />
        )}
        <UnusedNote agent={agent} />
        {isRefusedByGate && (
          <Text size="sm" fw={600} c="var(--mantine-color-error)" role="alert">
            {t('gate.refused')}
          </Text>
        )}
        {evaluation.data && <Tests evaluation={evaluation.data} />}
        {evaluation.data && !isArchived && <ModelTests agentId={id} run={evaluation.data.modelRun} />}
        {move.error && !isRefusedByGate && <Failure error={move.error} />}
        {remove.error && <Failure error={hasData ? new Error(t('state.hasData')) : remove.error} />}
        <Group gap="xs">
          <PublishButton status={status} onMove={move.mutate} isMoving={move.isPending} />
          {!isArchived && (
            <Button variant="light" onClick={() => test.mutate()} loading={test.isPending}>
              {t('gate.run')}
            </Button>
          )}
          <ArchiveButton status={status} onMove={move.mutate} isMoving={move.isPending} />
          <ConfirmButton
            variant="subtle"
            color="red"
            question={t('state.deleteQuestion')}
            onConfirm={() => remove.mutate(undefined, { onSuccess: () => navigate('/agents') })}
            loading={remove.isPending}
          >
            {t('shell:common.delete')}
          </ConfirmButton>
        </Group>
      </Stack>
    </Card>
  );
}

interface MoveProps {
  status: Agent['status'];
  onMove(to: Move): void;
  isMoving: boolean;
}

function PublishButton({ status, onMove, isMoving }: MoveProps) {
  const { t } = useTranslation('agents');
  if (status === 'ARCHIVED') return null;
  if (status === 'PUBLISHED') {
    return (
      <ConfirmButton
        variant="default"
        color="brand"
        question={t('state.unpublishQuestion')}
        onConfirm={() => onMove('unpublishAgent')}
        loading={isMoving}
      >
        {t('state.unpublish')}
      </ConfirmButton>
    );
  }
  return (
    <Button onClick={() => onMove('publishAgent')} loading={isMoving}>
      {t('state.publish')}
    </Button>
  );
}

function ArchiveButton({ status, onMove, isMoving }: MoveProps) {
  const { t } = useTranslation('agents');
  if (status === 'ARCHIVED') {
    return (
      <Button variant="light" onClick={() => onMove('unarchiveAgent')} loading={isMoving}>
        {t('state.unarchive')}
      </Button>
    );
  }
  return (
    <ConfirmButton variant="subtle" question={t('state.archiveQuestion')} onConfirm={() => onMove('archiveAgent')}>
      {t('state.archive')}
    </ConfirmButton>
  );
}

const colors = { PASSED: 'green', FAILED: 'red', STALE: 'orange', NOT_RUN: 'gray' } as const;

function Tests({ evaluation: { run, gate } }: { evaluation: Evaluation }) {
  const { t } = useTranslation('agents');
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Badge color={colors[gate.state]} variant="light" tt="none" radius="sm">
          {t(`gate.${gate.state}`)}
        </Badge>
        {run && (
          <Text size="sm" c="dimmed">
            {t('gate.passed', { passed: run.passed, count: run.passed + run.failed })} · <Time at={run.finishedAt} />
          </Text>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {t('gate.help')}
      </Text>
      {gate.blocking.length > 0 && <GateCases cases={gate.blocking} />}
    </Stack>
  );
}
