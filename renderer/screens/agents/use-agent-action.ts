import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidate } from '../../api/query.ts';
import { reads } from '../../api/reads.ts';
import { notifyFailure } from '../../components/notify.ts';

interface Options {
  /** The form shows its failures itself. */
  quiet?: boolean;
}

/** Does something to an agent; all that is known of agents is asked for again, whether it worked or not. */
export function useAgentAction<Input, Result>(act: (input: Input) => Promise<Result>, { quiet = false }: Options = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    ...(quiet ? {} : { onError: notifyFailure }),
    onSettled: () => invalidate(client, reads.agents),
  });
}
