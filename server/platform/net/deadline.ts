import { OutboundError } from './outbound-error.ts';

/** Aborts on timeout, or when the caller aborts. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #outer: AbortSignal | undefined;

  constructor(timeoutMs: number, outer?: AbortSignal) {
    this.#outer = outer;
    this.#timer = setTimeout(() => {
      this.#controller.abort(new OutboundError('timeout', `There was no complete response within ${timeoutMs} ms`));
    }, timeoutMs);
    outer?.addEventListener('abort', this.#follow);
    if (outer?.aborted) this.#follow();
  }

  readonly #follow = (): void => this.#controller.abort(new OutboundError('aborted', 'The request was aborted'));

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The reason of the abort; undefined when there was none. */
  get reason(): unknown {
    return this.#controller.signal.reason;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#follow);
  }
}
