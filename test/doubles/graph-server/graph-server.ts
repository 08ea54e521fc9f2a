import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { accountRoutes } from './graph-server-account.ts';
import { catalogRoutes } from './graph-server-catalogs.ts';
import { mediaRoutes } from './graph-server-media.ts';
import { messageRoutes } from './graph-server-messages.ts';
import type { GraphCustomer } from './graph-server-people.ts';
import {
  GraphFailure,
  type GraphFault,
  type GraphRequest,
  lost,
  type Permission,
  RawAnswer,
} from './graph-server-protocol.ts';
import { GraphWebhooks } from './graph-server-webhooks.ts';

/**
 * Double of the vendor's cloud API on loopback, as strict as the real one: an unknown field, a missing token or
 * permission and a wrong version fail. Faults occur only on command.
 */
export class GraphServer {
  readonly version = 'v25.0';
  readonly account = {
    accessToken: `EAA${'testtoken'.repeat(4)}`,
    appSecret: '0123456789abcdef0123456789abcdef',
    verifyToken: 'a-verify-token',
    phoneNumberId: '106540352242922',
    wabaId: '102290129340398',
    businessId: '506914307656634',
    appId: '670843887433847',
  };
  /** Another number of the same account. */
  readonly secondNumberId = '206540352242922';
  /** Customers whom answers and receipts name by all of their addresses. */
  readonly customers: GraphCustomer[] = [];
  permissions = new Set<Permission>([
    'whatsapp_business_messaging',
    'whatsapp_business_management',
    'catalog_management',
  ]);
  /** The requests, in order. */
  readonly requests: Pick<GraphRequest, 'method' | 'path' | 'json' | 'query'>[] = [];
  readonly webhooks = new GraphWebhooks(this.account.appSecret);
  /** Errors of the next calls of `POST …/messages`, in order. */
  failNext: GraphFault[] = [];
  /** The vendor does not recognise the token for a while. */
  refusesToken = false;
  loseAnswers = 0;
  /** Delay of the response to a send. */
  answerDelayMs = 0;
  /** Codes with which an accepted message fails later, in a status. */
  failLater: number[] = [];
  /** Fields of the number that differ from a healthy one. */
  phone: Record<string, unknown> = {};
  now: () => Date = () => new Date();
  url = '';
  readonly messages = messageRoutes(this);
  readonly media = mediaRoutes(this);
  readonly management = accountRoutes(this);
  readonly catalogs = catalogRoutes(this);
  #server: Server | null = null;
  #port = 0;

  async listen(): Promise<void> {
    const server = createServer((request, response) => this.#serve(request, response));
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.url = `http://127.0.0.1:${this.#port}`;
    this.#server = server;
    this.webhooks.resume();
  }

  /** The vendor becomes unreachable and queues its webhooks; `listen` restores it at the same address. */
  async drop(): Promise<void> {
    this.webhooks.pause();
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
    this.#server = null;
  }

  async stop(): Promise<void> {
    this.webhooks.stop();
    if (this.#server) await this.drop();
  }

  /** The environment with which Frontdesk uses this server. */
  get env(): Record<string, string> {
    return { NODE_ENV: 'test', FRONTDESK_TEST_GRAPH_URL: this.url, FRONTDESK_PUBLIC_URL: 'https://shop.example' };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = (status: number, body: unknown, type = 'application/json'): void => {
      response.writeHead(status, { 'content-type': type });
      response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
    };
    try {
      const result = await this.#handle(request);
      if (result === lost) request.socket.destroy();
      else if (result instanceof RawAnswer) answer(200, result.bytes, result.type);
      else answer(200, result);
    } catch (error) {
      if (request.socket.destroyed) return;
      if (!(error instanceof GraphFailure)) return answer(500, { fault: String(error) });
      const { status: _status, message = `(#${error.fault.code}) refused`, ...fault } = error.fault;
      answer(error.status, { error: { ...fault, message, type: 'OAuthException', fbtrace_id: 'trace' } });
    }
  }

  async #handle(request: IncomingMessage): Promise<unknown> {
    const url = new URL(request.url ?? '', this.url);
    const [, version, path = ''] = /^\/(v\d+\.\d+)(\/.*)$/.exec(url.pathname) ?? [];
    const isDownload = url.pathname.startsWith('/download/');
    if (!isDownload && version !== this.version) throw new GraphFailure(400, { code: 2635, message: 'Wrong version' });
    const { authorization = '' } = request.headers;
    const token = this.account.accessToken;
    if (this.refusesToken || (authorization !== `Bearer ${token}` && authorization !== `OAuth ${token}`)) {
      throw new GraphFailure(401, { code: 190, message: `Malformed access token ${authorization.slice(7)}` });
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    if (this.media.breakUploadAfter !== null && path.startsWith('/upload:')) {
      this.media.keepPart(path.slice(1), bytes);
      return lost;
    }
    const isJson = request.headers['content-type'] === 'application/json';
    const asked: GraphRequest = {
      method: request.method ?? 'GET',
      path: isDownload ? url.pathname : path,
      query: url.searchParams,
      bytes,
      headers: request.headers,
      json: isJson ? JSON.parse(bytes.toString()) : null,
    };
    const { method, query, json } = asked;
    this.requests.push({ method, path: asked.path, query, json });
    const routes = [...this.messages.routes, ...this.media.routes, ...this.management.routes, ...this.catalogs.routes];
    for (const [wanted, pattern, permission, handle] of routes) {
      const match = wanted === method && pattern.exec(asked.path);
      if (!match) continue;
      if (permission && !this.permissions.has(permission)) throw new GraphFailure(403, { code: 10 });
      return handle(asked, match.slice(1));
    }
    throw new GraphFailure(400, { code: 100, error_subcode: 33, message: 'Unsupported get request' });
  }
}

/** Starts a double that stops after the test. */
export async function startGraphServer(): Promise<GraphServer> {
  const server = new GraphServer();
  await server.listen();
  onTestFinished(() => server.stop());
  return server;
}
