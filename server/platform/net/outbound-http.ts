import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import type { buildConnector, Dispatcher } from 'undici';
import { type Config, ConfigError } from '../../config.ts';
import type { Database } from '../database/database.ts';
import { invalid, Problem } from '../problem.ts';
import { outside } from '../running/item-run.ts';
import { Deadline } from './deadline.ts';
import { hostAndPort, isHost } from './network-addresses.ts';
import {
  classifyAddress,
  isMetadataHost,
  listOutboundAllowed,
  parseAllowEntry,
  targetOf,
} from './outbound-addresses.ts';
import { connectTimeoutMs, loadUndici, OutboundAgents } from './outbound-agents.ts';
import { OutboundError, toOutboundError } from './outbound-error.ts';
import { glimpseBody, readBody, readHead, responseTooLarge } from './read-response.ts';
import { trustSystemCertificates } from './system-certificates.ts';

export { OutboundError };

export interface OutboundRequest {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'PROPFIND' | 'REPORT';
  url: string;
  headers?: Record<string, string>;
  /** A stream can be sent only once: use text or bytes when following redirects. */
  body?: string | Buffer | Readable;
  /** Total time for connection, redirects and body. */
  timeoutMs?: number;
  /** Limit of the response body after decompression. */
  maxBytes?: number;
  /** Truncates a longer body to `maxBytes` instead of failing. */
  truncate?: boolean;
  /** Only the status decides. The body is read for a second at most, and an error in it does not fail the request. */
  statusDecides?: boolean;
  /** Redirects to follow; 0 by default, which returns the redirect itself. */
  maxRedirects?: number;
  signal?: AbortSignal;
}

export interface OutboundAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  truncated: boolean;
}

/** Resolves a host name to its addresses. */
export type Resolve = (hostname: string) => Promise<string[]>;

const defaultTimeoutMs = 15_000;
const defaultMaxBytes = 1024 * 1024;
const downloadRedirects = 3;
/** Longest DNS lookup when a request only asks whether a URL is allowed. */
const checkLookupMs = 2_000;

const resolveBySystem: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map((answer) => answer.address);

/** What decides which addresses that are not public may be reached. */
interface OutboundSettings {
  config: Pick<Config, 'outboundAllow'> & Partial<Pick<Config, 'proxy'>>;
  /** With the entries that the owner added; null where there is none, as in a shell on another machine. */
  database: Pick<Database, 'read'> | null;
  /** True for a URL on a host that is fixed in our code (`outbound-agents.ts`). */
  isFixedHost?: (url: URL) => boolean;
}

/** Ends the error of a connection that another program would have made through the proxy. */
const withoutProxy =
  'the proxy of this machine is not used for this address, because behind it no address can be checked';

/**
 * The only outbound HTTP client. It reaches public addresses and those that the owner allowed. The address is checked
 * when connecting and pinned, so that DNS cannot change it in between. A proxy of the machine carries connections to
 * fixed hosts only, each redirect decided anew.
 */
export class OutboundClient {
  readonly #database: OutboundSettings['database'];
  readonly #resolve: Resolve;
  readonly #allowedByConfig: string[];
  readonly #agents: OutboundAgents;

  /** Throws `ConfigError` for a malformed allow-list entry in the environment. */
  constructor({ config, database, isFixedHost = () => false }: OutboundSettings, resolve: Resolve = resolveBySystem) {
    this.#database = database;
    this.#resolve = resolve;
    const connect: buildConnector.connector = (options, callback) => this.#connect(options, callback);
    this.#agents = new OutboundAgents(connect, config.proxy ?? null, isFixedHost);
    this.#allowedByConfig = config.outboundAllow.map(readConfigEntry);
  }

  /**
   * Checks that a URL may be reached, without connecting. Throws 400 naming `field` for anything but a plain http or
   * https URL, 403 `outbound_not_allowed` for an address neither public nor allowed. A name that does not resolve
   * passes: every connection checks again.
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
   * Returns the addresses of a host, for protocols other than HTTP: connect to one of these, since the name may resolve
   * differently later. Throws `OutboundError`.
   */
  async findAllowed(host: string, port: number): Promise<string[]> {
    if (!isHost(host)) throw new OutboundError('dns', `${host} is no name of a host`);
    trustSystemCertificates();
    return this.#findAddresses(new URL(`http://${hostAndPort(host, port)}`));
  }

  /** Sends one request and returns the response, whatever its status. Throws `OutboundError` when there is none. */
  async request(spec: OutboundRequest): Promise<OutboundAnswer> {
    const deadline = new Deadline(spec.timeoutMs ?? defaultTimeoutMs, spec.signal);
    try {
      return await outside(async () => {
        const { status, headers, stream } = await this.#exchange(spec, deadline.signal);
        const maxBytes = spec.maxBytes ?? defaultMaxBytes;
        const read = spec.statusDecides ? glimpseBody(stream, maxBytes) : readBody(stream, maxBytes, spec.truncate);
        return { status, headers, ...(await read) };
      });
    } catch (error) {
      throw this.#explain(toOutboundError(deadline.reason ?? error), spec.url);
    } finally {
      deadline.clear();
    }
  }

  /** Streams the decompressed body of a URL, following redirects. Throws `OutboundError`, also for a status but 2xx. */
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
        // Destroying it aborts the request, which the stream reports as an error.
        answer.stream.on('error', () => {}).destroy();
        throw new OutboundError('invalid_answer', `The server returned status ${answer.status}`);
      }
      let bytes = 0;
      for await (const chunk of answer.stream as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > options.maxBytes) throw responseTooLarge(options.maxBytes);
        yield chunk;
      }
    } catch (error) {
      throw this.#explain(toOutboundError(deadline.reason ?? error), url);
    } finally {
      deadline.clear();
    }
  }

  /** Aborts all running requests. */
  close(): Promise<void> {
    return this.#agents.close();
  }

  /** Adds to a failed connection that the proxy was not used. */
  #explain(error: OutboundError, text: string): OutboundError {
    const { code } = (error.cause ?? {}) as { code?: string };
    const isUnreached = error.code === 'dns' || error.code === 'connect' || code === 'UND_ERR_CONNECT_TIMEOUT';
    const url = parseUrl(text);
    if (!isUnreached || url === null || !this.#agents.leavesOutProxy(url)) return error;
    return new OutboundError(error.code, `${error.message}; ${withoutProxy}`, { cause: error.cause });
  }

  /** Sends one request and follows its redirects, each checked like the first. */
  async #exchange(spec: OutboundRequest, signal: AbortSignal) {
    let { method = 'GET', headers = {}, body } = spec;
    let url = parseUrl(spec.url);
    const { request: send } = await loadUndici();
    for (let redirects = 0; ; redirects++) {
      if (!url) throw new OutboundError('not_allowed', 'Only http and https URLs without user name can be reached');
      if (isMetadataHost(url.hostname)) throw notAllowed(url);
      const dispatcher = await this.#agents.find(url);
      const answer = await send(url, { dispatcher, method, headers, body, signal });
      const location = redirectOf(answer);
      if (location === null || !spec.maxRedirects) return readHead(answer, method, spec.statusDecides);
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

  /** Connects to a checked address, then checks the address that was actually reached. */
  async #connect(options: buildConnector.Options, callback: buildConnector.Callback): Promise<void> {
    try {
      const host = isIP(options.hostname) === 6 ? `[${options.hostname}]` : options.hostname;
      const url = new URL(`${options.protocol}//${host}:${options.port}`);
      const addresses = await this.#findAddresses(url);
      const answers = addresses.map((address) => ({ address, family: isIP(address) }));
      const { buildConnector } = await loadUndici();
      const connect = buildConnector({
        timeout: connectTimeoutMs,
        allowH2: false,
        // Node requests either one address or all.
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

  /** Returns all addresses of the URL's host. Throws when one of them is not allowed. */
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

  /** Read at each new connection, so that a change by another process takes effect at once. */
  async #isAllowed(target: string): Promise<boolean> {
    const stored = this.#database ? await listOutboundAllowed(this.#database.read) : [];
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
