import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Channel } from '../../../server/areas/channels/schemas.ts';
import { notifyFailure } from '../../components/notify.ts';

/** Does something to a channel that answers the channel as it then is; all that is known of it is asked for again. */
export function useChannelAction<Input = void>(act: (input: Input) => Promise<Channel | undefined>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onError: notifyFailure,
    onSuccess: (channel) => {
      if (channel) client.setQueryData(['channels', channel.id], channel);
      return client.invalidateQueries({ queryKey: ['channels'] });
    },
  });
}
