import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AnswerTrace, isLeft, useTraceFormats } from '../../../components/teach/answer-trace.tsx';
import type { Reply, TrialLine } from './use-trial.ts';

interface BubbleProps {
  line: TrialLine;
  name: string;
  /** Without a question: all of the customer's message. */
  onTeach(question?: string): void;
}

/** A message of the trial; the agent's say where they come from. */
export function TrialBubble({ line, name, onTeach }: BubbleProps) {
  const { t } = useTranslation('agent-try');
  if (line.from === 'CUSTOMER') {
    return (
      <article className="ag-try-message" data-mine aria-label={t('mine')}>
        <div className="ag-try-bubble">{line.text}</div>
      </article>
    );
  }
  const { reply } = line;
  return (
    <>
      {reply.text !== null && (
        <article className="ag-try-message" aria-label={t('agents', { name })}>
          <div className="ag-try-bubble">
            <Text size="xs" fw={600} className="ag-try-name">
              {name}
            </Text>
            {reply.text}
          </div>
        </article>
      )}
      <Reasons reply={reply} name={name} onTeach={onTeach} />
    </>
  );
}

/** Why the agent said this, and what else would happen now. */
function Reasons({ reply, name, onTeach }: Omit<BubbleProps, 'line'> & { reply: Reply }) {
  const { t } = useTranslation('agent-try');
  const { nameOf } = useTraceFormats();
  const { kind, reason, summary, tools, trace, text } = reply;
  const isMissed = reply.isMiss || (kind === 'handoff' && reason === 'misses');
  const missed = trace.understood.length > 1 ? trace.understood.find(isLeft)?.question : undefined;
  const sources = [...new Set(trace.sources.map(nameOf))];
  const told = [
    sources.length > 0 && t('from', { sources: sources.join(', ') }),
    ...tools.filter((tool) => tool !== 'hand_off').map((tool) => t(`tools.${tool}`)),
    kind === 'silent' && t('silent'),
  ].filter((line) => line !== false);
  return (
    <>
      {isMissed && (
        <div className="fd-missed">
          <span>{t('teach:missed', { name })}</span>
          <Button size="compact-xs" variant="light" onClick={() => onTeach(missed)}>
            {t('teach:teach')}
          </Button>
        </div>
      )}
      {told.map((line) => (
        <Text key={line} size="xs" c="dimmed" className="ag-try-reason">
          {line}
        </Text>
      ))}
      <details className="fd-why">
        <summary>{t('teach:why')}</summary>
        <AnswerTrace trace={trace} onTeach={onTeach} />
        {!isMissed && (
          <Button size="compact-xs" variant="subtle" mt={4} onClick={() => onTeach()}>
            {t('teach:teachOther')}
          </Button>
        )}
      </details>
      {kind === 'handoff' && (
        <div className="ag-try-handoff" data-after={text !== null || undefined}>
          <Text size="sm" fw={600}>
            {t('handoff', { reason: t(`reasons.${reason}`) })}
          </Text>
          {summary && (
            <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
              {summary}
            </Text>
          )}
        </div>
      )}
    </>
  );
}
