import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidate } from '../../api/query.ts';
import { reads } from '../../api/reads.ts';
import { notifyFailure } from '../../components/notify.ts';
import { type Channel, channelQuery } from './queries.ts';

/** Does something to a channel that answers the channel as it then is; all that is known of it is asked for again. */
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
