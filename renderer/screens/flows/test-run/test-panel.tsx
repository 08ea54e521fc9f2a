import { Button, Group, Text, Textarea, Title } from '@mantine/core';
import { IconArrowBackUp, IconRefresh, IconSend2, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../../components/feedback/failure.tsx';
import { useChatText } from '../../../components/form/chat-text.ts';
import { ToolButton } from '../../../components/page/tool-button.tsx';
import { ServerText } from '../../../components/values/server-text.tsx';
import type { Lit } from '../canvas/nodes.ts';
import { type Draft, type Flow, findStep } from '../draft/draft.ts';
import { useStepNames } from '../step-names.ts';
import { type Played, type TestRun, useTestRun } from './use-test-run.ts';

interface TestPanelProps {
  flow: Flow;
  draft: Draft;
  onLit(lit: Lit | null): void;
  onSeek(step: { id: string }): void;
  onClose(): void;
}

const byMessage = ['keyword', 'first_message', 'intent'];

/** A customer's phone beside the flow: one writes, the flow answers, and where it goes lights up. Nothing is sent. */
export function TestPanel({ flow, draft, onLit, onSeek, onClose }: TestPanelProps) {
  const { t } = useTranslation('flows');
  const run = useTestRun(flow, draft);
  const { played } = run;
  const begin = useEffectEvent(run.begin);
  const startsItself = !byMessage.includes(draft.trigger.type);
  useEffect(() => {
    // What no message begins, begins by itself.
    if (startsItself) begin();
  }, [startsItself]);
  const show = useEffectEvent((result: Played | null) => {
    onLit(result?.triggered ? { path: result.path, at: result.stepId } : null);
    const at = result?.stepId ?? result?.path.at(-1);
    if (at) onSeek({ id: at });
  });
  useEffect(() => show(played), [played]);
  return (
    <section className="fw-panel" aria-labelledby="fw-test-title">
      <Group className="fw-panel-head" gap={4} wrap="nowrap">
        <Title order={2} size="h3" id="fw-test-title" flex={1}>
          {t('test.title')}
        </Title>
        <ToolButton label={t('test.back')} onClick={run.back} disabled={!run.canGoBack}>
          <IconArrowBackUp size={18} aria-hidden />
        </ToolButton>
        <ToolButton label={t('test.again')} onClick={startsItself ? run.begin : run.clear}>
          <IconRefresh size={18} aria-hidden />
        </ToolButton>
        <ToolButton label={t('shell:common.close')} onClick={onClose}>
          <IconX size={18} aria-hidden />
        </ToolButton>
      </Group>
      <Talk run={run} draft={draft} startsItself={startsItself} />
      <Say run={run} isOver={played?.triggered === true && played.state !== 'WAITING_ANSWER'} />
      <Variables played={played} />
    </section>
  );
}

interface TalkProps {
  run: TestRun;
  draft: Draft;
  startsItself: boolean;
}

function Talk({ run: { played, error }, draft, startsItself }: TalkProps) {
  const { t } = useTranslation('flows');
  const list = useRef<HTMLDivElement>(null);
  const count = played?.transcript.length;
  useEffect(() => {
    if (count !== undefined) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [count]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <div className="fw-talk" role="log" aria-label={t('test.talk')} ref={list} tabIndex={0}>
      {!played && !error && (
        <Text size="sm" c="dimmed" ta="center">
          {t(startsItself ? 'test.begins' : 'test.write')}
        </Text>
      )}
      {played?.transcript.map((line, index) => (
        <Said key={index} line={line} draft={draft} />
      ))}
      {error && <Failure error={error} />}
      {played && <Outcome played={played} />}
    </div>
  );
}

/** One line: of the customer, of the flow, or what a real run would have done. */
function Said({ line, draft }: { line: Played['transcript'][number]; draft: Draft }) {
  const { t, i18n } = useTranslation('flows');
  const nameOf = useStepNames();
  const step = findStep(draft, line.stepId);
  if (line.from !== 'SYSTEM') {
    return (
      <article
        className="fw-bubble"
        data-mine={line.from === 'CUSTOMER' || undefined}
        aria-label={t(`test.from.${line.from}`)}
      >
        {line.text}
      </article>
    );
  }
  const effect = line.text.split(' ')[0] ?? '';
  const key = `test.effects.${effect}`;
  return (
    <p className="fw-effect">
      {i18n.exists(`flows:${key}`) ? t(key) : effect}
      {step && <span>{nameOf(step)}</span>}
    </p>
  );
}

function Outcome({ played: { triggered, state, reason } }: { played: Played }) {
  const { t } = useTranslation('flows');
  if (!triggered) {
    return (
      <p className="fw-effect" role="status">
        {t('test.notTriggered')}
      </p>
    );
  }
  if (state === null || state === 'WAITING_ANSWER') return null;
  return (
    <p className="fw-effect" role="status">
      <b>{t(`states.${state}`)}</b>
      {reason && (
        <span>
          <ServerText text={reason.message} />
        </span>
      )}
    </p>
  );
}

/** Where the customer writes; once the run is over, how to start again. */
function Say({ run, isOver }: { run: TestRun; isOver: boolean }) {
  const { t } = useTranslation('flows');
  if (!isOver) return <Writing run={run} />;
  return (
    <Group justify="center" p="sm">
      <Button size="xs" variant="light" leftSection={<IconRefresh size={16} aria-hidden />} onClick={run.clear}>
        {t('test.again')}
      </Button>
    </Group>
  );
}

function Writing({ run }: { run: TestRun }) {
  const { t } = useTranslation('flows');
  const { send, isEmpty, field } = useChatText(run.send, run.isPending);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus(), []);
  return (
    <Group className="fw-say" gap={6} wrap="nowrap" align="flex-end">
      <Textarea
        ref={area}
        flex={1}
        autosize
        minRows={1}
        maxRows={4}
        radius="lg"
        maxLength={4_096}
        aria-label={t('test.say')}
        placeholder={t('test.say')}
        {...field}
      />
      <ToolButton label={t('test.send')} variant="filled" color="brand" radius="xl" onClick={send} disabled={isEmpty}>
        <IconSend2 size={18} aria-hidden />
      </ToolButton>
    </Group>
  );
}

/** What the run knows by now. */
function Variables({ played }: { played: Played | null }) {
  const { t } = useTranslation('flows');
  const entries = Object.entries(played?.variables ?? {}).filter(([name]) => name !== 'message.text');
  if (entries.length === 0) return null;
  return (
    <dl className="fw-variables" aria-label={t('test.variables')}>
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
