import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../api/client.ts';
import type { Body } from '../../api/operations.ts';
import { invalidate, operationQuery } from '../../api/query.ts';
import { reads } from '../../api/reads.ts';
import { notifyFailure } from '../../components/notify.ts';
import type { Conversation } from './shapes.ts';
import { refreshMs } from './thread/thread.ts';

type Change = Body<'updateConversation'>;

const conversationQuery = (id: string) => operationQuery('getConversation', { path: { id } });

/** One conversation; `known` is what the list already shows of it. */
export const useConversation = (id: string, known?: Conversation) =>
  useQuery({
    ...conversationQuery(id),
    placeholderData: known,
    refetchInterval: refreshMs,
  });

/** Changes status, assignment or stage; shown at once, and taken back if the server refuses. */
export function useChangeConversation(id: string) {
  const client = useQueryClient();
  return useCallback(
    async (change: Change) => {
      const { queryKey } = conversationQuery(id);
      const before = client.getQueryData(queryKey);
      if (before) client.setQueryData(queryKey, { ...before, ...change } as Conversation);
      try {
        client.setQueryData(queryKey, await call('updateConversation', { path: { id }, body: change }));
      } catch (error) {
        client.setQueryData(queryKey, before);
        notifyFailure(error as Error);
      }
      invalidate(client, reads.conversations);
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
