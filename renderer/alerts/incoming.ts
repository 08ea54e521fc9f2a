import type { Alert } from '../../server/areas/index.ts';

export type { Alert };

const newsForMs = 5 * 60_000;
const shownKey = 'frontdesk.alerts.shown';
const mostRemembered = 50;

type Listener = (alert: Alert) => void;
const listeners = new Set<Listener>();

/** Calls `listener` for each alert that this browser is the first of its windows to receive. */
export function onAlert(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Passes on an alert of the event stream; drops old ones, and those that another window has shown. */
export function receiveAlert({ data, occurredAt }: { data: Alert; occurredAt: string }): void {
  if (!isNews(occurredAt) || !isFirst(data.key)) return;
  for (const listener of listeners) listener(data);
}

/** Whether it is worth telling; after a break the stream also brings what happened meanwhile. */
export const isNews = (occurredAt: string): boolean => Date.now() - Date.parse(occurredAt) <= newsForMs;

/** Whether no other window of this browser has told of it. */
export function isFirst(key: string): boolean {
  const shown = (localStorage.getItem(shownKey) ?? '').split('\n');
  if (shown.includes(key)) return false;
  localStorage.setItem(shownKey, [key, ...shown].slice(0, mostRemembered).join('\n'));
  return true;
}
