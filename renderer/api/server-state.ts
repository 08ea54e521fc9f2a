import { useSyncExternalStore } from 'react';

/**
 * What the requests of this page have found out about its server. What the browser believes about its network does not
 * count: the server may run on this very machine.
 */
interface ServerState {
  /** The last request found no server. */
  isAway: boolean;
  /** The server has another console by now: it was updated while this page was open. */
  isReplaced: boolean;
}

let state: ServerState = { isAway: false, isReplaced: false };
const listeners = new Set<() => void>();

function change(changes: Partial<ServerState>): void {
  const next = { ...state, ...changes };
  if (next.isAway === state.isAway && next.isReplaced === state.isReplaced) return;
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useServerState = (): ServerState => useSyncExternalStore(subscribe, () => state);

/** `fetch` that notes whether the server was there. */
export async function reach(address: string, init: RequestInit = {}): Promise<Response> {
  try {
    const response = await fetch(address, init);
    change({ isAway: false });
    return response;
  } catch (error) {
    if (!init.signal?.aborted) change({ isAway: true });
    throw error;
  }
}

const scriptOf = (page: Document): string | null =>
  page.querySelector('script[type=module][src]')?.getAttribute('src') ?? null;

/** Looks whether the server has another console than this page's; the name of its script holds a hash. Never throws. */
export async function lookForUpdate(): Promise<void> {
  try {
    const response = await reach('/', { headers: { Accept: 'text/html' }, cache: 'no-store' });
    if (!response.ok) return;
    const script = scriptOf(new DOMParser().parseFromString(await response.text(), 'text/html'));
    if (script !== null && script !== scriptOf(document)) change({ isReplaced: true });
  } catch {
    // The strip says that the server is away.
  }
}
