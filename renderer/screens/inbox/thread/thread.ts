import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { call } from '../../../api/client.ts';
import type { Result } from '../../../api/operations.ts';
import { keyOf } from '../../../api/query.ts';
import { reuseEqual } from '../reuse-equal.ts';
import type { Message } from '../types.ts';

type MessagePage = Result<'listMessages'>;

export interface Thread {
  /** Newest first, as far as scrolled. */
  messages: Message[];
  /** Cursor of older messages; null at the start of the conversation. */
  cursor: string | null;
}

const pageSize = 40;
/** Reactions and assignments emit no event, so the open conversation polls too. */
export const refreshMs = 5_000;

export const threadKey = (conversationId: string) => [
  ...keyOf('listMessages', { path: { id: conversationId } }),
  'thread',
];

/** How far back a thread is loaded to find a message. */
const longestJump = 2_000;
const jumpSize = 100;

const fetchMessages = (conversationId: string, cursor: string | null, limit = pageSize): Promise<MessagePage> =>
  call('listMessages', { path: { id: conversationId }, query: { limit, cursor } });

/** Messages of a conversation, kept fresh, with older ones on demand. */
export function useThread(conversationId: string) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: threadKey(conversationId),
    queryFn: async () => {
      const page = await fetchMessages(conversationId, null);
      return layOver(client.getQueryData<Thread>(threadKey(conversationId)), page);
    },
    structuralSharing: false,
    refetchInterval: refreshMs,
  });
  const loading = useRef<Promise<void> | null>(null);
  /** Loads older messages; if that is under way already, waits for it. */
  const loadOlder = useCallback(
    (limit?: number): Promise<void> => {
      const load = async () => {
        const { cursor = null } = client.getQueryData<Thread>(threadKey(conversationId)) ?? {};
        if (cursor === null) return;
        const page = await fetchMessages(conversationId, cursor, limit);
        client.setQueryData<Thread>(threadKey(conversationId), (present) =>
          present?.cursor === cursor
            ? { messages: [...present.messages, ...page.data], cursor: page.nextCursor }
            : present,
        );
      };
      loading.current ??= load().finally(() => {
        loading.current = null;
      });
      return loading.current;
    },
    [client, conversationId],
  );
  /** Loads older messages until this one is among them; false if it is not, or too far back. */
  const loadUntil = useCallback(
    async (id: string): Promise<boolean> => {
      for (;;) {
        const present = client.getQueryData<Thread>(threadKey(conversationId));
        if (!present) return false;
        if (present.messages.some((message) => message.id === id)) return true;
        if (present.cursor === null || present.messages.length >= longestJump) return false;
        await loadOlder(jumpSize);
      }
    },
    [client, conversationId, loadOlder],
  );
  return { ...query, loadOlder, loadUntil };
}

/**
 * Merges the newest page into the known messages. Starts over if they do not overlap, for example after a long sleep.
 */
function layOver(present: Thread | undefined, page: MessagePage): Thread {
  const messages = reuseEqual(present?.messages.slice(0, pageSize * 2), page.data);
  const oldest = messages.at(-1);
  const at = present && oldest ? present.messages.findIndex(({ id }) => id === oldest.id) : -1;
  const older = present && at >= 0 ? present.messages.slice(at + 1) : [];
  if (!present || older.length === 0) return { messages, cursor: page.nextCursor };
  return { messages: [...messages, ...older], cursor: present.cursor };
}

/** Shows a message that the server has just returned, before the next refetch. */
export function putMessage(client: QueryClient, message: Message): void {
  client.setQueryData<Thread>(threadKey(message.conversationId), (present) => {
    if (!present) return present;
    const isKnown = present.messages.some(({ id }) => id === message.id);
    const messages = isKnown
      ? present.messages.map((each) => (each.id === message.id ? message : each))
      : [message, ...present.messages];
    return { ...present, messages };
  });
}
