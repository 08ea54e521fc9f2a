import type { Alert } from '../../server/areas/index.ts';

export type { Alert };

const newsForMs = 5 * 60_000;
const shownKey = 'frontdesk.alerts.shown';
const mostRemembered = 50;
/** By then all windows know what one has stored. */
const storedAfterMs = 5_000;

type Listener = (alert: Alert) => void;
const listeners = new Set<Listener>();

/** Calls `listener` for each alert that this browser is the first of its windows to receive. */
export function onAlert(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Passes on an alert of the event stream; drops old ones, and those that another window has shown. */
export async function receiveAlert({ data, occurredAt }: { data: Alert; occurredAt: string }): Promise<void> {
  if (!isNews(occurredAt) || !(await isFirst(data.key))) return;
  for (const listener of listeners) listener(data);
}

/** Whether it is worth telling; after a break the stream also brings what happened meanwhile. */
export const isNews = (occurredAt: string): boolean => Date.now() - Date.parse(occurredAt) <= newsForMs;

/** Whether no other window of this browser has told of it. */
export async function isFirst(key: string): Promise<boolean> {
  const shown = (localStorage.getItem(shownKey) ?? '').split('\n');
  if (shown.includes(key) || !(await isMine(key))) return false;
  localStorage.setItem(shownKey, [key, ...shown].slice(0, mostRemembered).join('\n'));
  return true;
}

/** Takes an alert before the other windows, which learn late what one has stored. Pages of plain http have no locks. */
function isMine(key: string): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks.request(`${shownKey} ${key}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      if (lock) return new Promise((release) => setTimeout(release, storedAfterMs));
    });
  });
}
