import { type QueryClient, useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { call } from './api/client.ts';
import { logOut } from './api/login.ts';
import type { Result } from './api/operations.ts';
import { forgetPageSecret } from './api/page-secret.ts';
import { operationQuery } from './api/query.ts';
import { ApiError } from './api/refusals.ts';
import { forgetRecent } from './components/palette/recent.ts';
import { forgetWordsOf } from './kept/places.ts';

export type ConsoleState = Result<'getConsoleState'>;

/** The session and the shop that is shown. */
export const sessionQuery = { ...operationQuery('getConsoleState'), retry: false, staleTime: 60_000 };

const lookAgainMs = 2_000;

/**
 * Asks again by itself while the server is away: a page that was opened too early has nothing else to show. Without a
 * session it shows the login, which a new request would take away from under the person who types.
 */
export const useSession = () =>
  useQuery({
    ...sessionQuery,
    refetchInterval: ({ state: { data, error } }) =>
      data === undefined && error && !isSignedOut(error) ? lookAgainMs : false,
  });

let isRestoring = false;

/** The restored shop may not know this session: what tells so stays until the page is loaded again. */
export function setRestoring(next: boolean): void {
  isRestoring = next;
}

/** Whether the server answered that nobody is signed in. */
export const isSignedOut = (error: Error | null): boolean =>
  !isRestoring && error instanceof ApiError && error.status === 401;

/** Whether an owner is signed in; an attendant sees neither the screens nor the buttons that only an owner may use. */
export const useIsOwner = (): boolean => useConsole().user.role === 'owner';

/** Given by the gate of `app.tsx`: a drawing that has begun sees one state to its end, whatever becomes of the session. */
export const ConsoleContext = createContext<ConsoleState | null>(null);

/** State of a console with a session; use only below the gate of `app.tsx`. */
export function useConsole(): ConsoleState {
  const state = useContext(ConsoleContext);
  if (!state) throw new Error('Nobody is signed in');
  return state;
}

/** Shows another shop in this session. */
export async function switchShop(client: QueryClient, workspaceId: string): Promise<void> {
  await call('chooseWorkspace', { body: { workspaceId } });
  await client.resetQueries();
}

/** Signs out and forgets what this browser kept of the shop. */
export async function signOut(client: QueryClient): Promise<void> {
  const person = client.getQueryData(sessionQuery.queryKey)?.user;
  await logOut();
  forgetPageSecret();
  if (person) forgetWordsOf(person.id);
  forgetRecent();
  await client.resetQueries();
}
