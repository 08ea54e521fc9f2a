import type { Alert } from '../../server/areas/index.ts';
import { isFirstWindow } from './first-window.ts';

export type { Alert };

const newsForMs = 5 * 60_000;

type Listener = (alert: Alert) => void;
const listeners = new Set<Listener>();

/** Calls `listener` for each alert that this browser is the first of its windows to receive. */
export function onAlert(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Passes on an alert of the event stream; drops old ones, and those that another window has shown. */
export async function receiveAlert({ data, occurredAt }: { data: Alert; occurredAt: string }): Promise<void> {
  if (!isNews(occurredAt) || !(await isFirstWindow(data.key))) return;
  for (const listener of listeners) listener(data);
}

/** Whether it is worth telling; after a break the stream also brings what happened meanwhile. */
export const isNews = (occurredAt: string): boolean => Date.now() - Date.parse(occurredAt) <= newsForMs;
