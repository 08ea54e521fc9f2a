import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Campaign } from '../../../server/areas/campaigns/schemas.ts';

/** Does something to a campaign; all that is known of campaigns is asked for again, whether it worked or not. */
export function useCampaignAction<Input = void, Answer = Campaign>(act: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: () => client.invalidateQueries({ queryKey: ['campaigns'] }),
  });
}
