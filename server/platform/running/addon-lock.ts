import { getEnvironmentData, isMainThread, setEnvironmentData, threadId, type Worker } from 'node:worker_threads';

/**
 * An add-on that registers itself in a thread that is being terminated aborts the whole process: node-addon-api cannot
 * throw there. Threads therefore load add-ons, and are terminated, under one lock that all threads of the process share.
 */
const name = 'frontdesk-addon-lock';
/** The lock's value; otherwise it is the mark of the thread that holds the lock. */
const free = 0;
/** Thread ids start at 0. */
const markOf = (id: number): number => id + 1;

if (isMainThread) setEnvironmentData(name, new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

function findLock(): Int32Array | null {
  const memory = getEnvironmentData(name);
  return memory instanceof SharedArrayBuffer ? new Int32Array(memory) : null;
}

/** Takes the lock if it is free. Returns the previous value: `free` if this thread took it, else the holder's mark. */
const take = (lock: Int32Array): number => Atomics.compareExchange(lock, 0, free, markOf(threadId));

/** Frees the lock if this thread holds it. */
function release(lock: Int32Array, id: number): void {
  if (Atomics.compareExchange(lock, 0, markOf(id), free) === markOf(id)) Atomics.notify(lock, 0);
}

/**
 * Runs `load`, which loads an add-on, and blocks the thread while others are being terminated. Does nothing on the main
 * thread, where add-ons are loaded when first used.
 */
export function loadInThread(load: () => void): void {
  const lock = isMainThread ? null : findLock();
  if (!lock) return;
  for (let holder = take(lock); holder !== free; holder = take(lock)) Atomics.wait(lock, 0, holder);
  try {
    load();
  } finally {
    release(lock, threadId);
  }
}

/** Terminates a thread once no thread loads an add-on. Returns when it has ended. Use it in place of `worker.terminate`. */
export async function terminate(worker: Worker): Promise<void> {
  const lock = findLock();
  if (!lock) return void (await worker.terminate());
  for (let holder = take(lock); holder !== free; holder = take(lock)) await Atomics.waitAsync(lock, 0, holder).value;
  const { threadId: id } = worker;
  let ended: Promise<number>;
  try {
    ended = worker.terminate();
  } finally {
    release(lock, threadId);
  }
  await ended;
  // A thread that takes the lock as it is terminated never reaches its `finally`.
  release(lock, id);
}
