import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Conversation } from '../../../server/areas/inbox/schemas.ts';
import type { Handoff } from '../../../server/areas/replies/handoff.schemas.ts';
import { ApiError, api } from '../../api/client.ts';

/** What the agent that called a person says about it; nothing where a person took the conversation by themselves. */
export function HandoffNote({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation('inbox');
  const { id, status, handoffType } = conversation;
  const isAgents = status === 'HANDED_OFF' && handoffType !== 'CONSOLE' && handoffType !== 'HUMAN_REPLY';
  const { data } = useQuery({
    queryKey: ['conversation', id, 'handoff', handoffType],
    queryFn: () => api.get<Handoff>(`/api/conversations/${id}/handoff`).catch(noneFor404),
    enabled: isAgents,
  });
  if (!isAgents || !data) return null;
  return (
    <aside className="ib-handoff" aria-label={t('thread.handoff')}>
      <Text size="sm" fw={600}>
        {t('thread.handoff')}
      </Text>
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {data.summary}
      </Text>
    </aside>
  );
}

function noneFor404(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}
