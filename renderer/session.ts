import { useQuery } from '@tanstack/react-query';
import type { Answer } from './api/operations.ts';
import { operationQuery } from './api/query.ts';

export type ConsoleState = Answer<'getConsoleState'>;

/** Who is signed in and which shop is looked at. */
export const sessionQuery = { ...operationQuery('getConsoleState'), retry: false, staleTime: 60_000 };

export const useSession = () => useQuery(sessionQuery);

/** The state of a console that is signed in; only used below the gate of `app.tsx`. */
export function useConsole(): ConsoleState {
  const { data } = useSession();
  if (!data) throw new Error('Nobody is signed in');
  return data;
}
