import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidate } from '../../../api/query.ts';
import { reads } from '../../../api/reads.ts';
import { notifyFailure } from '../../../components/feedback/notify.ts';

/** Mutation of stages or pipelines, after which both are read again. `quiet`: the caller shows its errors. */
export function useStageChange<Input = void, Output = unknown>(
  change: (input: Input) => Promise<Output>,
  { quiet = false } = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => invalidate(client, reads.pipelines),
    ...(quiet ? {} : { onError: notifyFailure }),
  });
}
