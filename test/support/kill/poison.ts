/**
 * Preloaded into the server (`NODE_OPTIONS=--import …`): breaks it on chosen content. Parsing a text that contains
 * POISON_TEXT from the source file POISON_FILE hangs, kills the process or throws uncaught (POISON_EFFECT: `hang`,
 * `kill`, `throw`), or blocks the event loop once for ten seconds without computing (`block`).
 */
const { POISON_TEXT: text = '', POISON_FILE: file = '', POISON_EFFECT: effect } = process.env;
const parse = JSON.parse;
let hasBlocked = false;

function strike(): void {
  if (effect === 'kill') process.kill(process.pid, 'SIGKILL');
  if (effect === 'throw') {
    setImmediate(() => {
      throw new Error('nobody catches this');
    });
    return;
  }
  if (effect === 'block') {
    if (hasBlocked) return;
    hasBlocked = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10_000);
    return;
  }
  for (;;);
}

const isCalledFrom = (name: string): boolean =>
  new Error().stack?.split('\n').some((line) => line.includes(`/${name}:`) && !line.includes('at async ')) ?? false;

JSON.parse = (given: string, reviver?: Parameters<typeof parse>[1]) => {
  if (text !== '' && String(given).includes(text) && isCalledFrom(file)) strike();
  return parse(given, reviver);
};
