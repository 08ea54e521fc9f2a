import { ActionIcon, Button, Drawer, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconRefresh, IconSend2, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../../components/feedback/failure.tsx';
import { useChatText } from '../../../components/form/chat-text.ts';
import { ToolButton } from '../../../components/page/tool-button.tsx';
import { TeachDialog, type Teaching } from '../../../components/teach/teach-dialog.tsx';
import type { Agent } from '../queries.ts';
import { TrialBubble } from './trial-line.tsx';
import { type TrialLine, useTrial } from './use-trial.ts';

/** As long as a FAQ may ask. */
const longestQuestion = 500;

interface TryPanelProps {
  agent: Agent;
  onClose(): void;
}

/** A chat to try an agent while its settings are changed: beside them, or over them where there is no room. */
export function TryPanel({ agent, onClose }: TryPanelProps) {
  const { t } = useTranslation('agent-try');
  const isNarrow = useMediaQuery('(max-width: 1100px)', window.innerWidth <= 1100);
  const trial = useTrial(agent.id);
  const body = <Talk agent={agent} trial={trial} />;
  const restart = <Restart trial={trial} />;
  const title = t('title', { name: agent.name });
  if (isNarrow) {
    return (
      <Drawer
        opened
        onClose={onClose}
        position="right"
        size="md"
        title={title}
        closeButtonProps={{ 'aria-label': t('shell:common.close') }}
        classNames={{ content: 'ag-try-drawer', body: 'ag-try-body' }}
      >
        <Group justify="flex-end">{restart}</Group>
        {body}
      </Drawer>
    );
  }
  return (
    <aside className="ag-try" aria-label={title}>
      <Group gap={4} wrap="nowrap" className="ag-try-head">
        <Title order={2} size="h5" style={{ flex: 1, minWidth: 0 }} lineClamp={1}>
          {title}
        </Title>
        {restart}
        <ToolButton label={t('shell:common.close')} onClick={onClose}>
          <IconX size={18} aria-hidden />
        </ToolButton>
      </Group>
      {body}
    </aside>
  );
}

type Trial = ReturnType<typeof useTrial>;

const Restart = ({ trial }: { trial: Trial }) => {
  const { t } = useTranslation('agent-try');
  return (
    <ToolButton label={t('restart')} onClick={trial.restart} disabled={trial.lines.length === 0 || trial.isBusy}>
      <IconRefresh size={18} aria-hidden />
    </ToolButton>
  );
};

function Talk({ agent, trial }: { agent: Agent; trial: Trial }): ReactNode {
  const { t } = useTranslation('agent-try');
  const { lines, isBusy, error, retry, restart, isOver, send } = trial;
  const [teaching, setTeaching] = useState<Teaching | null>(null);
  const teach = (index: number, question = askedBefore(lines, index)) =>
    setTeaching({ agentId: agent.id, question, questionId: null });
  /** What was taught is asked again, so that its answer is seen. */
  const endTeaching = (taught: boolean) => {
    if (taught && teaching) send(teaching.question);
    setTeaching(null);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className="ag-try-messages" role="log" aria-label={t('messages')} tabIndex={0}>
        <div>
          {lines.length === 0 && <Start agent={agent} onAsk={send} />}
          {lines.map((line, index) => (
            <TrialBubble key={index} line={line} name={agent.name} onTeach={(question) => teach(index, question)} />
          ))}
          {isBusy && (
            <Text size="sm" c="dimmed" className="ag-try-reason">
              {t('thinking', { name: agent.name })}
            </Text>
          )}
          {error && <Failure error={error} onRetry={retry} />}
          {isOver && (
            <Button size="xs" variant="light" mt="sm" onClick={restart}>
              {t('restart')}
            </Button>
          )}
        </div>
      </section>
      <Composer disabled={isBusy || isOver} onSend={send} />
      <TeachDialog teaching={teaching} onClose={endTeaching} />
    </>
  );
}

/** The customer's words that the agent replied to. */
function askedBefore(lines: TrialLine[], index: number): string {
  const asked = lines[index - 1];
  return asked?.from === 'CUSTOMER' ? asked.text.slice(0, longestQuestion) : '';
}

/** What one may ask, before the first message. */
function Start({ agent, onAsk }: { agent: Agent; onAsk(text: string): void }) {
  const { t } = useTranslation('agent-try');
  const own = agent.faqs.slice(0, 2).map(({ question }) => question);
  const examples = [...own, t('examples.hours'), t('examples.person')].slice(0, 3);
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm" c="dimmed">
        {t('intro')}
      </Text>
      {examples.map((example) => (
        <Button key={example} size="compact-sm" variant="default" onClick={() => onAsk(example)}>
          {example}
        </Button>
      ))}
    </Stack>
  );
}

function Composer({ disabled, onSend }: { disabled: boolean; onSend(text: string): void }) {
  const { t } = useTranslation('agent-try');
  const { send, isEmpty, field } = useChatText(onSend, disabled);
  return (
    <footer className="ag-try-composer">
      <Textarea
        autosize
        minRows={1}
        maxRows={4}
        maxLength={4_096}
        aria-label={t('write')}
        placeholder={t('write')}
        {...field}
      />
      <ActionIcon size={36} radius="xl" onClick={send} disabled={disabled || isEmpty} aria-label={t('send')}>
        <IconSend2 size={18} aria-hidden />
      </ActionIcon>
    </footer>
  );
}
