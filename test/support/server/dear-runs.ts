import { z } from 'zod';
import { type Operations, operation } from '../../../server/http/operation.ts';
import { eventually } from './app.ts';

const query = z.object({ name: z.string() });
const usual = { method: 'get', scope: 'contacts.read', summary: 'Wait', tx: 'read', success: 200, query } as const;
const Waited = z.object({ run: z.int() });

/** Expensive operations whose runs last until the test ends them, by the name in the query. */
export class DearRuns {
  /** The names of the runs, in the order in which they began. */
  readonly begun: string[] = [];
  readonly #ends: { name: string; resolve(): void; reject(error: unknown): void }[] = [];
  running = 0;
  mostAtOnce = 0;

  async wait(name: string): Promise<{ run: number }> {
    const run = this.begun.push(name);
    this.running += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.running);
    try {
      await new Promise<void>((resolve, reject) => this.#ends.push({ name, resolve, reject }));
    } finally {
      this.running -= 1;
    }
    return { run };
  }

  /** Waits for a run with this name to begin, and ends it. */
  async end(name?: string, error?: Error): Promise<void> {
    const next = await eventually(async () => this.#ends.find((each) => name === undefined || each.name === name));
    this.#ends.splice(this.#ends.indexOf(next), 1);
    if (error) next.reject(error);
    else next.resolve();
  }

  /** Ends each run as it begins, until the promise settles. */
  async endAllUntil(promise: Promise<unknown>): Promise<void> {
    let isOver = false;
    promise.finally(() => {
      isOver = true;
    });
    await eventually(async () => {
      for (const { resolve } of this.#ends.splice(0)) resolve();
      return isOver;
    });
  }

  began = (count: number) => eventually(async () => this.begun.length >= count);

  operations = (): Operations => ({
    waitAlone: operation({
      ...usual,
      path: '/api/dear/alone',
      dear: { atOnce: 1 },
      response: Waited,
      run: ({ query: { name } }) => this.wait(name),
    }),
    waitWide: operation({
      ...usual,
      path: '/api/dear/wide',
      dear: { atOnce: 20 },
      response: Waited,
      run: ({ query: { name } }) => this.wait(name),
    }),
    waitElsewhere: operation({
      ...usual,
      path: '/api/dear/elsewhere',
      dear: { atOnce: 3, waits: true },
      response: Waited,
      run: ({ query: { name } }) => this.wait(name),
    }),
    waitJoined: operation({
      ...usual,
      path: '/api/dear/joined',
      dear: { atOnce: 1, joins: true },
      response: Waited,
      run: ({ query: { name } }) => this.wait(name),
    }),
    waitFile: operation({
      ...usual,
      path: '/api/dear/file',
      dear: { atOnce: 1 },
      response: { contentType: 'text/csv' },
      run: async ({ query: { name } }) => ({ fileName: null, chunks: this.#chunks(name) }),
    }),
  });

  async *#chunks(name: string) {
    yield `${(await this.wait(name)).run}\n`;
  }
}
