import { Problem } from '../problem.ts';

/** Threads of one kind at a time: each may take a core and some hundred megabytes. Kinds do not wait for each other. */
const mostAtOnce = 2;
const mostWaiting = 50;

interface Slots {
  taken: number;
  /** First come, first served. */
  waiting: (() => void)[];
}

const slotsOf = new Map<string, Slots>();

/**
 * Waits until a thread of this kind may run; returns a function that releases the slot. The holder of a slot must not
 * wait for another of the same kind. Throws the signal's reason on abort, and 503 when too many are waiting.
 */
export async function takeSlot(kind: string, signal?: AbortSignal): Promise<() => void> {
  signal?.throwIfAborted();
  const slots = slotsOf.get(kind) ?? { taken: 0, waiting: [] };
  slotsOf.set(kind, slots);
  if (slots.taken < mostAtOnce) slots.taken += 1;
  else await waitIn(slots, signal);
  return () => {
    const next = slots.waiting.shift();
    if (next) next();
    else slots.taken -= 1;
    if (slots.taken === 0) slotsOf.delete(kind);
  };
}

/** Resolves when a released slot is passed on. */
async function waitIn({ waiting }: Slots, signal?: AbortSignal): Promise<void> {
  if (waiting.length >= mostWaiting) {
    throw new Problem('unavailable', 'Too many files are being read or written already: try again', {
      headers: { 'Retry-After': '10' },
    });
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const enter = () => {
    signal?.removeEventListener('abort', giveUp);
    resolve();
  };
  const giveUp = () => {
    waiting.splice(waiting.indexOf(enter), 1);
    reject(signal?.reason);
  };
  waiting.push(enter);
  signal?.addEventListener('abort', giveUp, { once: true });
  await promise;
}
