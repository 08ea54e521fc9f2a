import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Reply, TrialLine } from './use-trial.ts';

/** A message of the trial; the agent's say where they come from. */
export function TrialBubble({ line, name }: { line: TrialLine; name: string }) {
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
      <Reasons reply={reply} />
    </>
  );
}

/** Why the agent said this, and what else would happen now. */
function Reasons({ reply: { kind, reason, summary, tools, trace, text } }: { reply: Reply }) {
  const { t } = useTranslation('agent-try');
  const sources = [...new Set(trace.sources.map((source) => `${t(`sources.${source.kind}`)}${titleOf(source)}`))];
  const told = [
    kind === 'fallback' && t('miss'),
    sources.length > 0 && t('from', { sources: sources.join(', ') }),
    trace.engine !== 'local' && t('byModel'),
    trace.fellBack && t('fellBack'),
    ...tools.filter((tool) => tool !== 'hand_off').map((tool) => t(`tools.${tool}`)),
    kind === 'silent' && t('silent'),
  ].filter((line) => line !== false);
  return (
    <>
      {told.map((line) => (
        <Text key={line} size="xs" c="dimmed" className="ag-try-reason">
          {line}
        </Text>
      ))}
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

/** Titles of these kinds are not words of the shop. */
const isUntitled = new Set(['hours', 'greeting']);
const titleOf = ({ kind, title }: Reply['trace']['sources'][number]): string =>
  isUntitled.has(kind) ? '' : ` “${title}”`;
