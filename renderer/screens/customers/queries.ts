import { infiniteQueryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { Query, Result } from '../../api/operations.ts';
import { keyOf, operationQuery } from '../../api/query.ts';

export type Customer = Result<'listContacts'>['data'][number];
export type Person = Result<'getContact'>;
export type Lead = Result<'listLeads'>['data'][number];
export type View = Result<'listContactViews'>['data'][number];
export type Moment = Result<'getContactTimeline'>['data'][number];

const pageSize = 50;

export const customersQuery = (wanted: Pick<Query<'listContacts'>, 'search' | 'filter'>) =>
  infiniteQueryOptions({
    queryKey: [...keyOf('listContacts', { query: wanted }), 'pages'],
    queryFn: ({ pageParam: page }) => call('listContacts', { query: { ...wanted, page, limit: pageSize } }),
    initialPageParam: 1,
    getNextPageParam: ({ page, hasMore }) => (hasMore ? page + 1 : undefined),
  });

export const leadsQuery = (wanted: Pick<Query<'listLeads'>, 'search' | 'aiAgentId'>) =>
  infiniteQueryOptions({
    queryKey: [...keyOf('listLeads', { query: wanted }), 'pages'],
    queryFn: ({ pageParam: page }) => call('listLeads', { query: { ...wanted, page, limit: pageSize } }),
    initialPageParam: 1,
    getNextPageParam: ({ page, hasMore }) => (hasMore ? page + 1 : undefined),
  });

export const timelineQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf('getContactTimeline', { path: { id } }), 'pages'],
    queryFn: ({ pageParam }) =>
      call('getContactTimeline', { path: { id }, query: { cursor: pageParam, limit: pageSize } }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

export const viewsQuery = operationQuery('listContactViews');

const rarelyChanges = { staleTime: 60_000 };

/** Names of the agents by their ids. */
export function useAgentNames(): Map<string, string> {
  const { data } = useQuery({ ...operationQuery('listAgents', { query: { archived: false } }), ...rarelyChanges });
  return new Map(data?.data.map(({ id, name }) => [id, name]));
}

export const useTags = () => useQuery(operationQuery('listContactTags')).data?.data ?? none;

const none: never[] = [];
