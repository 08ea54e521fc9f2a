import { Anchor, Badge, Button, Group, Select, Text, Title, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { call } from '../../../api/client.ts';
import type { Result } from '../../../api/operations.ts';
import { keyOf, operationQuery } from '../../../api/query.ts';
import { EndlessList } from '../../../components/page/endless-list.tsx';
import { ToolButton } from '../../../components/page/tool-button.tsx';
import { nameOf } from '../../../components/values/customer.ts';
import { ServerText } from '../../../components/values/server-text.tsx';
import { Time } from '../../../components/values/time.tsx';
import type { Lit } from '../canvas/nodes.ts';
import { type Draft, findStep } from '../draft/draft.ts';
import { useStepNames } from '../step-names.ts';
import { refreshMs } from './use-counts.ts';

type Run = Result<'listShownFlowRuns'>['data'][number];

const states = ['OPEN', 'COMPLETED', 'INTERRUPTED', 'EXPIRED', 'FAILED'] as const;
type State = (typeof states)[number];

const colors: Record<Run['state'], string> = {
  RUNNING: 'brand',
  WAITING_ANSWER: 'brand',
  WAITING_TIME: 'brand',
  COMPLETED: 'green',
  INTERRUPTED: 'gray',
  EXPIRED: 'orange',
  FAILED: 'red',
};

interface RunsPanelProps {
  flowId: string;
  draft: Draft;
  onLit(lit: Lit | null): void;
  onSeek(step: { id: string }): void;
  onClose(): void;
}

/** The runs of a flow, newest first; the chosen one's way lights up in the flow. */
export function RunsPanel({ flowId, draft, onLit, onSeek, onClose }: RunsPanelProps) {
  const { t } = useTranslation('flows');
  const [state, setState] = useState<State | null>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const runs = useRuns(flowId, state);
  return (
    <section className="fw-panel" aria-labelledby="fw-runs-title">
      <Group className="fw-panel-head" gap={4} wrap="nowrap">
        <Title order={2} size="h3" id="fw-runs-title" flex={1}>
          {t('runs.title')}
        </Title>
        <Select
          size="xs"
          w={150}
          aria-label={t('runs.state')}
          placeholder={t('runs.all')}
          clearable
          data={states.map((one) => ({ value: one, label: t(`states.${one}`) }))}
          value={state}
          onChange={(next) => setState(next as State | null)}
          comboboxProps={{ portalProps: { target: 'main' } }}
        />
        <ToolButton label={t('shell:common.close')} onClick={onClose}>
          <IconX size={18} aria-hidden />
        </ToolButton>
      </Group>
      <div className="fw-panel-body">
        <EndlessList
          list={runs}
          items={runs.data?.pages.flatMap(({ data }) => data) ?? []}
          empty={
            <Text size="sm" c="dimmed">
              {t('runs.none')}
            </Text>
          }
          line={(run) => (
            <RunLine
              key={run.id}
              run={run}
              isChosen={run.id === chosenId}
              onChoose={() => setChosenId(run.id === chosenId ? null : run.id)}
            >
              <Way flowId={flowId} runId={run.id} draft={draft} onLit={onLit} onSeek={onSeek} />
            </RunLine>
          )}
        />
      </div>
    </section>
  );
}

function useRuns(id: string, state: State | null) {
  const query = { state: state ?? undefined, limit: 30 };
  return useInfiniteQuery({
    queryKey: keyOf('listShownFlowRuns', { path: { id }, query }),
    queryFn: ({ pageParam: cursor }) => call('listShownFlowRuns', { path: { id }, query: { ...query, cursor } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: refreshMs,
  });
}

interface RunLineProps {
  run: Run;
  isChosen: boolean;
  onChoose(): void;
  children: ReactNode;
}

function RunLine({ run, isChosen, onChoose, children }: RunLineProps) {
  const { t } = useTranslation('flows');
  const { contact, state, startedAt } = run;
  const name = contact ? nameOf(contact) : t('runs.nobody');
  return (
    <li className="fw-run" data-chosen={isChosen || undefined}>
      <UnstyledButton className="fw-run-head" onClick={onChoose} aria-expanded={isChosen}>
        <b>{name}</b>
        <Badge color={colors[state]} variant="light" tt="none" radius="sm">
          {t(`states.${state}`)}
        </Badge>
        <span>
          <Time at={startedAt} />
        </span>
      </UnstyledButton>
      {isChosen && children}
      {isChosen && run.conversationId && (
        <Anchor component={Link} href={`/inbox/${run.conversationId}`} size="sm">
          {t('runs.chat')}
        </Anchor>
      )}
    </li>
  );
}

type WayProps = Omit<RunsPanelProps, 'onClose'> & { runId: string };

/** Where a run came by, with the times, and why it ended. */
function Way({ flowId, runId, draft, onLit, onSeek }: WayProps) {
  const { t } = useTranslation('flows');
  const nameOf = useStepNames();
  const { data } = useQuery({
    ...operationQuery('getShownFlowRun', { path: { id: flowId, runId } }),
    refetchInterval: refreshMs,
  });
  const show = useEffectEvent(() => {
    if (!data) return;
    onLit({ path: data.path.map(({ stepId }) => stepId), at: data.stepId });
    const at = data.stepId ?? data.path.at(-1)?.stepId;
    if (at) onSeek({ id: at });
  });
  const seen = data && `${data.path.length} ${data.stepId}`;
  useEffect(() => {
    if (seen !== undefined) show();
  }, [seen]);
  const clear = useEffectEvent(() => onLit(null));
  useEffect(() => () => clear(), []);
  if (!data) return null;
  // The steps of its own version: the flow may have changed since.
  const stepOf = (id: string) => findStep({ steps: data.steps } as unknown as Draft, id) ?? findStep(draft, id);
  return (
    <ol className="fw-way" aria-label={t('runs.way')}>
      {data.path.map(({ stepId, at }, index) => {
        const step = stepOf(stepId);
        return (
          <li key={index} data-here={stepId === data.stepId || undefined}>
            <Button variant="transparent" size="compact-sm" c="inherit" onClick={() => onSeek({ id: stepId })}>
              {step ? nameOf(step) : stepId}
            </Button>
            <Time at={at} style="time" />
          </li>
        );
      })}
      {data.reason && (
        <li className="fw-way-reason">
          <ServerText text={data.reason.message} />
        </li>
      )}
    </ol>
  );
}
