import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidate } from '../../api/query.ts';
import { reads } from '../../api/reads.ts';
import type { Campaign } from './queries.ts';

/** Does something to a campaign; all that is known of campaigns is asked for again, whether it worked or not. */
export function useCampaignAction<Input = void, Answer = Campaign>(act: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: () => invalidate(client, reads.campaigns),
  });
}
