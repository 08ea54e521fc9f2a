import { FrontdeskError, readRefusal } from './error.ts';
import type { CallOptions, Operation } from './operation.ts';
import { readAnswer } from './read-answer.ts';
import { backoffMs, linkTo, wait } from './wait.ts';
import { writeRequest } from './write-request.ts';

/** What a client is made with. */
export interface FrontdeskOptions {
  /** Where Frontdesk is, such as `http://127.0.0.1:7420`. */
  url: string;
  /** An API key: from the console, or `npx frontdesk keys create`. */
  key: string | undefined;
  /** How often a failed call is tried again; 3 unless given, 0 for never. */
  retries?: number;
  /** The longest that one attempt may take; 60,000 unless given. */
  timeoutMs?: number;
  /** Used in place of the global `fetch`. */
  fetch?: typeof globalThis.fetch;
}

/** A server that asks for a longer wait is not waited for. */
const longestWaitMs = 60_000;

/** Sends requests with the key, and repeats those that failed for the moment. */
export class Connection {
  readonly #url: string;
  readonly #key: string;
  readonly #retries: number;
  readonly #timeoutMs: number;
  readonly #fetch: typeof globalThis.fetch;

  constructor({ url, key, retries = 3, timeoutMs = 60_000, fetch = globalThis.fetch }: FrontdeskOptions) {
    if (!key) throw new TypeError('Frontdesk needs an API key: `npx frontdesk keys create` makes one');
    this.#url = url.replace(/\/+$/, '');
    this.#key = key;
    this.#retries = retries;
    this.#timeoutMs = timeoutMs;
    // A browser's own refuses to be called as a method of anything else.
    this.#fetch = (...request) => fetch(...request);
  }

  /**
   * Calls an operation; resolves to its JSON, its text, or undefined. Throws `FrontdeskError` for a refusal, and when
   * Frontdesk cannot be reached.
   */
  async call(operation: Operation, input: object, options: CallOptions): Promise<unknown> {
    const { address, init } = writeRequest(operation, input, options);
    return this.repeat(operation, options.signal, () => this.#attempt(address, init, options));
  }

  /** Makes an attempt, and further ones while it fails for the moment. */
  async repeat<Answer>(
    operation: Operation,
    signal: AbortSignal | undefined,
    attempt: () => Promise<Answer>,
  ): Promise<Answer> {
    for (let failures = 1; ; failures++) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof FrontdeskError) || failures > this.#retries || !isTemporary(error, operation))
          throw error;
        const waitMs = Math.max(error.retryAfterMs ?? 0, backoffMs(failures));
        if (waitMs > longestWaitMs) throw error;
        await wait(waitMs, signal);
      }
    }
  }

  /** Sends one request; resolves when its answer begins. Throws `FrontdeskError`, also where the signal breaks it off. */
  async fetch(address: string, init: RequestInit): Promise<Response> {
    const headers = { ...init.headers, Authorization: `Bearer ${this.#key}` };
    const response = await this.#fetch(this.#url + address, { ...init, headers }).catch((cause: unknown) => {
      throw new FrontdeskError(`${this.#url} cannot be reached`, { status: 0, code: 'unreachable', cause });
    });
    if (!response.ok) throw await readRefusal(response);
    return response;
  }

  async #attempt(address: string, init: RequestInit, { signal, timeoutMs = this.#timeoutMs }: CallOptions) {
    signal?.throwIfAborted();
    const link = linkTo(signal);
    const timer = setTimeout(link.abort, timeoutMs);
    try {
      return await readAnswer(await this.fetch(address, { ...init, signal: link.signal }));
    } catch (cause) {
      signal?.throwIfAborted();
      if (link.signal.aborted) {
        throw new FrontdeskError(`No answer within ${timeoutMs} ms`, { status: 0, code: 'timed_out', cause });
      }
      if (cause instanceof FrontdeskError) throw cause;
      throw new FrontdeskError('The answer broke off', { status: 0, code: 'unreachable', cause });
    } finally {
      clearTimeout(timer);
      link.unlink();
    }
  }
}

/**
 * Whether another attempt may succeed and does no harm: after 429 and 503 nothing was done, and a POST has its key. A 502
 * or 504 of Frontdesk itself is final: what it called has failed.
 */
function isTemporary({ code, status }: FrontdeskError, { method }: Operation): boolean {
  if (status === 429) return true;
  if (method !== 'GET' && method !== 'POST') return false;
  if (code === 'unreachable' || code === 'timed_out' || code === 'idempotency_in_progress') return true;
  return status === 503 || (code === 'unexpected_answer' && (status === 502 || status === 504));
}
