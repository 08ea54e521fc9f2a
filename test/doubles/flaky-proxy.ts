import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * What happens to one request instead of being passed on: an answer, a connection that is cut before or after the server
 * has done what was asked, or none at all.
 */
type Mishap =
  | { status: number; headers?: Record<string, string>; body?: string }
  | 'cut'
  | 'cut after the server has answered'
  | 'hang';

/** Stands between a client and a server, and fails as networks and proxies do. */
export class FlakyProxy {
  readonly seen: { method: string; path: string; headers: IncomingHttpHeaders; at: number }[] = [];
  url = '';
  #mishaps: Mishap[] = [];
  readonly #target: string;
  readonly #server = createServer((incoming, response) => this.#handle(incoming, response));

  constructor(target: string) {
    this.#target = target;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Lets the next requests fail, one after the other; those after them are passed on. */
  failNext(...mishaps: Mishap[]): void {
    this.#mishaps = mishaps;
    this.seen.length = 0;
  }

  /** Cuts all connections, streams included. */
  cut(): void {
    this.#server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #handle(incoming: IncomingMessage, response: ServerResponse): void {
    const { method = '', url: path = '', headers } = incoming;
    this.seen.push({ method, path, headers, at: performance.now() });
    const mishap = this.#mishaps.shift();
    if (mishap === 'hang') return;
    if (mishap === 'cut') return void incoming.socket.destroy();
    if (typeof mishap === 'object') {
      incoming.resume();
      response.writeHead(mishap.status, mishap.headers).end(mishap.body);
      return;
    }
    const { host: _, ...passed } = headers;
    const outgoing = request(this.#target + path, { method, headers: passed }, (answer) => {
      if (mishap !== undefined) return void answer.resume().on('end', () => incoming.socket.destroy());
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.pipe(response);
    });
    outgoing.on('error', () => incoming.socket.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  }
}

/** Starts a proxy before a server, for one test. */
export async function startProxy(target: string): Promise<FlakyProxy> {
  const proxy = new FlakyProxy(target);
  await proxy.listen();
  onTestFinished(() => proxy.close());
  return proxy;
}
