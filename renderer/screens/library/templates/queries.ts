import { queryOptions } from '@tanstack/react-query';
import type { Query, Result } from '../../../api/operations.ts';
import { operationQuery, optionalQuery } from '../../../api/query.ts';
import { lookAgain } from '../sync.ts';

export type ChatTemplate = Result<'getChatTemplate'>;
export type Channel = Result<'listChannels'>['data'][number];

/** A review ends without an event. */
const reviewMs = 5_000;
export const listed = 50;

const isPending = ({ status }: ChatTemplate): boolean => status === 'PENDING';

export const channelsQuery = operationQuery('listChannels', { query: { includeDeactivated: false } });

export const templatesQuery = (query: Query<'listChatTemplates'>) =>
  queryOptions({
    ...operationQuery('listChatTemplates', { query: { ...query, limit: listed } }),
    refetchInterval: ({ state: { data } }) => (data?.data.some(isPending) ? reviewMs : false),
  });

export const templateQuery = (id: string) =>
  queryOptions({
    ...operationQuery('getChatTemplate', { path: { id } }),
    refetchInterval: ({ state: { data } }) => (data && isPending(data) ? reviewMs : false),
  });

export const statsQuery = (channelId: string) => operationQuery('getChatTemplateStats', { query: { channelId } });

export const syncQuery = (channelId: string) =>
  queryOptions({
    ...optionalQuery('getChatTemplateSync', { path: { channelId } }),
    refetchInterval: lookAgain,
  });
