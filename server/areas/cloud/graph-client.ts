import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { OutboundAnswer, OutboundRequest } from '../../platform/net/outbound-http.ts';
import { OutboundError } from '../../platform/net/outbound-http.ts';
import type { Platform } from '../../platform/platform.ts';
import { GraphError, toGraphError } from './graph-errors.ts';
import type { Account } from './store.ts';

const timeoutMs = 15_000;
const largestAnswer = 8 * 1024 * 1024;
const mostPages = 50;

/** Errors of connections that were never made: the vendor cannot have received the request. */
const neverConnected =
  /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|UND_ERR_PRX_.*|EAI_AGAIN|ENOTFOUND)$/;

export interface GraphCall<Schema extends z.ZodType> {
  method?: 'GET' | 'POST' | 'DELETE';
  /** Without version: `/1234/messages`. */
  path: string;
  query?: Record<string, string>;
  /** Sent as JSON. */
  body?: object;
  /** Sent unchanged. */
  bytes?: Readable;
  headers?: Record<string, string>;
  answer: Schema;
  timeoutMs?: number;
}

const Page = z.object({
  data: z.array(z.unknown()),
  paging: z
    .object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() })
    .optional(),
});

/** Client of the vendor's Graph API for one account. All methods throw `GraphError`. */
export class GraphClient {
  readonly account: Account;
  readonly #platform: Platform;

  constructor(platform: Platform, account: Account) {
    this.#platform = platform;
    this.account = account;
  }

  async call<Schema extends z.ZodType>(call: GraphCall<Schema>): Promise<z.output<Schema>> {
    const { baseUrl, version } = this.#platform.config.graph;
    const url = new URL(`${baseUrl}/${version}${call.path}`);
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
    const body = call.bytes ?? (call.body && JSON.stringify(call.body));
    const type: Record<string, string> = call.body ? { 'content-type': 'application/json' } : {};
    const answer = await this.#request({
      method: call.method ?? (body === undefined ? 'GET' : 'POST'),
      url: url.href,
      headers: { authorization: `Bearer ${this.account.accessToken}`, ...type, ...call.headers },
      ...(body === undefined ? {} : { body }),
      timeoutMs: call.timeoutMs ?? timeoutMs,
      maxBytes: largestAnswer,
    });
    const parsed = parseJson(answer.body);
    if (answer.status < 200 || answer.status > 299) {
      throw this.#withoutToken(toGraphError(answer.status, parsed, answer.headers['retry-after']));
    }
    const result = call.answer.safeParse(parsed);
    if (result.success) return result.data;
    throw new GraphError('provider_failed', 'The response of the platform has an unknown form', {
      uncertain: true,
    });
  }

  /** All entries of a paged list, up to 50 pages. */
  async list<Schema extends z.ZodType>(
    path: string,
    query: Record<string, string>,
    entry: Schema,
  ): Promise<z.output<Schema>[]> {
    const entries: z.output<Schema>[] = [];
    let after: string | undefined;
    for (let page = 0; page < mostPages; page++) {
      const answer = await this.call({
        path,
        query: { limit: '100', ...query, ...(after === undefined ? {} : { after }) },
        answer: Page,
      });
      const parsed = z.array(entry).safeParse(answer.data);
      if (!parsed.success) throw new GraphError('provider_failed', `The list ${path} has an unknown form`);
      entries.push(...parsed.data);
      after = answer.paging?.cursors?.after;
      if (answer.paging?.next === undefined || after === undefined) return entries;
    }
    return entries;
  }

  /** Streams a file of the vendor. The token is sent only to the vendor's own hosts. */
  download(url: string, options: { maxBytes: number; timeoutMs: number; signal: AbortSignal }): AsyncGenerator<Buffer> {
    if (!URL.canParse(url) || !isVendorHost(new URL(url), this.#platform.config)) {
      throw new GraphError('provider_failed', 'The file is not on a host of the platform');
    }
    const headers = { authorization: `Bearer ${this.account.accessToken}` };
    return this.#platform.outbound.download(url, { ...options, headers });
  }

  async #request(spec: OutboundRequest): Promise<OutboundAnswer> {
    try {
      return await this.#platform.outbound.request(spec);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      const code = (error.cause as { code?: string } | undefined)?.code ?? '';
      const unreached = ['dns', 'tls', 'not_allowed'].includes(error.code) || neverConnected.test(code);
      throw this.#withoutToken(
        new GraphError(unreached ? 'temporary' : 'provider_failed', error.message, { uncertain: !unreached }),
      );
    }
  }

  /** Redacts the token: the vendor quotes a malformed token in its message. */
  #withoutToken(error: GraphError): GraphError {
    const { reason, code, uncertain, retryAfterMs } = error;
    const detail = error.detail.replaceAll(this.account.accessToken, '[secret]');
    return new GraphError(reason, detail, { ...(code === null ? {} : { code }), uncertain, retryAfterMs });
  }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

const vendorHosts = /(^|\.)(fbsbx\.com|facebook\.com|whatsapp\.net|fbcdn\.net)$/;

/** True for a URL on one of the vendor's own hosts. */
export const isVendorHost = (url: URL, { graph }: Pick<Platform['config'], 'graph'>): boolean =>
  url.origin === new URL(graph.baseUrl).origin || (url.protocol === 'https:' && vendorHosts.test(url.hostname));
