import type { FrontdeskEvent } from './generated/models.ts';

/** A delivery that is not from this Frontdesk, or not from now. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

export interface WebhookDelivery {
  /** The headers of the request, as `Headers` or as Node has them. */
  headers: Headers | Record<string, string | string[] | undefined>;
  /** The body exactly as it came: parsed and written again, it would have another signature. */
  body: string | Uint8Array;
  /** The secret of the endpoint, `whsec_…`, that was shown when it was made. */
  secret: string;
  /** How old a delivery may be, and how far ahead its clock; 300 unless given. */
  toleranceSeconds?: number;
}

/**
 * Checks the signature and the age of a webhook (Standard Webhooks) and returns its event. Throws `WebhookError` when one
 * of them is wrong. The same event may come more than once, with the same `id`.
 */
export async function verifyWebhook({
  headers,
  body,
  secret,
  toleranceSeconds = 300,
}: WebhookDelivery): Promise<FrontdeskEvent> {
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const signatures = readHeader(headers, 'webhook-signature').split(' ');
  const ageSeconds = Date.now() / 1_000 - Number(timestamp);
  if (!(Math.abs(ageSeconds) <= toleranceSeconds)) throw new WebhookError('The webhook is too old, or too new');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const key = await importSecret(secret);
  for (const signature of signatures) {
    if (!signature.startsWith('v1,')) continue;
    const bytes = fromBase64(signature.slice('v1,'.length));
    // Compares in the same time, wherever they differ.
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return JSON.parse(text) as FrontdeskEvent;
  }
  throw new WebhookError('The signature of the webhook does not fit the secret');
}

function readHeader(headers: WebhookDelivery['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string') throw new WebhookError(`The webhook has no header ${name}`);
  return value;
}

function importSecret(secret: string) {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (!bytes) throw new TypeError('The secret of a webhook is `whsec_` and base64');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** The bytes of a base64 text; null if it is none. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
