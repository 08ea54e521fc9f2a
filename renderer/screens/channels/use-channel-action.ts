import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidate } from '../../api/query.ts';
import { reads } from '../../api/reads.ts';
import { notifyFailure } from '../../components/feedback/notify.ts';
import { type Channel, channelQuery } from './queries.ts';

/** Mutation on a channel; stores the channel that it returns and refetches all channel queries. */
export function useChannelAction<Input = void>(act: (input: Input) => Promise<Channel | undefined>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onError: notifyFailure,
    onSuccess: (channel) => {
      if (channel) client.setQueryData(channelQuery(channel.id).queryKey, channel);
      return invalidate(client, reads.channels);
    },
  });
}
