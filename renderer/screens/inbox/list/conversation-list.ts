import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { call } from '../../../api/client.ts';
import type { Result } from '../../../api/operations.ts';
import { keyOf } from '../../../api/query.ts';
import { reuseEqual } from '../reuse-equal.ts';
import type { Conversation } from '../types.ts';

export interface ListFilter {
  view: View;
  /** Restricts the view `all`. */
  state: '' | 'ACTIVE' | 'HANDED_OFF' | 'SNOOZED' | 'RESOLVED';
  search: string;
  channelId: string;
  stageId: string;
  /** `none`: unassigned only. */
  assignee: '' | 'none';
  /** Days, YYYY-MM-DD: last active, or in a search, when the message was written. */
  dateFrom: string;
  dateTo: string;
}

export const wholeList: ListFilter = {
  view: 'all',
  state: '',
  search: '',
  channelId: '',
  stageId: '',
  assignee: '',
  dateFrom: '',
  dateTo: '',
};

/** `waiting`: for a person, and nobody's yet; `mine`: those that the person who is signed in has. */
export const views = ['waiting', 'mine', 'all'] as const;
export type View = (typeof views)[number];

type ConversationPage = Result<'listConversations'>;

interface LoadedList {
  /** By last activity, newest first. */
  items: Conversation[];
  /** Cursor of the next page; null at the end. */
  cursor: string | null;
  total: number;
  /** What a search found, by conversation. */
  matches: ReadonlyMap<string, SearchMatch>;
}

export type SearchMatch = ConversationPage['matches'][number];

const pageSize = 100;

function toQuery({ view, state, ...rest }: ListFilter) {
  if (view === 'waiting') return { ...rest, waiting: true, assignee: 'none' };
  if (view === 'mine') return { ...rest, status: 'HANDED_OFF', snoozed: false, assignee: 'me' } as const;
  if (state === 'SNOOZED') return { ...rest, snoozed: true };
  // What only campaigns wrote is no conversation yet, unless somebody looks for it.
  return { ...rest, ...(state ? { status: state } : {}), ...(rest.search ? {} : { dialogue: true }) };
}

const fetchPage = (filter: ListFilter, cursor: string | null): Promise<ConversationPage> =>
  call('listConversations', { query: { ...toQuery(filter), limit: pageSize, cursor } });

/**
 * Conversations of a filter, as far as scrolled. A refresh reads only the first page and merges it, so its cost does
 * not depend on the scroll position.
 */
export function useConversationList(filter: ListFilter) {
  const client = useQueryClient();
  const key = useMemo(() => [...keyOf('listConversations', { query: { ...filter } }), 'scrolled'], [filter]);
  const query = useQuery({
    queryKey: key,
    queryFn: async () => {
      const head = await fetchPage(filter, null);
      return layOver(client.getQueryData<LoadedList>(key), head);
    },
    placeholderData: keepPreviousData,
    // The merge reuses equal entries; comparing 100,000 again would be slow.
    structuralSharing: false,
  });
  const isLoadingMore = useRef(false);
  const cursor = query.isPlaceholderData ? null : (query.data?.cursor ?? null);
  const loadMore = useCallback(async () => {
    if (cursor === null || isLoadingMore.current) return;
    isLoadingMore.current = true;
    try {
      const page = await fetchPage(filter, cursor);
      client.setQueryData<LoadedList>(key, (present) => present && append(present, cursor, page));
    } finally {
      isLoadingMore.current = false;
    }
  }, [client, key, filter, cursor]);
  return { ...query, loadMore };
}

const isOlder = (one: Conversation, other: Conversation): boolean =>
  one.lastMessageAt < other.lastMessageAt || (one.lastMessageAt === other.lastMessageAt && one.id < other.id);

function layOver(present: LoadedList | undefined, head: ConversationPage): LoadedList {
  const last = head.data.at(-1);
  const items = reuseEqual(present?.items.slice(0, pageSize * 2), head.data);
  const matches = addMatches(present, head);
  if (!present || !last || head.nextCursor === null) {
    return { items, cursor: head.nextCursor, total: head.total, matches };
  }
  const fresh = new Set(items.map(({ id }) => id));
  const rest = present.items.filter((one) => isOlder(one, last) && !fresh.has(one.id));
  const cursor = rest.length === 0 ? head.nextCursor : present.cursor;
  return { items: [...items, ...rest], cursor, total: head.total, matches };
}

const addMatches = (present: LoadedList | undefined, { matches }: ConversationPage) =>
  new Map([...(present?.matches ?? []), ...matches.map((match) => [match.conversationId, match] as const)]);

function append(present: LoadedList, asked: string, page: ConversationPage): LoadedList {
  // A refresh has replaced the list; this page would leave a gap.
  if (present.cursor !== asked) return present;
  const known = new Set(present.items.map(({ id }) => id));
  const items = [...present.items, ...page.data.filter(({ id }) => !known.has(id))];
  return { items, cursor: page.nextCursor, total: page.total, matches: addMatches(present, page) };
}
