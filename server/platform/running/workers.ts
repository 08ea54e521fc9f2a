import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort, type Transferable, Worker } from 'node:worker_threads';
import { terminate } from './addon-lock.ts';
import { outside } from './item-run.ts';
import { takeSlot } from './worker-slots.ts';

/**
 * Returns the file of a worker next to the module `from` (its `import.meta.url`): `.ts` in a checkout, `.js` in a
 * compiled program.
 */
export const workerFile = (from: string, name: string): URL =>
  new URL(`./${name}${extname(fileURLToPath(from))}`, from);

/**
 * Lowers the calling thread's CPU priority below that of request threads. Linux only: elsewhere a priority applies to
 * the whole process.
 */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
}

/**
 * Runs a worker thread that returns its result in parts (see `serveParts`) and yields them. The next part is prepared
 * while the caller processes the present one, so neither floods the other. Threads per file are limited (see
 * `takeSlot`); `signal` aborts the wait for a slot. Throws what the worker throws.
 */
export async function* readFromWorker<Part>(
  file: URL,
  input: unknown,
  signal?: AbortSignal,
): AsyncGenerator<Part, void, undefined> {
  const giveBack = await outside(() => takeSlot(file.href, signal));
  try {
    yield* readParts<Part>(new Worker(file, { workerData: input }));
  } finally {
    giveBack();
  }
}

async function* readParts<Part>(worker: Worker): AsyncGenerator<Part, void, undefined> {
  const ask = (): Promise<Part | null> => {
    const answer = once(worker, 'message').then(([part]) => part as Part | null);
    // Awaited later; until then its rejection must not count as unhandled.
    answer.catch(() => {});
    worker.postMessage('next');
    return answer;
  };
  try {
    let next = ask();
    for (;;) {
      const asked = next;
      const part = await outside(() => asked);
      if (part === null) return;
      next = ask();
      yield part;
    }
  } finally {
    await terminate(worker);
  }
}

/** The worker's side: sends the next part at each request, null at the end. */
export function serveParts(parts: Iterator<object>): void {
  parentPort?.on('message', () => {
    const { done, value } = parts.next();
    parentPort?.postMessage(done ? null : value);
  });
}

export interface WorkerLimits {
  timeoutMs: number;
  /** Limit of the JavaScript heap; a fast-growing thread may exceed it briefly. */
  heapMb: number;
  /** Limit of buffers, which are outside the heap and which Node does not limit. */
  buffersMb: number;
  signal?: AbortSignal;
}

/** A worker exceeded a limit and was terminated. */
export class WorkerLimitError extends Error {
  readonly limit: 'time' | 'memory';

  constructor(limit: 'time' | 'memory') {
    super(`The worker needed too much ${limit}`);
    this.limit = limit;
  }
}

const watchEveryMs = 50;
/**
 * V8's own heap limit kills the whole process when one allocation exceeds it by far, such as that of a growing table.
 * It is therefore set far above the limit watched from outside, which terminates only the thread.
 */
const headroomMb = 1_024;
const bytesPerMb = 1024 * 1024;

/**
 * Runs a worker thread that returns one result (see `serveResult`), once a slot for the file is free (see `takeSlot`);
 * the timeout counts from then on. The thread has ended when this returns or throws. Throws `WorkerLimitError` above a
 * limit, the signal's reason on abort, else what the worker throws.
 */
export async function runInWorker<Result>(
  file: URL,
  input: unknown,
  limits: WorkerLimits,
  transferList: Transferable[] = [],
): Promise<Result> {
  const giveBack = await outside(() => takeSlot(file.href, limits.signal));
  try {
    return await runNow(file, input, limits, transferList);
  } finally {
    giveBack();
  }
}

async function runNow<Result>(
  file: URL,
  input: unknown,
  limits: WorkerLimits,
  transferList: Transferable[],
): Promise<Result> {
  const resourceLimits = { maxOldGenerationSizeMb: limits.heapMb + headroomMb };
  // Parsers print what they think of a file.
  const muted = { stdout: true, stderr: true };
  const worker = new Worker(file, { workerData: input, resourceLimits, transferList, ...muted });
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const onAbort = () => reject(limits.signal?.reason);
  limits.signal?.addEventListener('abort', onAbort);
  worker.once('message', resolve);
  worker.once('error', (error: NodeJS.ErrnoException) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new WorkerLimitError('memory') : error),
  );
  worker.once('exit', () => reject(new Error('The worker ended without a result')));
  const timer = setTimeout(() => reject(new WorkerLimitError('time')), limits.timeoutMs);
  const watch = setInterval(async () => {
    const statistics = await worker.getHeapStatistics().catch(() => null);
    if (!statistics) return;
    const { used_heap_size: heap, external_memory: buffers } = statistics;
    const isOver = heap > limits.heapMb * bytesPerMb || buffers > limits.buffersMb * bytesPerMb;
    if (isOver) reject(new WorkerLimitError('memory'));
  }, watchEveryMs);
  try {
    return await outside(() => promise);
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    limits.signal?.removeEventListener('abort', onAbort);
    await terminate(worker);
  }
}

/** The worker's side of `runInWorker`. */
export const serveResult = (result: unknown): void => parentPort?.postMessage(result);
