import type { Db } from '../../../platform/database/database.ts';
import { dayMs } from '../../../platform/durations.ts';
import { countEndpoints } from '../endpoints/endpoints.store.ts';
import type { DeveloperStats } from '../schemas.ts';
import { countDeliveries, countEventsByType, listDurations } from './logs.store.ts';

/** More would not make the averages better, and the page is asked for again and again. */
const sampledAttempts = 1_000;

/** How the workspace's webhooks are doing at `now` (UTC text). */
export async function readStats(db: Db, workspaceId: string, now: string): Promise<DeveloperStats> {
  const before = (ms: number) => new Date(Date.parse(now) - ms).toISOString();
  const { total, active } = await countEndpoints(db, workspaceId);
  return {
    endpoints: { total, active, disabled: total - active },
    deliveries: {
      last24Hours: await countByStatus(db, workspaceId, before(dayMs)),
      last7Days: await countByStatus(db, workspaceId, before(7 * dayMs)),
    },
    attempts: summarize(await listDurations(db, workspaceId, before(dayMs), sampledAttempts)),
    events: await countEventsByType(db, workspaceId, before(7 * dayMs)),
  };
}

async function countByStatus(db: Db, workspaceId: string, since: string) {
  const pending = await countDeliveries(db, workspaceId, 'PENDING', since);
  const delivered = await countDeliveries(db, workspaceId, 'DELIVERED', since);
  const retrying = await countDeliveries(db, workspaceId, 'RETRYING', since);
  const failed = await countDeliveries(db, workspaceId, 'FAILED', since);
  const ended = delivered + failed;
  return { pending, delivered, retrying, failed, successRate: ended === 0 ? null : delivered / ended };
}

function summarize(durationsMs: number[]): DeveloperStats['attempts'] {
  const count = durationsMs.length;
  if (count === 0) return { count, averageDurationMs: null, p95DurationMs: null };
  const sorted = durationsMs.toSorted((a, b) => a - b);
  const sumMs = sorted.reduce((sum, durationMs) => sum + durationMs, 0);
  return {
    count,
    averageDurationMs: Math.round((sumMs / count) * 10) / 10,
    p95DurationMs: sorted[Math.ceil(count * 0.95) - 1] ?? null,
  };
}
