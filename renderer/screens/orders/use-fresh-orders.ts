import { useEffect, useState } from 'react';
import { onNewOrder } from '../../alerts/new-orders.ts';

const freshForMs = 30_000;
const none: ReadonlySet<string> = new Set();

/** Ids of the orders that arrived within the last half minute. */
export function useFreshOrders(): ReadonlySet<string> {
  const [ids, setIds] = useState(none);
  useEffect(
    () =>
      onNewOrder(({ id }) => {
        setIds((present) => new Set([...present, id]));
        setTimeout(() => setIds((present) => new Set([...present].filter((one) => one !== id))), freshForMs);
      }),
    [],
  );
  return ids;
}
