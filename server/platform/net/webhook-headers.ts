import { Webhook } from 'standardwebhooks';
import { version } from '../../version.ts';

/** A secret that both sides know: `whsec_` and base64, or any text. Made once for many signatures. */
export function toSigner(secret: string): Webhook {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret);
  return new Webhook(key, { format: 'raw' });
}

/** The headers of a webhook, as Standard Webhooks describes them: one signature for each secret. */
export const webhookHeaders = (signers: Webhook[], id: string, now: Date, payload: string): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': `Frontdesk/${version}`,
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
  'webhook-signature': signers.map((signer) => signer.sign(id, now, payload)).join(' '),
});
