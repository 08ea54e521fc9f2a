import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Agent } from '../../../server/areas/agents/schemas.ts';
import { notifyFailure } from '../../components/notify.ts';

interface Options {
  /** The form shows its failures itself. */
  quiet?: boolean;
}

/** Does something to an agent; all that is known of agents is asked for again, whether it worked or not. */
export function useAgentAction<Input = void, Answer = Agent>(
  act: (input: Input) => Promise<Answer>,
  { quiet = false }: Options = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    ...(quiet ? {} : { onError: notifyFailure }),
    onSettled: () => client.invalidateQueries({ queryKey: ['agents'] }),
  });
}
