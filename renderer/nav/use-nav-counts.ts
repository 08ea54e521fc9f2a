import { useQuery } from '@tanstack/react-query';
import { useWaitingCount } from '../alerts/use-alerts.tsx';
import { operationQuery } from '../api/query.ts';

/** Numbers beside the names of screens, by the screen's name; a screen without a number is not among them. */
export function useNavCounts(): Partial<Record<string, number>> {
  const orders = useQuery(operationQuery('countOrdersToPrepare')).data?.count ?? 0;
  return { inbox: useWaitingCount(), orders };
}
