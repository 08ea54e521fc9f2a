import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Channel } from '../../../server/areas/channels/schemas.ts';
import type { Stage } from '../../../server/areas/inbox/schemas.ts';
import type { QuickReply } from '../../../server/areas/library/schemas.ts';
import { api } from '../../api/client.ts';

export type ConversationStage = z.infer<typeof Stage>;
const rarelyChanges = { staleTime: 60_000 };

/** All channels, deactivated ones too: their conversations stay. */
export function useChannels(): Channel[] {
  const { data } = useQuery({
    ...rarelyChanges,
    queryKey: ['channels', 'all'],
    queryFn: () => api.get<{ data: Channel[] }>('/api/channels?includeDeactivated=true'),
  });
  return data?.data ?? none;
}

export function useStages(): ConversationStage[] {
  const { data } = useQuery({
    ...rarelyChanges,
    queryKey: ['conversation-stages'],
    queryFn: () => api.get<{ data: ConversationStage[] }>('/api/conversation-stages'),
  });
  return data?.data ?? none;
}

export const quickRepliesKey = ['quick-replies'];

export function useQuickReplies(): QuickReply[] {
  const { data } = useQuery({
    ...rarelyChanges,
    queryKey: quickRepliesKey,
    queryFn: () => api.get<{ data: QuickReply[] }>('/api/quick-replies'),
  });
  return data?.data ?? none;
}

const none: never[] = [];
