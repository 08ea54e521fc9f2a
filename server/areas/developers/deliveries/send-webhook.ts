import { randomBytes } from 'node:crypto';
import type { Webhook } from 'standardwebhooks';
import type { Secrets } from '../../../platform/access/secrets.ts';
import { OutboundError } from '../../../platform/net/outbound-http.ts';
import { toSigner, webhookHeaders } from '../../../platform/net/webhook-headers.ts';
import type { Platform } from '../../../platform/platform.ts';
import { previousSecretsOf, type WebhookEndpointRow } from '../endpoints/endpoints.store.ts';
import type { DeliveryRow } from './deliveries.store.ts';
import { readRetryAfter } from './retry-schedule.ts';

const timeoutMs = 15_000;
const keptAnswerBytes = 2_048;
const secretPrefix = 'whsec_';
const sealPurpose = 'webhook-secret';

/** Where and with which keys an endpoint is sent to; made once for many deliveries. */
export interface Receiver {
  workspaceId: string;
  endpointId: string;
  url: string;
  signers: { signer: Webhook; until: number }[];
  /** The first failure after the last success; shared by all attempts of a lane. */
  failing: { since: string | null };
}

/** What one attempt brought. */
export interface Answer {
  at: string;
  /** The wait for the next attempt counts from here: an attempt may take longer than that wait. */
  endedAt: string;
  durationMs: number;
  status: number | null;
  responseBody: string | null;
  /** Null for a 2xx. */
  error: string | null;
  retryAfterMs: number | null;
}

export const makeSecret = (): string => secretPrefix + randomBytes(32).toString('base64');

export const sealSecret = (secrets: Secrets, secret: string): string => secrets.seal(sealPurpose, secret);

export function toReceiver(secrets: Secrets, row: WebhookEndpointRow, failing: Receiver['failing']): Receiver {
  const signerOf = (sealed: string) => toSigner(secrets.unseal(sealPurpose, sealed));
  const previous = previousSecretsOf(row).map(({ secret, until }) => ({
    signer: signerOf(secret),
    until: Date.parse(until),
  }));
  const signers = [{ signer: signerOf(row.secret), until: Number.POSITIVE_INFINITY }, ...previous];
  return { workspaceId: row.workspace_id, endpointId: row.id, url: row.url, signers, failing };
}

/**
 * Sends a delivery once as Standard Webhooks describes it. Never throws for what the receiver or the network does;
 * throws only when `signal` breaks it off.
 */
export async function sendWebhook(
  platform: Platform,
  receiver: Receiver,
  delivery: Pick<DeliveryRow, 'event_id' | 'payload'>,
  signal: AbortSignal,
): Promise<Answer> {
  const now = platform.clock.now();
  const started = performance.now();
  const answered = (status: number | null, error: string | null): Answer => ({
    at: now.toISOString(),
    endedAt: platform.clock.now().toISOString(),
    durationMs: Math.round(performance.now() - started),
    status,
    responseBody: null,
    error,
    retryAfterMs: null,
  });
  try {
    const { status, headers, body } = await platform.outbound.request({
      method: 'POST',
      url: receiver.url,
      headers: headersOf(receiver, delivery, now),
      body: delivery.payload,
      timeoutMs,
      maxBytes: keptAnswerBytes,
      statusDecides: true,
      signal,
    });
    return {
      ...answered(status, status >= 200 && status <= 299 ? null : 'http_status'),
      responseBody: body.toString('utf8'),
      retryAfterMs: readRetryAfter(headers['retry-after'], platform.clock.now().getTime()),
    };
  } catch (error) {
    if (!(error instanceof OutboundError) || signal.aborted) throw error;
    return answered(null, error.code === 'not_allowed' ? 'outbound_not_allowed' : error.code);
  }
}

function headersOf(
  receiver: Receiver,
  delivery: Pick<DeliveryRow, 'event_id' | 'payload'>,
  now: Date,
): Record<string, string> {
  const signers = receiver.signers.filter(({ until }) => until > now.getTime()).map(({ signer }) => signer);
  return webhookHeaders(signers, delivery.event_id, now, delivery.payload);
}
