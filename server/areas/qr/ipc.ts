import { z } from 'zod';
import { minuteMs } from '../../platform/durations.ts';
import type { ProcessPipe } from '../../platform/running/child-process.ts';
import { outside } from '../../platform/running/item-run.ts';

/** The calls that one side of the pipe serves: schemas of request and response, and the timeout. */
export type Calls = Record<string, { body: z.ZodType; answer: z.ZodType; patienceMs?: number }>;

/** Longer than the serving side's own limits: a side that has not responded by then is stuck. */
const usualPatienceMs = minuteMs;

/** The handlers of the serving side; only the message of a thrown error reaches the caller. */
export type Handlers<Own extends Calls> = {
  [Name in keyof Own]: (body: z.output<Own[Name]['body']>) => Promise<z.input<Own[Name]['answer']>>;
};

const Envelope = z.union([
  z.strictObject({ id: z.int(), ask: z.string(), body: z.unknown() }),
  z.strictObject({ id: z.int(), answer: z.unknown() }),
  z.strictObject({ id: z.int(), fault: z.string() }),
]);

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

/**
 * Remote calls over a pipe, in both directions. Incoming messages are validated against the protocol; calls start in
 * the order in which they were made.
 */
export class Peer<Own extends Calls, Theirs extends Calls> {
  readonly #pipe: ProcessPipe;
  readonly #own: Own;
  readonly #theirs: Theirs;
  readonly #handlers: Handlers<Own>;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #closed: Error | null = null;

  constructor(pipe: ProcessPipe, protocol: { own: Own; theirs: Theirs }, handlers: Handlers<Own>) {
    this.#pipe = pipe;
    this.#own = protocol.own;
    this.#theirs = protocol.theirs;
    this.#handlers = handlers;
    pipe.onMessage((message) => {
      const { data } = Envelope.safeParse(message);
      if (data) this.#receive(data);
    });
  }

  /** Calls the other side. Throws an error with the message of its error, or if it has ended or does not respond. */
  async ask<Name extends keyof Theirs & string>(
    name: Name,
    body: z.input<Theirs[Name]['body']>,
  ): Promise<z.output<Theirs[Name]['answer']>> {
    if (this.#closed) throw this.#closed;
    const id = ++this.#lastId;
    const { answer: shape, patienceMs = usualPatienceMs } = this.#theirs[name] as Calls[string];
    const tooLate = () => this.#receive({ id, fault: `The other process does not respond to ${name}` });
    const timer = setTimeout(tooLate, patienceMs);
    const answered = new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#pipe.send({ id, ask: name, body });
    }).finally(() => clearTimeout(timer));
    const answer = await outside(() => answered);
    return shape.parse(answer) as z.output<Theirs[Name]['answer']>;
  }

  /** Rejects all pending calls, since the other side has ended. */
  close(reason: string): void {
    this.#closed ??= new Error(reason);
    for (const { reject } of this.#waiting.values()) reject(this.#closed);
    this.#waiting.clear();
  }

  #receive(message: z.output<typeof Envelope>): void {
    if ('ask' in message) {
      this.#answer(message.id, message.ask, message.body);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if ('fault' in message) waiting?.reject(new Error(message.fault));
    else waiting?.resolve(message.answer);
  }

  async #answer(id: number, name: string, body: unknown): Promise<void> {
    try {
      const call = this.#own[name];
      const handler = this.#handlers[name];
      if (!call || !handler) throw new Error(`There is no handler for ${name}`);
      const answer = await handler(call.body.parse(body) as never);
      if (!this.#closed) this.#pipe.send({ id, answer });
    } catch (error) {
      // Libraries also throw values that are not errors, such as the close code of a web socket.
      const fault = error instanceof Error ? error.message : String(error);
      if (!this.#closed) this.#pipe.send({ id, fault });
    }
  }
}
