import { type OutboundAnswer, OutboundError } from '../../../platform/net/outbound-http.ts';
import type { Platform } from '../../../platform/platform.ts';
import { runInWorker, WorkerLimitError, workerFile } from '../../../platform/running/workers.ts';
import type { RobotsInput } from './read-robots.worker.ts';
import { SourceFault, type SourceFaultCode } from './source-fault.ts';

/** The validators of the page at the last fetch. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export interface FetchedPage extends Validators {
  bytes: Uint8Array;
  /** The charset that the server declares. */
  charset: string | null;
}

const timeoutMs = 15_000;
const maxBytes = 10 * 1024 * 1024;
const maxRedirects = 3;
/** Bytes of a robots.txt that are read; RFC 9309, 2.5 demands at least this many. */
const maxRobotsBytes = 500 * 1024;
/** Rules can be written so that matching them takes many seconds. */
const robotsLimits = { timeoutMs: 5_000, heapMb: 64, buffersMb: 64 };
const robotsWorker = workerFile(import.meta.url, 'read-robots.worker');
const userAgent = 'Frontdesk';
const userAgentHeader = { 'user-agent': `${userAgent}/1.0 (knowledge source of a shop)` };

/**
 * Fetches a URL if its site's robots.txt allows it. Each redirect is checked again against the outbound rules and the
 * target site's robots.txt. Returns null if the page is unchanged (304). Throws `SourceFault`.
 */
export async function fetchPage(
  platform: Platform,
  url: string,
  known: Validators,
  signal: AbortSignal,
): Promise<FetchedPage | null> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  let target = new URL(url);
  try {
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      await assertRobotsAllow(platform, target, deadline);
      const headers = { ...userAgentHeader, accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...conditions(known) };
      const answer = await platform.outbound.request({
        url: target.href,
        headers,
        timeoutMs,
        maxBytes,
        signal: deadline,
      });
      const location = redirectOf(answer, target);
      if (!location) return toPage(answer);
      target = location;
    }
    throw new SourceFault('too_many_redirects');
  } catch (error) {
    signal.throwIfAborted();
    if (deadline.aborted) throw new SourceFault('fetch_timed_out');
    throw error instanceof OutboundError ? toFault(error) : error;
  }
}

function conditions({ etag, lastModified }: Validators): Record<string, string> {
  if (etag !== null) return { 'if-none-match': etag };
  return lastModified === null ? {} : { 'if-modified-since': lastModified };
}

function redirectOf({ status, headers }: OutboundAnswer, from: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(status) || !headers.location) return null;
  if (!URL.canParse(headers.location, from.href))
    throw new SourceFault('http_error', 'it redirects to an invalid address');
  return new URL(headers.location, from.href);
}

function toPage({ status, headers, body }: OutboundAnswer): FetchedPage | null {
  if (status === 304) return null;
  if (status < 200 || status > 299) throw new SourceFault('http_error', `status ${status}`);
  const charset = /;\s*charset\s*=\s*"?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? null;
  return { bytes: body, charset, etag: headers.etag ?? null, lastModified: headers['last-modified'] ?? null };
}

/** A 4xx status of robots.txt allows everything, a 5xx status nothing (RFC 9309, 2.3.1). */
async function assertRobotsAllow(platform: Platform, page: URL, signal: AbortSignal): Promise<void> {
  const url = new URL('/robots.txt', page).href;
  const { status, body } = await platform.outbound.request({
    url,
    headers: userAgentHeader,
    timeoutMs,
    maxBytes: maxRobotsBytes,
    truncate: true,
    maxRedirects: 5,
    signal,
  });
  if (status >= 500) throw new SourceFault('robots_unavailable', `status ${status}`);
  if (status >= 300) return;
  const input: RobotsInput = { url, text: body.toString('utf8'), page: page.href, userAgent };
  if (await isDisallowed(input, signal)) throw new SourceFault('robots_disallowed');
}

async function isDisallowed(input: RobotsInput, signal: AbortSignal): Promise<boolean> {
  try {
    return await runInWorker<boolean>(robotsWorker, input, { ...robotsLimits, signal });
  } catch (error) {
    if (!(error instanceof WorkerLimitError)) throw error;
    throw new SourceFault('robots_unavailable', 'its rules take too long to read');
  }
}

const outboundFaults: { [Code in OutboundError['code']]?: SourceFaultCode } = {
  not_allowed: 'address_not_allowed',
  timeout: 'fetch_timed_out',
  aborted: 'fetch_timed_out',
  too_large: 'response_too_large',
  redirect: 'too_many_redirects',
};

const toFault = (error: OutboundError): SourceFault =>
  new SourceFault(outboundFaults[error.code] ?? 'unreachable', error.message);
