import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort, type Transferable, Worker } from 'node:worker_threads';
import { outside } from './sections.ts';
import { takeSlot } from './worker-slots.ts';

/**
 * The file of a worker that lies beside the module `from` (its `import.meta.url`): `.ts` in a checkout, `.js` where the
 * program was compiled.
 */
export const workerFile = (from: string, name: string): URL =>
  new URL(`./${name}${extname(fileURLToPath(from))}`, from);

/**
 * Lets the thread that calls it step behind those that answer requests. On Linux alone: elsewhere a priority belongs to
 * the whole process.
 */
export function stepBack(): void {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
}

/**
 * Runs a worker thread that gives its result in parts (see `serveParts`) and yields them. The next part is made while
 * the caller works on the present one, and no sooner, so that neither floods the other. Few of one file run at a time
 * (see `takeSlot`); `signal` ends the wait for that. Throws what the worker throws.
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
    // It is awaited later; until then its failure must not count as unhandled.
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
    await worker.terminate();
  }
}

/** The worker's side: answers each request with the next part, and null when there is none left. */
export function serveParts(parts: Iterator<object>): void {
  parentPort?.on('message', () => {
    const { done, value } = parts.next();
    parentPort?.postMessage(done ? null : value);
  });
}

export interface WorkerLimits {
  timeoutMs: number;
  /** Of JavaScript objects. A thread that grows quickly gets a little more before it is seen. */
  heapMb: number;
  /** Of buffers, which stand outside the heap and which Node does not limit by itself. */
  buffersMb: number;
  signal?: AbortSignal;
}

/** A worker needed more than it was given, and was ended. */
export class WorkerLimitError extends Error {
  readonly limit: 'time' | 'memory';

  constructor(limit: 'time' | 'memory') {
    super(`The worker needed too much ${limit}`);
    this.limit = limit;
  }
}

const watchEveryMs = 50;
/**
 * V8's own limit of a thread ends the whole process when one allocation goes far past it, as a growing table's does. So it
 * lies far above the limit that is watched from outside, which ends the thread alone.
 */
const headroomMb = 1_024;
const bytesPerMb = 1024 * 1024;

/**
 * Runs a worker thread that gives one result (see `serveResult`), when few others of the file run (see `takeSlot`); its
 * time counts from then on. When it answers or throws, the thread is gone. Throws `WorkerLimitError` past a limit, the
 * signal's reason when it is aborted, else what the worker throws.
 */
export async function runInWorker<Result>(
  file: URL,
  input: unknown,
  limits: WorkerLimits,
  transferList: Transferable[] = [],
): Promise<Result> {
  const giveBack = await takeSlot(file.href, limits.signal);
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
  // Parsers chatter on their console about what the file made them think.
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
    await worker.terminate();
  }
}

/** The worker's side of `runInWorker`. */
export const serveResult = (result: unknown): void => parentPort?.postMessage(result);
