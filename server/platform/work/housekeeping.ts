import { trialLocked } from '../access/events.ts';
import { toWorkspace } from '../access/workspaces.ts';
import { dayMs } from '../durations.ts';
import { sweepBlobs } from '../files/sweep-blobs.ts';
import type { Platform } from '../platform.ts';
import { eventsKeptMs } from './events.ts';
import { failingPartsRetention } from './failing-parts.ts';
import { heldRetention } from './held-events.ts';
import type { Retention } from './retention.ts';
import type { Recurring } from './scheduler.ts';
import { systemActor } from './work.ts';

/** Retention of the platform's own tables. */
export const platformRetention: Retention[] = [
  // After this, the keys of finished jobs can be reused.
  { table: 'jobs', by: 'finished_at', keepMs: 7 * dayMs, key: ['id'] },
  { table: 'events', by: 'occurred_at', keepMs: eventsKeptMs, key: ['seq'], isKeyInOrder: true },
  heldRetention,
  failingPartsRetention,
];

/** Recurring work that bounds the data folder and keeps the workspaces' state current. */
export const housekeeping: Recurring[] = [
  { name: 'orphan blobs', cron: '53 4 * * *', run: sweepBlobs },
  { name: 'ended trials', cron: '* * * * *', run: lockEndedTrials },
];

/** Emits `trial.locked` once per trial. Refusing writes does not depend on it: every request compares the time. */
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
