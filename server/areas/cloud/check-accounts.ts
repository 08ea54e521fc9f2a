import { z } from 'zod';
import { minuteMs } from '../../platform/durations.ts';
import type { Platform } from '../../platform/platform.ts';
import { driverLogOf, type StatusEvent } from '../channels/index.ts';
import type { CloudConnection } from './cloud-connection.ts';
import { GraphError } from './graph-errors.ts';
import { toIso } from './read-message.ts';

const History = z.object({
  data: z.array(
    z.object({
      message_id: z.string(),
      events: z
        .object({
          data: z.array(
            z.object({
              delivery_status: z.string(),
              timestamp: z.int().min(0).max(999_999_999_999),
              error_description: z.string().nullish(),
            }),
          ),
        })
        .optional(),
    }),
  ),
});

const mostAtOnce = 100;

/** Checks token and number of every live channel; a revoked token is not reported otherwise. */
export async function checkAccounts(platform: Platform): Promise<void> {
  for (const connection of platform.services.cloudConnections.values()) await connection.check();
}

/**
 * Fetches once the receipts of messages that were sent 10 to 20 minutes ago and have none: their webhooks may have been
 * lost. Must run every ten minutes.
 */
export async function fetchLostReceipts(platform: Platform): Promise<void> {
  const log = driverLogOf(platform.provided);
  const now = platform.clock.now().getTime();
  const ago = (minutes: number): string => new Date(now - minutes * minuteMs).toISOString();
  for (const connection of platform.services.cloudConnections.values()) {
    const span = { after: ago(20), until: ago(10), limit: mostAtOnce };
    const ids = await log.listUnreceipted(platform.database.read, connection.host.channel, span);
    for (const id of ids) await fetchReceipts(platform, connection, id);
  }
}

async function fetchReceipts(platform: Platform, connection: CloudConnection, messageId: string): Promise<void> {
  try {
    const { client } = connection;
    const { data } = await client.call({
      path: `/${client.account.phoneNumberId}/message_history`,
      query: { message_id: messageId, fields: 'id,message_id,events' },
      answer: History,
    });
    const events = data.flatMap((entry) => entry.events?.data ?? []);
    await platform.services.channelHub.inbox.receive(
      connection.host.channel,
      events.flatMap((event) => toStatus(messageId, event) ?? []),
    );
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    platform.log.warn({ channel: connection.host.channel.id, err: error }, 'receipts could not be fetched');
  }
}

type HistoryEvent = NonNullable<z.infer<typeof History>['data'][number]['events']>['data'][number];

function toStatus(messageId: string, event: HistoryEvent): StatusEvent | null {
  const status = (['SENT', 'DELIVERED', 'READ', 'FAILED'] as const).find((known) => known === event.delivery_status);
  if (!status) return null;
  const message = event.error_description ?? 'The platform gave no reason';
  return {
    kind: 'status',
    // The id that a webhook would have, so that both are one event.
    providerEventId: `${messageId}:${status}`,
    providerMessageId: messageId,
    status,
    error: status === 'FAILED' ? { code: 'provider_failed', message } : null,
    at: toIso(String(event.timestamp)),
  };
}
