import { trialLocked } from '../access/events.ts';
import { toWorkspace } from '../access/workspaces.ts';
import { dayMs } from '../durations.ts';
import { sweepBlobs } from '../files/sweep-blobs.ts';
import type { Platform } from '../platform.ts';
import type { Retention } from './retention.ts';
import type { Recurring } from './scheduler.ts';
import { systemActor } from './work.ts';

/** Which rows of the platform's own tables are deleted once they are old. */
export const platformRetention: Retention[] = [
  // Keys of finished jobs may be used again then.
  { table: 'jobs', by: 'finished_at', keepMs: 7 * dayMs, key: ['id'] },
  { table: 'events', by: 'occurred_at', keepMs: 90 * dayMs, key: ['seq'], isKeyInOrder: true },
];

/** What keeps the data folder small and the workspaces' states true, whatever the areas do. */
export const housekeeping: Recurring[] = [
  { name: 'orphan blobs', cron: '53 4 * * *', run: sweepBlobs },
  { name: 'ended trials', cron: '* * * * *', run: lockEndedTrials },
];

/** Tells of a trial's end once. That writes are refused does not wait for this: every request compares the time. */
async function lockEndedTrials(platform: Platform): Promise<void> {
  const now = platform.clock.now().toISOString();
  const ended = await platform.database.read
    .selectFrom('workspaces')
    .selectAll()
    .where('trial_ends_at', '<=', now)
    .where('trial_locked', '=', 0)
    .execute();
  for (const row of ended) {
    await platform.work(toWorkspace(row), systemActor, async (work) => {
      await work.db.updateTable('workspaces').set({ trial_locked: 1 }).where('id', '=', row.id).execute();
      await work.emit(trialLocked, { workspaceId: row.id, trialEndsAt: row.trial_ends_at ?? now });
    });
  }
}
