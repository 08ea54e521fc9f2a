import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import type { GraphClient } from './graph-client.ts';
import type { CredentialRow } from './store.ts';

/** Whether what customers write can arrive here. */
export type Inbound = 'verified' | 'unverified' | 'unreachable';

/** Where the platform is to send its webhooks; null without a public address. */
export const webhookUrlOf = (platform: Platform, channelId: string): string | null =>
  platform.config.publicUrl && `${platform.config.publicUrl.replace(/\/$/, '')}/webhooks/cloud/${channelId}`;

/** The platform has no way to ask for messages: it must reach us, over https with a public certificate. */
export function describeInbound(platform: Platform, row: CredentialRow): { inbound: Inbound; detail: string } {
  const url = webhookUrlOf(platform, row.channel_id);
  if (!url?.startsWith('https://')) {
    return {
      inbound: 'unreachable',
      detail:
        'Messages of customers cannot arrive: the platform sends them to a public https address only. ' +
        'Open a tunnel to this machine and start Frontdesk with its address as FRONTDESK_PUBLIC_URL.',
    };
  }
  if (row.webhook_verified_at !== null && row.webhook_url === url) {
    return { inbound: 'verified', detail: `The platform reached the webhook at ${row.webhook_verified_at}` };
  }
  return {
    inbound: 'unverified',
    detail: 'The platform has not called the webhook yet: enter its address and verify token in the app dashboard',
  };
}

/**
 * Subscribes the app to the account and has its messages sent to our webhook, which the platform calls at once to verify
 * it. Template and account news go to the address of the app dashboard alone. Throws `GraphError`.
 */
export async function subscribeWebhook(platform: Platform, client: GraphClient): Promise<void> {
  const { channelId, wabaId, verifyToken } = client.account;
  await client.call({
    path: `/${wabaId}/subscribed_apps`,
    body: { override_callback_uri: webhookUrlOf(platform, channelId), verify_token: verifyToken },
    answer: z.object({ success: z.literal(true) }),
  });
}
