import { useWaitingCount } from '../alerts/use-alerts.tsx';

/** Numbers beside the names of screens, by the screen's name; a screen without a number is not among them. */
export function useNavCounts(): Partial<Record<string, number>> {
  return { inbox: useWaitingCount() };
}
