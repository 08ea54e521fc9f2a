import { setImmediate } from 'node:timers/promises';

/** Longest time that a breathing loop delays requests, in addition to its longest step. */
const longestTurnMs = 10;

/**
 * For long loops: `const breathe = breather(); for (const row of rows) { await breathe(); … }` lets other work run
 * whenever the loop has blocked the event loop for a while. Do not use it in a transaction, which would stay open.
 */
export function breather(turnMs = longestTurnMs): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < turnMs) return;
    await setImmediate();
    since = performance.now();
  };
}
