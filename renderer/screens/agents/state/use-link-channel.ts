import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { invalidate } from '../../../api/query.ts';
import { reads } from '../../../api/reads.ts';
import { notifyFailure } from '../../../components/feedback/notify.ts';

/** Lets an agent reply on a channel, in place of any other, or no longer. */
export function useLinkChannel(agentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, on }: { id: string; on: boolean }) =>
      on
        ? call('linkAgentToChannel', { path: { id }, body: { aiAgentId: agentId } })
        : call('unlinkAgentFromChannel', { path: { id } }),
    onError: notifyFailure,
    onSettled: () => invalidate(client, reads.channels),
  });
}
