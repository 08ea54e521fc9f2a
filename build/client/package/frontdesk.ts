import { Connection, type FrontdeskOptions } from './connection.ts';
import { EventReader, type EventsOptions } from './events.ts';
import { Methods } from './generated/methods.ts';
import type { EventKind, FrontdeskEvent } from './generated/models.ts';
import { type Lists, type Operations, operations } from './generated/operations.ts';
import type { CallOptions, Operation } from './operation.ts';
import { readPages } from './pages.ts';

/** The input of a list, without the place in it; optional where nothing is required. */
type PagesArguments<Id extends keyof Lists> =
  Record<never, never> extends PagesInput<Id>
    ? [input?: PagesInput<Id>, options?: CallOptions]
    : [input: PagesInput<Id>, options?: CallOptions];
type PagesInput<Id extends keyof Lists> = Omit<Operations[Id]['input'], 'page' | 'cursor' | 'offset'>;

const largestPage = 100;

/**
 * A client of one Frontdesk with one API key. It has a method for every operation of the API: the first argument is what
 * the operation takes, the second says how it is called.
 */
export class Frontdesk extends Methods {
  readonly #connection: Connection;

  constructor(options: FrontdeskOptions) {
    super();
    this.#connection = new Connection(options);
  }

  /** Iterates over the entries of all pages of a list, and reads each page when it is reached. */
  pages<Id extends keyof Lists>(
    id: Id,
    ...[input, options = {}]: PagesArguments<Id>
  ): AsyncGenerator<Lists[Id], void, undefined> {
    const operation: Operation = operations[id];
    const read = (at: object) => this.#connection.call(operation, { limit: largestPage, ...input, ...at }, options);
    const field = operation.entries ?? 'data';
    const entriesOf = (page: object) => (page as Record<string, Lists[Id][]>)[field] ?? [];
    return readPages(read, entriesOf) as AsyncGenerator<Lists[Id], void, undefined>;
  }

  /**
   * Iterates over events as they happen, from now on or after an event that is known. After a break of the connection or
   * a restart of the server it goes on after the last one. Needs the scope `developers.read`.
   */
  events<Kind extends EventKind = EventKind>(
    options: EventsOptions<Kind> = {},
  ): AsyncGenerator<Extract<FrontdeskEvent, { type: Kind }>, void, undefined> {
    return new EventReader(this.#connection, options).read();
  }

  protected override async call<Result>(operation: Operation, input: object, options: CallOptions): Promise<Result> {
    return (await this.#connection.call(operation, input, options)) as Result;
  }
}
