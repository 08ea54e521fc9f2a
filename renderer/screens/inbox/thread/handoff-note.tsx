import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { optionalQuery } from '../../../api/query.ts';
import type { Conversation, OpenQuestion } from '../types.ts';
import type { Missed } from './lessons.tsx';

/** Types of a handoff that is not the agent's. */
const withoutNote = ['CONSOLE', 'HUMAN_REPLY', 'NOT_WORDS', 'SEND_FAILED'];

interface HandoffNoteProps {
  conversation: Conversation;
  missed: Missed;
  onTeach(question: OpenQuestion): void;
}

/** The agent's handoff note; nothing if a person took over. */
export function HandoffNote({ conversation, missed, onTeach }: HandoffNoteProps) {
  const { t } = useTranslation('inbox');
  const { id, status, handoffType } = conversation;
  const isAgents = status === 'HANDED_OFF' && !withoutNote.includes(handoffType ?? '');
  const query = optionalQuery('getConversationHandoff', { path: { id } });
  // Each handoff type is a separate query.
  const { data } = useQuery({ ...query, queryKey: [...query.queryKey, handoffType], enabled: isAgents });
  if (!isAgents || !data) return null;
  const [question] = missed.get(data.messageId) ?? [];
  return (
    <aside className="ib-handoff" aria-label={t('thread.handoff')}>
      <Text size="sm" fw={600}>
        {t('thread.handoff')}
      </Text>
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {data.summary}
      </Text>
      {question && (
        <Button size="compact-sm" variant="light" mt={4} onClick={() => onTeach(question)}>
          {t('teach:teach')}
        </Button>
      )}
    </aside>
  );
}
