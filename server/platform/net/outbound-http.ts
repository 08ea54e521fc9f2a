import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import { Agent, buildConnector, type Dispatcher, request as send } from 'undici';
import { ConfigError } from '../../config.ts';
import { minuteMs } from '../durations.ts';
import type { Platform } from '../platform.ts';
import { invalid, Problem } from '../problem.ts';
import { outside } from '../running/sections.ts';
import { hostAndPort, isHost } from './network-addresses.ts';
import {
  classifyAddress,
  isMetadataHost,
  listOutboundAllowed,
  parseAllowEntry,
  targetOf,
} from './outbound-addresses.ts';
import { answerTooLarge, readBody, readHead } from './outbound-answer.ts';
import { OutboundError, toOutboundError } from './outbound-error.ts';

export { OutboundError };

export interface OutboundRequest {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'PROPFIND' | 'REPORT';
  url: string;
  headers?: Record<string, string>;
  /** A stream is sent once: with redirects use text or bytes. */
  body?: string | Buffer | Readable;
  /** For everything together: connection, redirects and body. */
  timeoutMs?: number;
  /** Of the answer's body, after decompression. */
  maxBytes?: number;
  /** Keeps the first `maxBytes` of a longer answer instead of failing. */
  truncate?: boolean;
  /** How many redirects are followed; by default a redirect is the answer. */
  maxRedirects?: number;
  signal?: AbortSignal;
}

export interface OutboundAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  truncated: boolean;
}

/** Answers the addresses of a host name. */
export type Resolve = (hostname: string) => Promise<string[]>;

const connectTimeoutMs = 5_000;
const defaultTimeoutMs = 15_000;
const defaultMaxBytes = 1024 * 1024;
const downloadRedirects = 3;
/** A connection is made anew, and its address checked again, after this long. */
const connectionLifeMs = minuteMs;
const connectionsPerOrigin = 64;
/** How long a look-up may hold up a request that only wants to know whether a URL is allowed. */
const checkLookupMs = 2_000;

const resolveBySystem: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map((answer) => answer.address);

/**
 * The one way out of the program. Only public addresses are reached, and others that the owner has allowed; the address
 * is checked where the connection is made and pinned, so that a name cannot change its answer in between.
 */
export class OutboundClient {
  readonly #platform: Pick<Platform, 'config' | 'database'>;
  readonly #resolve: Resolve;
  readonly #allowedByConfig: string[];
  readonly #agent: Agent;

  /** Throws `ConfigError` for an allow-list entry of the environment that is none. */
  constructor(platform: Pick<Platform, 'config' | 'database'>, resolve: Resolve = resolveBySystem) {
    this.#platform = platform;
    this.#resolve = resolve;
    this.#allowedByConfig = platform.config.outboundAllow.map(readConfigEntry);
    this.#agent = new Agent({
      connect: (options, callback) => this.#connect(options, callback),
      connections: connectionsPerOrigin,
      clientTtl: connectionLifeMs,
      allowH2: false,
      // The total time of each request bounds both.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /**
   * Tells whether a URL could be reached, without connecting: throws 400 naming `field` when it is not a plain http or
   * https URL, 403 `outbound_not_allowed` when its address is neither public nor allowed. A name that cannot be resolved
   * now passes: it is checked again whenever a connection is made.
   */
  async checkUrl(text: string, field = 'body.url'): Promise<void> {
    const url = parseUrl(text);
    if (!url) throw invalid(field, 'must be an http or https URL without user name and password');
    try {
      const giveUp = AbortSignal.timeout(checkLookupMs);
      const tooSlow = new Promise<null>((resolve) => giveUp.addEventListener('abort', () => resolve(null)));
      await Promise.race([this.#findAddresses(url), tooSlow]);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      if (error.code === 'not_allowed') throw new Problem('outbound_not_allowed', error.message);
    }
  }

  /**
   * The addresses of a host, for protocols other than HTTP: connect to one of these and not to the name, which could
   * change its answer in between. Throws `OutboundError`.
   */
  async findAllowed(host: string, port: number): Promise<string[]> {
    if (!isHost(host)) throw new OutboundError('dns', `${host} is no name of a host`);
    return this.#findAddresses(new URL(`http://${hostAndPort(host, port)}`));
  }

  /** Sends one request and reads the answer. Throws `OutboundError`; a status of 4xx or 5xx is an answer. */
  async request(spec: OutboundRequest): Promise<OutboundAnswer> {
    const deadline = new Deadline(spec.timeoutMs ?? defaultTimeoutMs, spec.signal);
    try {
      return await outside(async () => {
        const { status, headers, stream } = await this.#exchange(spec, deadline.signal);
        return { status, headers, ...(await readBody(stream, spec.maxBytes ?? defaultMaxBytes, spec.truncate)) };
      });
    } catch (error) {
      throw toOutboundError(deadline.reason ?? error);
    } finally {
      deadline.clear();
    }
  }

  /** Streams what lies behind a URL, decompressed, following redirects. Throws `OutboundError`, also unless it is a 2xx. */
  async *download(
    url: string,
    options: { maxBytes: number; timeoutMs: number; signal?: AbortSignal; headers?: Record<string, string> },
  ): AsyncGenerator<Buffer> {
    const deadline = new Deadline(options.timeoutMs, options.signal);
    try {
      const answer = await this.#exchange(
        { url, headers: options.headers ?? {}, maxRedirects: downloadRedirects },
        deadline.signal,
      );
      if (answer.status < 200 || answer.status > 299) {
        // Destroying it breaks the request off, which the stream reports as an error of its own.
        answer.stream.on('error', () => {}).destroy();
        throw new OutboundError('invalid_answer', `The server answered with ${answer.status}`);
      }
      let bytes = 0;
      for await (const chunk of answer.stream as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > options.maxBytes) throw answerTooLarge(options.maxBytes);
        yield chunk;
      }
    } catch (error) {
      throw toOutboundError(deadline.reason ?? error);
    } finally {
      deadline.clear();
    }
  }

  /** Breaks off what still runs. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  /** One request and the redirects after it, each checked like the first. */
  async #exchange(spec: OutboundRequest, signal: AbortSignal) {
    let { method = 'GET', headers = {}, body } = spec;
    let url = parseUrl(spec.url);
    for (let redirects = 0; ; redirects++) {
      if (!url) throw new OutboundError('not_allowed', 'Only http and https URLs without user name can be reached');
      if (isMetadataHost(url.hostname)) throw notAllowed(url);
      const answer = await send(url, { dispatcher: this.#agent, method, headers, body, signal });
      const location = redirectOf(answer);
      if (location === null || !spec.maxRedirects) return readHead(answer, method);
      answer.body.on('error', () => {}).destroy();
      if (redirects >= spec.maxRedirects) throw new OutboundError('redirect', 'The server redirects too often');
      const next = parseUrl(location, url);
      if (answer.statusCode !== 307 && answer.statusCode !== 308 && method !== 'HEAD') {
        method = 'GET';
        body = undefined;
        headers = withoutHeaders(headers, ['content-type', 'content-length', 'content-encoding']);
      }
      if (next?.origin !== url.origin) headers = withoutHeaders(headers, ['authorization', 'cookie', 'host']);
      url = next;
    }
  }

  /** Makes a connection to an address that was just found to be allowed, and looks again at where it really leads. */
  async #connect(options: buildConnector.Options, callback: buildConnector.Callback): Promise<void> {
    try {
      const host = isIP(options.hostname) === 6 ? `[${options.hostname}]` : options.hostname;
      const url = new URL(`${options.protocol}//${host}:${options.port}`);
      const addresses = await this.#findAddresses(url);
      const answers = addresses.map((address) => ({ address, family: isIP(address) }));
      const connect = buildConnector({
        timeout: connectTimeoutMs,
        allowH2: false,
        // Node asks for one answer or for all, to try them in turn.
        lookup: (_hostname, { all }, done) =>
          all ? done(null, answers) : done(null, answers[0]?.address ?? '', answers[0]?.family),
      });
      connect(options, (error, socket) => {
        if (error) return callback(error, null);
        const reached = socket.remoteAddress ?? '';
        this.#assertAllowed(url, [reached]).then(
          () => callback(null, socket),
          (refusal) => {
            socket.destroy();
            callback(refusal, null);
          },
        );
      });
    } catch (error) {
      callback(error as Error, null);
    }
  }

  /** All addresses of the URL's host. Throws when one of them is not allowed. */
  async #findAddresses(url: URL): Promise<string[]> {
    if (isMetadataHost(url.hostname)) throw notAllowed(url);
    const host = url.hostname.replace(/^\[|\]$|\.$/g, '');
    const addresses = isIP(host) ? [host] : await this.#resolve(host).catch(() => []);
    if (addresses.length === 0) throw new OutboundError('dns', `The name ${host} cannot be resolved`);
    await this.#assertAllowed(url, addresses);
    return addresses;
  }

  async #assertAllowed(url: URL, addresses: string[]): Promise<void> {
    const classes = addresses.map(classifyAddress);
    if (classes.includes('never')) throw new OutboundError('not_allowed', `${targetOf(url)} can never be reached`);
    if (classes.includes('private') && !(await this.#isAllowed(targetOf(url)))) throw notAllowed(url);
  }

  /** Read at each new connection, so that what another process has allowed counts at once. */
  async #isAllowed(target: string): Promise<boolean> {
    const stored = await listOutboundAllowed(this.#platform.database.read);
    const entries = [...this.#allowedByConfig, ...stored];
    return entries.includes('*') || entries.includes(target);
  }
}

function readConfigEntry(entry: string): string {
  const parsed = parseAllowEntry(entry);
  if (parsed === null)
    throw new ConfigError(`Frontdesk cannot start: FRONTDESK_OUTBOUND_ALLOW: "${entry}" is not HOST:PORT or *`);
  return parsed;
}

function notAllowed(url: URL): OutboundError {
  const target = targetOf(url);
  const how = isMetadataHost(url.hostname) ? '' : `; the owner allows it with: npx frontdesk outbound allow ${target}`;
  return new OutboundError('not_allowed', `${target} is not a public address${how}`);
}

function parseUrl(text: string, base?: URL): URL | null {
  if (!URL.canParse(text, base?.href)) return null;
  const url = new URL(text, base?.href);
  const isPlain = ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
  return isPlain ? url : null;
}

function redirectOf({ statusCode, headers }: Dispatcher.ResponseData): string | null {
  return [301, 302, 303, 307, 308].includes(statusCode) && headers.location ? String(headers.location) : null;
}

const withoutHeaders = (headers: Record<string, string>, names: string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name.toLowerCase())));

/** Aborts after a time, or when the caller does. */
class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #outer: AbortSignal | undefined;

  constructor(timeoutMs: number, outer?: AbortSignal) {
    this.#outer = outer;
    this.#timer = setTimeout(() => {
      this.#controller.abort(new OutboundError('timeout', `There was no complete answer within ${timeoutMs} ms`));
    }, timeoutMs);
    outer?.addEventListener('abort', this.#follow);
    if (outer?.aborted) this.#follow();
  }

  readonly #follow = (): void => this.#controller.abort(new OutboundError('aborted', 'The request was broken off'));

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why it was aborted; undefined when it was not. */
  get reason(): unknown {
    return this.#controller.signal.reason;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#follow);
  }
}
