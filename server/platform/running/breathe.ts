import { setImmediate } from 'node:timers/promises';

/** Requests wait at most this long for a loop that breathes, plus its longest step. */
const longestTurnMs = 10;

/**
 * For loops over much: `const breathe = breather(); for (const row of rows) { await breathe(); … }` lets other work run
 * whenever the loop has held the event loop for a while. Not within a transaction, which would wait, too.
 */
export function breather(turnMs = longestTurnMs): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < turnMs) return;
    await setImmediate();
    since = performance.now();
  };
}
