import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import type { GraphClient } from './graph-client.ts';
import type { CredentialRow } from './store.ts';

/** Whether customers' messages can arrive. */
export type Inbound = 'verified' | 'unverified' | 'unreachable';

/** The vendor's URL for webhooks to this channel; null without a public address. */
export const webhookUrlOf = (platform: Platform, channelId: string): string | null =>
  platform.config.publicUrl && `${platform.config.publicUrl.replace(/\/$/, '')}/webhooks/cloud/${channelId}`;

/** Messages cannot be polled: the vendor must reach us, over https with a public certificate. */
export function describeInbound(platform: Platform, row: CredentialRow): { inbound: Inbound; detail: string } {
  const url = webhookUrlOf(platform, row.channel_id);
  if (!url?.startsWith('https://')) {
    return {
      inbound: 'unreachable',
      detail:
        "Customers' messages cannot arrive: the platform sends them only to a public https address. " +
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
 * Subscribes the app to the account with our webhook for messages; the vendor calls it at once to verify it. Template
 * and account changes go only to the address in the app dashboard. Throws `GraphError`.
 */
export async function subscribeWebhook(platform: Platform, client: GraphClient): Promise<void> {
  const { channelId, wabaId, verifyToken } = client.account;
  await client.call({
    path: `/${wabaId}/subscribed_apps`,
    body: { override_callback_uri: webhookUrlOf(platform, channelId), verify_token: verifyToken },
    answer: z.object({ success: z.literal(true) }),
  });
}
