import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidate } from '../../api/query.ts';
import { reads } from '../../api/reads.ts';
import type { Campaign } from './queries.ts';

/** Mutation on a campaign; all campaign queries are refetched, also after an error. */
export function useCampaignAction<Input = void, Result = Campaign>(act: (input: Input) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: () => invalidate(client, reads.campaigns),
  });
}
