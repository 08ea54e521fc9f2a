import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import type { Body } from '../../api/operations.ts';
import { invalidate, operationQuery } from '../../api/query.ts';
import { reads } from '../../api/reads.ts';
import { notifyFailure, notifyUndo } from '../../components/feedback/notify.ts';
import { refreshMs } from './thread/thread.ts';
import type { Conversation } from './types.ts';

type Change = Body<'updateConversation'>;

/** What a conversation is for the people of the shop. */
export type ServiceState = 'WAITING' | 'IN_SERVICE' | 'SNOOZED' | 'ACTIVE' | 'RESOLVED';

/** Also one that no agent would answer waits for a person, though nobody handed it over. */
export function stateOf({ status, snooze, waitingSince }: Conversation): ServiceState {
  if (status === 'RESOLVED') return status;
  if (snooze !== null) return 'SNOOZED';
  if (waitingSince !== null) return 'WAITING';
  return status === 'HANDED_OFF' ? 'IN_SERVICE' : 'ACTIVE';
}

const conversationQuery = (id: string) => operationQuery('getConversation', { path: { id } });

/** Query of one conversation; `known` is the list's copy, shown until it loads. */
export const useConversation = (id: string, known?: Conversation) =>
  useQuery({
    ...conversationQuery(id),
    placeholderData: known,
    refetchInterval: refreshMs,
  });

export type ConversationActions = ReturnType<typeof useConversationActions>;

/**
 * What a person does with a conversation. Each shows at once, reverts if the server rejects it, and offers to undo what
 * takes a conversation out of sight or gives it to somebody.
 */
export function useConversationActions(id: string) {
  const { t } = useTranslation('inbox');
  const client = useQueryClient();
  return useMemo(() => {
    const path = { id };
    const { queryKey } = conversationQuery(id);
    /** Resolves to the conversation before the change; to null if it was rejected. */
    const perform = async (expected: Partial<Conversation>, request: () => Promise<Conversation>) => {
      const before = client.getQueryData(queryKey) ?? (await client.fetchQuery(conversationQuery(id)));
      // A response that was asked for earlier would show the old state again.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, { ...before, ...expected });
      try {
        client.setQueryData(queryKey, await request());
        return before;
      } catch (error) {
        client.setQueryData(queryKey, before);
        notifyFailure(error as Error);
        return null;
      } finally {
        invalidate(client, reads.conversations);
      }
    };
    const change = (body: Change) =>
      perform(body as Partial<Conversation>, () => call('updateConversation', { path, body }));
    const reopen = () => perform({}, () => call('reopenConversation', { path }));
    const unsnooze = () => perform({ snooze: null }, () => call('unsnoozeConversation', { path }));
    return {
      change,
      reopen,
      unsnooze,
      async resolve() {
        if (await change({ status: 'RESOLVED' })) notifyUndo(t('done.resolved'), reopen);
      },
      async assign(to: Pick<Change, 'assignedTo' | 'assignedToUserId'>) {
        const before = await change(to);
        if (!before) return;
        const { assignedTo, assignedToUserId } = before;
        const text = to.assignedTo ? t('done.assigned', { name: to.assignedTo }) : t('done.unassigned');
        notifyUndo(text, () => change({ assignedTo: assignedTo ?? '', assignedToUserId }));
      },
      async snooze(until: string | null) {
        const set = await perform({ snooze: { until } }, () => call('snoozeConversation', { path, body: { until } }));
        if (set) notifyUndo(t('done.snoozed'), unsnooze);
      },
    };
  }, [client, id, t]);
}

/** The change made by "take over" and "give back". */
export const handoffOf = ({ status }: Conversation): Change =>
  status === 'ACTIVE' ? { status: 'HANDED_OFF', handoffType: 'CONSOLE' } : { status: 'ACTIVE' };
