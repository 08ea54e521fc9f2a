import { z } from 'zod';
import { toSigner, webhookHeaders } from '../../../platform/net/webhook-headers.ts';
import { version } from '../../../version.ts';
import { type Connection, ConnectorError, defineAction, defineConnector } from './connector.ts';
import { sendRequest } from './send-request.ts';
import { Fields, fill, fillFields, Template } from './templates.ts';

const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
/** Headers set by the connector or the HTTP client. */
const ownHeaders = /^(host|content-length|transfer-encoding|connection|idempotency-key|webhook-.*|user-agent)$/i;
const keptAnswerBytes = 2_048;

const HeaderNames = z
  .string()
  .regex(headerName)
  .refine((name) => !ownHeaders.test(name), 'is set by Frontdesk');
const headerValue = z
  .string()
  .max(2_000)
  .regex(/^[\t\x20-\x7e]*$/, 'must be printable ASCII');

const Credentials = z.strictObject({
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .describe('The owner must have allowed an address that is not public.'),
  signingSecret: z
    .string()
    .min(16)
    .max(200)
    .describe('Signs each request as Standard Webhooks describes it. `whsec_` and base64, or any text.'),
  headers: z.record(HeaderNames, headerValue).optional().describe('Sent with each request, such as `Authorization`.'),
});
type Credentials = z.output<typeof Credentials>;

const Config = z.strictObject({
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']).default('POST'),
  path: Template.max(1_000).default('').describe('Appended to the base URL; values are percent-encoded.'),
  fields: Fields.optional().describe('The JSON to send; defaults to the whole event.'),
});
type Config = z.output<typeof Config>;

const toUrl = (baseUrl: string, path: string): string =>
  path === '' ? baseUrl : `${baseUrl.replace(/\/$/, '')}/${path.replace(/^\//, '')}`;

/** Throws for dot segments: a value of `..` would lead to another resource. */
function assertNoDots(path: string): void {
  if (!path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment))) return;
  throw new ConnectorError('refused', `The path ${path} leads elsewhere`, { isFinal: true });
}

/** Sends the event or fields of it. A repeat has the same `idempotency-key` and `webhook-id`. */
const sendEvent = defineAction<Credentials, Config>({
  key: 'send_event',
  name: 'Send to a REST endpoint',
  config: Config,
  targetOf: ({ method, path }) => `${method} ${path}`,
  fill: ({ path, fields }, event) => ({
    path: fill(path, event, encodeURIComponent),
    body: fields ? fillFields(fields, event) : event,
  }),
  async run(call) {
    const { credentials, config, event, filled, platform, jobId } = call;
    assertNoDots(String(filled.path));
    const body = JSON.stringify(filled.body);
    const answer = await sendRequest(call, {
      method: config.method,
      url: toUrl(credentials.baseUrl, String(filled.path)),
      headers: {
        ...credentials.headers,
        'idempotency-key': jobId,
        ...webhookHeaders([toSigner(credentials.signingSecret)], event.id, platform.clock.now(), body),
      },
      body,
      statusDecides: true,
    });
    return { request: answer.request, response: answer.response.slice(0, keptAnswerBytes), reference: null };
  },
});

/** Any response means that the endpoint works, except 401 when headers are configured. */
async function check(connection: Connection<Credentials>): Promise<string> {
  const { baseUrl, headers } = connection.credentials;
  const any = Array.from({ length: 100 }, (_, index) => 400 + index);
  const { status } = await sendRequest(connection, {
    url: baseUrl,
    headers: { ...headers, 'user-agent': `Frontdesk/${version}` },
    accept: [...any, 301, 302, 303, 307, 308],
    statusDecides: true,
  });
  if (headers && status === 401) throw new ConnectorError('unauthorized', 'The endpoint refused the headers (401)');
  return new URL(baseUrl).host;
}

export const http = defineConnector<Credentials>({
  key: 'http',
  name: 'REST endpoint',
  credentials: Credentials,
  secrets: ['signingSecret', 'headers'],
  actions: [sendEvent],
  check,
});
