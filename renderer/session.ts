import { useQuery } from '@tanstack/react-query';
import type { ConsoleState } from '../server/areas/owner/session/session.schemas.ts';
import { api } from './api/client.ts';

export const sessionKey = ['session'];

/** Who is signed in and which shop is looked at. */
export const useSession = () =>
  useQuery({
    queryKey: sessionKey,
    queryFn: () => api.get<ConsoleState>('/owner/session'),
    retry: false,
    staleTime: 60_000,
  });

/** The state of a console that is signed in; only used below the gate of `app.tsx`. */
export function useConsole(): ConsoleState {
  const { data } = useSession();
  if (!data) throw new Error('Nobody is signed in');
  return data;
}
