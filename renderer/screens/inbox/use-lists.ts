import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/query.ts';
import type { Channel, Colleague, QuickReply, Stage } from './types.ts';

const rarelyChanges = { staleTime: 60_000 };

/** All channels, including deactivated ones, which still have conversations. */
export function useChannels(): Channel[] {
  const query = operationQuery('listChannels', { query: { includeDeactivated: true } });
  return useQuery({ ...query, ...rarelyChanges }).data?.data ?? none;
}

export function useStages(): Stage[] {
  return useQuery({ ...operationQuery('listConversationStages'), ...rarelyChanges }).data?.data ?? none;
}

/** The people to whom a conversation can be assigned. */
export function useColleagues(): Colleague[] {
  return useQuery({ ...operationQuery('listColleagues'), ...rarelyChanges }).data?.data ?? none;
}

export function useQuickReplies(): QuickReply[] {
  return useQuery({ ...operationQuery('listQuickReplies'), ...rarelyChanges }).data?.data ?? none;
}

const none: never[] = [];
