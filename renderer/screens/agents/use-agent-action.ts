import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidate } from '../../api/query.ts';
import { reads } from '../../api/reads.ts';
import { notifyFailure } from '../../components/feedback/notify.ts';

interface Options {
  /** The form shows its errors itself. */
  quiet?: boolean;
}

/** Mutation on an agent; all agent queries are refetched, also after an error. */
export function useAgentAction<Input, Result>(act: (input: Input) => Promise<Result>, { quiet = false }: Options = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    ...(quiet ? {} : { onError: notifyFailure }),
    onSettled: () => invalidate(client, reads.agents),
  });
}
