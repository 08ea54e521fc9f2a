import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort, Worker } from 'node:worker_threads';

/**
 * The file of a worker that lies beside the module `from` (its `import.meta.url`): `.ts` in a checkout, `.js` where the
 * program was compiled.
 */
export const workerFile = (from: string, name: string): URL =>
  new URL(`./${name}${extname(fileURLToPath(from))}`, from);

/**
 * Runs a worker thread that gives its result in parts (see `serveParts`) and yields them. The next part is made while
 * the caller works on the present one, and no sooner, so that neither floods the other. Throws what the worker throws.
 */
export async function* readFromWorker<Part>(file: URL, input: unknown): AsyncGenerator<Part, void, undefined> {
  const worker = new Worker(file, { workerData: input });
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
      const part = await next;
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
