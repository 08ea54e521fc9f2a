import { getEnvironmentData, isMainThread, setEnvironmentData, type Worker } from 'node:worker_threads';

/**
 * An add-on that registers itself in a thread that is being terminated aborts the whole process: node-addon-api cannot
 * throw there. Threads therefore load add-ons, and are terminated, under one lock that all threads of the process share.
 */
const name = 'frontdesk-addon-lock';
const [free, held] = [0, 1];

if (isMainThread) setEnvironmentData(name, new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

function findLock(): Int32Array | null {
  const memory = getEnvironmentData(name);
  return memory instanceof SharedArrayBuffer ? new Int32Array(memory) : null;
}

const takes = (lock: Int32Array): boolean => Atomics.compareExchange(lock, 0, free, held) === free;

function release(lock: Int32Array): void {
  Atomics.store(lock, 0, free);
  Atomics.notify(lock, 0);
}

/**
 * Runs `load`, which loads an add-on, and blocks the thread while others are being terminated. Does nothing on the main
 * thread, where add-ons are loaded when first used.
 */
export function loadInThread(load: () => void): void {
  const lock = isMainThread ? null : findLock();
  if (!lock) return;
  while (!takes(lock)) Atomics.wait(lock, 0, held);
  try {
    load();
  } finally {
    release(lock);
  }
}

/** Terminates a thread once no thread loads an add-on. Returns when it has ended. Use it in place of `worker.terminate`. */
export async function terminate(worker: Worker): Promise<void> {
  const lock = findLock();
  if (!lock) return void (await worker.terminate());
  while (!takes(lock)) await Atomics.waitAsync(lock, 0, held).value;
  let ended: Promise<number>;
  try {
    ended = worker.terminate();
  } finally {
    release(lock);
  }
  await ended;
}
