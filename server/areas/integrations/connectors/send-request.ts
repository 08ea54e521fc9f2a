import type { z } from 'zod';
import type { OutboundRequest } from '../../../platform/net/outbound-http.ts';
import { readRetryAfter } from '../../developers/index.ts';
import { type Connection, ConnectorError } from './connector.ts';
import { toConnectorError } from './guarded-fetch.ts';

const timeoutMs = 20_000;
const largestAnswer = 4 * 1024 * 1024;
const shownCharacters = 2_000;
/** Redacting shorter words would damage other text. */
const shortestToken = 12;

export interface Answered {
  status: number;
  text: string;
  /** Summaries for the history. */
  request: string;
  response: string;
}

export interface RequestSpec extends Pick<OutboundRequest, 'method' | 'url' | 'headers' | 'statusDecides'> {
  /** Text is sent as it is, anything else as JSON. */
  body?: unknown;
  /** Statuses besides 2xx that are not failures. */
  accept?: number[];
}

/**
 * Sends a request through the guarded client. Throws `ConnectorError` unless the status is 2xx or accepted: 4xx is
 * final except 408 and 429; anything else is transient.
 */
export async function sendRequest(connection: Connection<unknown>, spec: RequestSpec): Promise<Answered> {
  const { platform, signal } = connection;
  const body = spec.body === undefined || typeof spec.body === 'string' ? spec.body : JSON.stringify(spec.body);
  const request = `${spec.method ?? 'GET'} ${spec.url}${body === undefined ? '' : `\n${body.slice(0, shownCharacters)}`}`;
  const json: Record<string, string> =
    body === undefined || typeof spec.body === 'string' ? {} : { 'content-type': 'application/json' };
  const answer = await platform.outbound
    .request({
      url: spec.url,
      method: spec.method ?? 'GET',
      headers: { ...json, ...spec.headers },
      timeoutMs,
      maxBytes: largestAnswer,
      statusDecides: spec.statusDecides ?? false,
      signal,
      ...(body === undefined ? {} : { body }),
    })
    .catch((error: unknown) => {
      throw toConnectorError(error, request);
    });
  const text = answer.body.toString('utf8');
  const shown = withoutToken(text, spec.headers?.authorization).slice(0, shownCharacters);
  const response = `${answer.status} ${shown}`.trim();
  const isGood = (answer.status >= 200 && answer.status <= 299) || spec.accept?.includes(answer.status);
  if (isGood) return { status: answer.status, text, request, response };
  const retryAfterMs = readRetryAfter(answer.headers['retry-after'], platform.clock.now().getTime());
  throw faultOf(answer.status, { request, response, retryAfterMs });
}

/** Redacts the access token, which a careless server repeats and which is not among the given credentials. */
function withoutToken(text: string, authorization = ''): string {
  const [, token = ''] = authorization.split(' ');
  return token.length < shortestToken ? text : text.replaceAll(token, '[secret]');
}

/** Converts an unsuccessful status. */
export function faultOf(
  status: number,
  told: { request?: string; response?: string; retryAfterMs?: number | null },
): ConnectorError {
  if (status === 401) {
    return new ConnectorError('unauthorized', 'The other system rejected the credentials (401)', {
      ...told,
      isFinal: true,
    });
  }
  if (status === 408 || status === 429) {
    return new ConnectorError('busy', `The other system asks to retry later (${status})`, told);
  }
  if (status >= 300 && status <= 499) {
    return new ConnectorError('refused', `The other system rejected the request (${status})`, {
      ...told,
      isFinal: true,
    });
  }
  return new ConnectorError('failing', `The other system failed (${status})`, { ...told, inDoubt: true });
}

/** Parses a JSON response. Throws `ConnectorError` when it is not as documented. */
export function readAnswer<Schema extends z.ZodType>(schema: Schema, answer: Answered): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(answer.text));
  } catch (error) {
    const { request, response } = answer;
    throw new ConnectorError(
      'failing',
      `The response is not as documented: ${(error as Error).message.slice(0, 200)}`,
      {
        ...{ request, response, inDoubt: true },
      },
    );
  }
}
