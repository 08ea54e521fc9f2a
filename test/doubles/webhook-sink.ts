import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { eventually } from '../support/server/app.ts';

export interface SunkRequest {
  path: string;
  headers: IncomingHttpHeaders & Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;
  raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came in
  body: any;
}

/** The sink's response; `hang` never responds. After the body, the connection can stay open or be cut. */
export type SinkAnswer =
  | { status?: number; headers?: Record<string, string>; body?: string; delayMs?: number; end?: 'never' | 'cut' }
  | 'hang';

const wantedHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'user-agent', 'content-length'];

/** A webhook receiver on loopback. It records a malformed webhook as a fault and returns 499. */
export class WebhookSink {
  readonly requests: SunkRequest[] = [];
  readonly faults: string[] = [];
  url = '';
  #answer: SinkAnswer = {};
  readonly #server = createServer((request, response) => this.#handle(request, response));

  /** Sets the response of further requests; 200 by default. */
  answerWith(answer: SinkAnswer): void {
    this.#answer = answer;
  }

  /** Resolves with the requests once `count` have arrived. */
  async received(count: number): Promise<SunkRequest[]> {
    return eventually(async () => this.requests.length >= count && this.requests);
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const raw = Buffer.concat(chunks).toString('utf8');
    const missing = wantedHeaders.filter((name) => request.headers[name] === undefined);
    if (request.method !== 'POST') this.faults.push(`method ${request.method}`);
    if (request.headers['content-type'] !== 'application/json') this.faults.push(`${request.headers['content-type']}`);
    if (missing.length > 0) this.faults.push(`without ${missing}`);
    const headers = request.headers as SunkRequest['headers'];
    this.requests.push({ path: request.url ?? '', headers, raw, body: JSON.parse(raw) });
    const answer = this.faults.length > 0 ? { status: 499 } : this.#answer;
    if (answer === 'hang') return;
    if (answer.delayMs) await new Promise((resolve) => setTimeout(resolve, answer.delayMs));
    response.writeHead(answer.status ?? 200, answer.headers);
    if (!answer.end) response.end(answer.body ?? 'ok');
    else response.write(answer.body ?? 'ok', () => answer.end === 'cut' && response.destroy());
  }
}

/** Starts a sink that is stopped after the test. */
export async function startSink(): Promise<WebhookSink> {
  const sink = new WebhookSink();
  await sink.listen();
  onTestFinished(() => sink.close());
  return sink;
}
