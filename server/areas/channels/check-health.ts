import type { z } from 'zod';
import type { Db } from '../../platform/database/database.ts';
import type { ChannelConnection } from './driver.ts';
import type { DriverLog } from './driver-log.ts';
import type { Channel, ChannelHealth } from './schemas.ts';

/** Runs the connection's checks and sums them up: a failed check is DEGRADED, no connection is DOWN. */
export async function checkHealth(
  { db, log }: { db: Db; log: DriverLog },
  connection: ChannelConnection | null,
  channel: Channel,
  now: string,
): Promise<z.input<typeof ChannelHealth>> {
  const checks = connection ? await connection.health() : [];
  const connected = channel.status === 'CONNECTED' || channel.status === 'DEGRADED';
  const allOk = checks.every((check) => check.ok);
  return {
    channelId: channel.id,
    status: channel.status,
    overall: !connected || connection === null ? 'DOWN' : allOk ? 'OK' : 'DEGRADED',
    checks: checks.map((check) => ({ ...check, checkedAt: now })),
    queueDepth: (await countUnhandled(db, channel.id)) + log.countPending(db, channel.id),
    lastInboundAt: channel.lastInboundAt,
  };
}

async function countUnhandled(db: Db, channelId: string): Promise<number> {
  const { count } = await db
    .selectFrom('provider_events')
    .select((build) => build.fn.countAll<number>().as('count'))
    .where('channel_id', '=', channelId)
    .where('state', '=', 'PENDING')
    .executeTakeFirstOrThrow();
  return count;
}
