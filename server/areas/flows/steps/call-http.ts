import { OutboundError } from '../../../platform/net/outbound-http.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { HttpEffect, Input } from '../runs/run.ts';

const largestAnswer = 256 * 1024;
const longestValue = 2_000;

/**
 * Makes the call of an http step under the outbound rules. `key` is sent as Idempotency-Key, so that the server
 * recognises a repeat after a crash. Without variables to set, the status alone decides. A failed call or an
 * invalid response returns `failed`; this function never throws.
 */
export async function callHttp(platform: Platform, effect: HttpEffect, key: string): Promise<Input> {
  const { method, url, body, timeoutMs, map } = effect;
  const headers: Record<string, string> = { accept: 'application/json', 'idempotency-key': key };
  if (body !== null) headers['content-type'] = 'application/json';
  Object.assign(headers, effect.headers);
  try {
    const answer = await platform.outbound.request({
      method,
      url,
      headers,
      timeoutMs,
      maxBytes: largestAnswer,
      statusDecides: map.length === 0,
      ...(body === null ? {} : { body }),
    });
    if (answer.status >= 400) {
      return { kind: 'failed', code: 'http_status', message: `The server responded with ${answer.status}` };
    }
    return readAnswer(answer.status, answer.body.toString('utf8'), map);
  } catch (error) {
    if (error instanceof OutboundError) return { kind: 'failed', code: `http_${error.code}`, message: error.message };
    return { kind: 'failed', code: 'http_failed', message: 'The call could not be made' };
  }
}

/** The variables that a response sets. It must be JSON if `map` is not empty. */
export function readAnswer(status: number, text: string, map: HttpEffect['map']): Input {
  const variables: Record<string, string> = { httpStatus: String(status) };
  if (map.length === 0) return { kind: 'done', variables };
  try {
    return { kind: 'done', variables: { ...variables, ...mapValues(JSON.parse(text), map) } };
  } catch {
    return { kind: 'failed', code: 'http_invalid_answer', message: 'The response is not JSON' };
  }
}

export function mapValues(answer: unknown, map: HttpEffect['map']): Record<string, string> {
  return Object.fromEntries(map.map(({ variable, path }) => [variable, toText(valueAt(answer, path))]));
}

/** The value at a JSON pointer (RFC 6901); undefined if there is none. */
function valueAt(value: unknown, pointer: string): unknown {
  let found = value;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Record<string, unknown>)[key];
  }
  return found;
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, longestValue);
}
