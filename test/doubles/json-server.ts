import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface JsonCall {
  method: string;
  /** Path without query. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: doubles read what a caller may have sent
  body: any;
}

/** A double's response; `hang up` drops the connection after acting. */
export type JsonAnswer = { status: number; body?: unknown } | 'hang up';

/** A JSON service over HTTP on loopback. `fail` sets the response of its next calls, which then do not act. */
export abstract class JsonServer {
  readonly calls: JsonCall[] = [];
  /** Requests that deviate from the documentation. */
  readonly faults: string[] = [];
  readonly failures: (JsonAnswer | ((call: JsonCall) => JsonAnswer))[] = [];
  url = '';
  readonly #server = createServer(async (request, response) => {
    const call = await readCall(request);
    this.calls.push(call);
    const failure = this.failures.shift() ?? this.answer(call);
    const answer = typeof failure === 'function' ? failure(call) : failure;
    if (answer === 'hang up') return request.socket.destroy();
    const isEmpty = answer.body === undefined;
    response.writeHead(answer.status, isEmpty ? {} : { 'content-type': 'application/json' });
    response.end(isEmpty ? undefined : JSON.stringify(answer.body));
  });

  protected abstract answer(call: JsonCall): JsonAnswer;

  protected fault(text: string): JsonAnswer {
    this.faults.push(text);
    return { status: 400, body: { error: text } };
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

async function readCall(request: IncomingMessage): Promise<JsonCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const raw = Buffer.concat(chunks).toString('utf8');
  const url = new URL(request.url ?? '/', 'http://localhost');
  const isJson = request.headers['content-type'] === 'application/json';
  return {
    method: request.method ?? '',
    path: decodeURIComponent(url.pathname),
    query: url.searchParams,
    headers: request.headers as Record<string, string>,
    raw,
    body: isJson ? JSON.parse(raw) : null,
  };
}
