import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../api/client.ts';
import type { Body } from '../../api/operations.ts';
import { invalidate, operationQuery } from '../../api/query.ts';
import { reads } from '../../api/reads.ts';
import { notifyFailure } from '../../components/feedback/notify.ts';
import { refreshMs } from './thread/thread.ts';
import type { Conversation } from './types.ts';

type Change = Body<'updateConversation'>;

const conversationQuery = (id: string) => operationQuery('getConversation', { path: { id } });

/** Query of one conversation; `known` is the list's copy, shown until it loads. */
export const useConversation = (id: string, known?: Conversation) =>
  useQuery({
    ...conversationQuery(id),
    placeholderData: known,
    refetchInterval: refreshMs,
  });

/** Changes status, assignment or stage optimistically; reverts if the server rejects the change. */
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

/** Change made by "hand over" or "resolve" in each status, after the server's transition rules. */
export const handoffOf = ({ status }: Conversation): Change =>
  status === 'ACTIVE' ? { status: 'HANDED_OFF', handoffType: 'CONSOLE' } : { status: 'ACTIVE' };
export const resolveOf = ({ status }: Conversation): Change => ({
  status: status === 'RESOLVED' ? 'ACTIVE' : 'RESOLVED',
});
