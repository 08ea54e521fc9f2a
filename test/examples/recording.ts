import { problemExample } from '../../server/http/openapi/examples.ts';
import type { ProblemCode } from '../../server/platform/problem.ts';
import { describedAt, implemented } from '../support/contract/contract.ts';
import type { Answer, Client } from '../support/server/app.ts';

/** What a request says besides its route. */
export interface Said {
  path?: Record<string, string>;
  query?: Record<string, string | number | boolean>;
  body?: object;
  file?: { bytes: Uint8Array | string; name: string };
  headers?: Record<string, string>;
  /** Another key than that of the shop; null sends none. */
  key?: string | null;
}

/** What the document shows of an operation. */
export interface OperationExample {
  path?: Said['path'];
  query?: Said['query'];
  body?: object;
  answer?: unknown;
  /** The answer in the other media types that a caller can ask for. */
  as?: Record<string, string>;
}

/** Everything that was recorded: operations by their id, problems by their name in the document. */
export interface Recorded {
  operations: Record<string, OperationExample>;
  problems: Record<string, unknown>;
}

/** Calls operations of the story's shop, and keeps what the document shows of them. */
export class Recording {
  readonly recorded: Recorded = { operations: {}, problems: {} };
  readonly #client: Client;
  readonly #afterwards: () => Promise<void>;

  /** `afterwards` runs after each request, so that the next one finds its effects. */
  constructor(client: Client, afterwards: () => Promise<void>) {
    this.#client = client;
    this.#afterwards = afterwards;
  }

  /** Sends a request that must succeed and is not shown. Returns the body of the answer. */
  // biome-ignore lint/suspicious/noExplicitAny: chapters read what came back
  call = async (route: string, said: Said = {}): Promise<any> => {
    const { status, body } = await this.#send(route, said);
    if (status >= 300) throw new Error(`${route} was refused: ${status} ${JSON.stringify(body)}`);
    return body;
  };

  /** Sends a request that must succeed, and shows it and its answer as the example of its operation. */
  // biome-ignore lint/suspicious/noExplicitAny: chapters read what came back
  show = async (route: string, said: Said = {}): Promise<any> => {
    const answer = await this.call(route, said);
    this.keep(route, said, answer);
    return answer;
  };

  /** Keeps an answer that was received in another way, such as the beginning of a stream. */
  keep(route: string, { path, query, body, headers }: Said, answer: unknown): void {
    const id = describedAt(route).operationId;
    const shown = this.recorded.operations[id];
    if (headers?.accept) {
      if (!shown) throw new Error(`${route} shows its usual answer first`);
      shown.as = { ...shown.as, [headers.accept]: String(answer) };
      return;
    }
    if (shown) throw new Error(`${route} is shown twice`);
    this.recorded.operations[id] = { path, query, body, answer: answer === '' ? undefined : cut(answer) };
  }

  /** Sends a request that must be refused with a code, and shows the problem as the example of that code. */
  refuse = async (code: ProblemCode, route: string, said: Said = {}, client?: Client): Promise<void> =>
    this.keepProblem(code, [await this.#send(route, said, client)]);

  /** Shows the problem of the answer that has a code; one must have it. */
  keepProblem(code: ProblemCode, answers: Pick<Answer, 'status' | 'body'>[]): void {
    const found = answers.find(({ body }) => body.code === code);
    if (!found) throw new Error(`Nothing was refused with ${code}: ${JSON.stringify(answers).slice(0, 1_000)}`);
    const name = problemExample(code, found.status);
    if (this.recorded.problems[name]) throw new Error(`${name} is shown twice`);
    this.recorded.problems[name] = cut(found.body);
  }

  async #send(route: string, said: Said, client = this.#client): Promise<Answer> {
    const [method = '', template = ''] = route.split(' ');
    const { path = {}, query = {}, body, file, ...options } = said;
    const place = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] as string));
    const words = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const at = words.size > 0 ? `${place}?${words}` : place;
    const field = implemented.get(route)?.upload?.field;
    const answer = await (file
      ? client.upload(at, file.bytes, file.name, field, options)
      : client.call(method, at, body, options));
    await this.#afterwards();
    return answer;
  }
}

/** The most entries that an example shows of a list of objects, and of one of words or numbers (a week of days). */
const mostObjects = 2;
const mostWords = 7;

/** Cuts the lists of an answer to their first entries: the lists of some operations have no pages. */
function cut(value: unknown): unknown {
  if (Array.isArray(value)) {
    const most = typeof value[0] === 'object' ? mostObjects : mostWords;
    return value.slice(0, most).map(cut);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cut(inner)]));
}
