import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { operationQuery } from '../../../api/query.ts';
import type { Count } from '../canvas/nodes.ts';

/** Runs emit no event, so what they do is polled. */
export const refreshMs = 5_000;

/** How many runs stand at each step, and how many came by in 7 days. */
export function useCounts(id: string): Map<string, Count> {
  const { data } = useQuery({
    ...operationQuery('getFlowStanding', { path: { id } }),
    refetchInterval: refreshMs,
  });
  return useMemo(() => new Map((data?.steps ?? []).map((step) => [step.stepId, step])), [data]);
}
