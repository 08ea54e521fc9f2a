import type { Result } from '../api/operations.ts';
import { isFirstWindow } from './first-window.ts';
import { isNews } from './incoming.ts';

type Order = Result<'getOrder'>;
/** `calls`: nobody of the shop knows of the order yet, and no other window has told of it. */
type Listener = (order: Order, calls: boolean) => void;
const listeners = new Set<Listener>();

/** Calls `listener` for each order that is placed from now on. */
export function onNewOrder(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Passes on an order of the event stream; drops old ones. */
export async function receiveOrder({ data, occurredAt }: { data: Order; occurredAt: string }): Promise<void> {
  if (!isNews(occurredAt)) return;
  const calls = data.source !== 'DASHBOARD' && (await isFirstWindow(`order ${data.id}`));
  for (const listener of listeners) listener(data, calls);
}
