import { z } from 'zod';
import { minuteMs } from '../../platform/durations.ts';
import type { ProcessPipe } from '../../platform/running/child-process.ts';

/** What one side of the pipe can be asked: the shapes of question and answer, and how long the answer may take. */
export type Calls = Record<string, { body: z.ZodType; answer: z.ZodType; patienceMs?: number }>;

/** Longer than any answer takes by the limits of who gives it: who is asked and says nothing until then is stuck. */
const usualPatienceMs = minuteMs;

/** How the asked side answers; a thrown error reaches the asking side as its message alone. */
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
 * Questions and answers over a pipe, both ways at once. Everything that comes in is checked against the protocol;
 * questions are begun in the order in which they were asked.
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

  /** Asks the other side. Throws what it threw, by message, or that it has gone or does not answer. */
  async ask<Name extends keyof Theirs & string>(
    name: Name,
    body: z.input<Theirs[Name]['body']>,
  ): Promise<z.output<Theirs[Name]['answer']>> {
    if (this.#closed) throw this.#closed;
    const id = ++this.#lastId;
    const { answer: shape, patienceMs = usualPatienceMs } = this.#theirs[name] as Calls[string];
    const tooLate = () => this.#receive({ id, fault: `The other process does not answer to ${name}` });
    const timer = setTimeout(tooLate, patienceMs);
    const answer = await new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#pipe.send({ id, ask: name, body });
    }).finally(() => clearTimeout(timer));
    return shape.parse(answer) as z.output<Theirs[Name]['answer']>;
  }

  /** The other side has gone: whoever waits for it is told. */
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
      if (!call || !handler) throw new Error(`Nobody answers to ${name}`);
      const answer = await handler(call.body.parse(body) as never);
      if (!this.#closed) this.#pipe.send({ id, answer });
    } catch (error) {
      // Libraries throw what is no error, such as the number with which a web socket closed.
      const fault = error instanceof Error ? error.message : String(error);
      if (!this.#closed) this.#pipe.send({ id, fault });
    }
  }
}
