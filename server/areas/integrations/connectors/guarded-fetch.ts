import { OutboundError, type OutboundRequest } from '../../../platform/net/outbound-http.ts';
import type { Platform } from '../../../platform/platform.ts';
import { ConnectorError } from './connector.ts';

const timeoutMs = 20_000;
const withoutBody = [204, 205, 304];

/** The guarded client as a `fetch`, for protocol libraries. Throws `ConnectorError`. */
export function guardedFetch(platform: Platform, signal?: AbortSignal): typeof fetch {
  return async (input, init = {}) => {
    const request = input instanceof Request ? input : null;
    const headers: Record<string, string> = {};
    new Headers(init.headers ?? request?.headers).forEach((value, name) => {
      headers[name] = value;
    });
    const body = init.body === undefined || init.body === null ? undefined : String(init.body);
    const spec: OutboundRequest = {
      url: request?.url ?? String(input),
      method: (init.method ?? request?.method ?? 'GET') as OutboundRequest['method'],
      headers,
      timeoutMs,
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    };
    try {
      const answer = await platform.outbound.request(spec);
      const bytes = withoutBody.includes(answer.status) ? null : new Uint8Array(answer.body);
      const { 'content-encoding': _decoded, 'content-length': _length, ...plain } = answer.headers;
      return new Response(bytes, { status: answer.status, headers: plain });
    } catch (error) {
      throw toConnectorError(error, `${spec.method} ${spec.url}`);
    }
  };
}

/** Converts a failure of the guarded client. */
export function toConnectorError(error: unknown, request: string): ConnectorError {
  if (!(error instanceof OutboundError)) throw error;
  const details = { request, inDoubt: !['dns', 'tls', 'not_allowed'].includes(error.code) };
  if (error.code === 'not_allowed')
    return new ConnectorError('not_allowed', error.message, { ...details, isFinal: true });
  if (error.code === 'dns') return new ConnectorError('unknown_host', error.message, details);
  if (error.code === 'tls') return new ConnectorError('certificate', error.message, details);
  if (error.code === 'timeout') return new ConnectorError('timeout', error.message, details);
  return new ConnectorError('unreachable', error.message, details);
}
