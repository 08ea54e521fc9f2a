import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { onTestFinished } from 'vitest';

export interface RestCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came in
  body: any;
}

/**
 * A REST endpoint that verifies each signature with the reference implementation and acts once per idempotency key, as
 * it should.
 */
export class RestEndpoint {
  readonly calls: RestCall[] = [];
  /** The distinct idempotency keys, in order. */
  readonly effects = new Map<string, RestCall>();
  readonly faults: string[] = [];
  url = '';
  readonly #webhook: Webhook;
  /** Responses to the next calls; 200 when none are left. */
  answers: { status: number; headers?: Record<string, string>; body?: string; delayMs?: number }[] = [];
  /** Required `authorization` header, if any. */
  authorization: string | null = null;

  constructor(secret: string) {
    this.#webhook = new Webhook(secret);
  }

  readonly #server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const raw = Buffer.concat(chunks).toString('utf8');
    const headers = request.headers as Record<string, string>;
    if (this.authorization !== null && headers.authorization !== this.authorization) {
      return response.writeHead(401).end('who are you');
    }
    if (request.method === 'GET') return response.writeHead(404).end('nothing to read');
    // Not with `verify`, which compares the timestamp with the machine's clock: a test may have moved its own.
    const signedAt = new Date(Number(headers['webhook-timestamp']) * 1_000);
    if (this.#webhook.sign(headers['webhook-id'] ?? '', signedAt, raw) !== headers['webhook-signature']) {
      this.faults.push(`bad signature of ${raw}`);
      return response.writeHead(400).end('bad signature');
    }
    const call = { method: request.method ?? '', path: request.url ?? '', headers, body: JSON.parse(raw) };
    this.calls.push(call);
    const answer = this.answers.shift() ?? { status: 200 };
    if (answer.status < 300) this.effects.set(headers['idempotency-key'] ?? 'none', call);
    if (answer.delayMs) await new Promise((resolve) => setTimeout(resolve, answer.delayMs));
    response.writeHead(answer.status, answer.headers).end(answer.body ?? 'ok');
  });

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Starts an endpoint that stops after the test. */
export async function startRestEndpoint(secret: string): Promise<RestEndpoint> {
  const endpoint = new RestEndpoint(secret);
  await endpoint.listen();
  onTestFinished(() => endpoint.close());
  return endpoint;
}
