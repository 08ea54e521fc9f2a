import { useQuery } from '@tanstack/react-query';
import type { Result } from './api/operations.ts';
import { operationQuery } from './api/query.ts';

export type ConsoleState = Result<'getConsoleState'>;

/** The session and the shop that is shown. */
export const sessionQuery = { ...operationQuery('getConsoleState'), retry: false, staleTime: 60_000 };

export const useSession = () => useQuery(sessionQuery);

/** State of a console with a session; use only below the gate of `app.tsx`. */
export function useConsole(): ConsoleState {
  const { data } = useSession();
  if (!data) throw new Error('Nobody is signed in');
  return data;
}
