import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { z } from 'zod';
import type { Conversation, ConversationChange } from '../../../server/areas/inbox/schemas.ts';
import { api } from '../../api/client.ts';
import { notifyFailure } from '../../components/notify.ts';
import { refreshMs } from './thread.ts';

type Change = z.input<typeof ConversationChange>;

const keyOf = (id: string) => ['conversation', id];

/** One conversation; `known` is what the list already shows of it. */
export const useConversation = (id: string, known?: Conversation) =>
  useQuery({
    queryKey: keyOf(id),
    queryFn: () => api.get<Conversation>(`/api/conversations/${id}`),
    placeholderData: known,
    refetchInterval: refreshMs,
  });

/** Changes status, assignment or stage; shown at once, and taken back if the server refuses. */
export function useChangeConversation(id: string) {
  const client = useQueryClient();
  return useCallback(
    async (change: Change) => {
      const before = client.getQueryData<Conversation>(keyOf(id));
      if (before) client.setQueryData<Conversation>(keyOf(id), { ...before, ...change } as Conversation);
      try {
        client.setQueryData(keyOf(id), await api.patch<Conversation>(`/api/conversations/${id}`, change));
      } catch (error) {
        client.setQueryData(keyOf(id), before);
        notifyFailure(error as Error);
      }
      client.invalidateQueries({ queryKey: ['conversations'] });
    },
    [client, id],
  );
}

/** What a press on "hand over" or "resolve" does in each status (the server's rules of transition). */
export const handoffOf = ({ status }: Conversation): Change =>
  status === 'ACTIVE' ? { status: 'HANDED_OFF', handoffType: 'CONSOLE' } : { status: 'ACTIVE' };
export const resolveOf = ({ status }: Conversation): Change => ({
  status: status === 'RESOLVED' ? 'ACTIVE' : 'RESOLVED',
});
