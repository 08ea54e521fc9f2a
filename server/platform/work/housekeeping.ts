import { trialLocked } from '../access/events.ts';
import { toWorkspace } from '../access/workspaces.ts';
import { sweepBlobs } from '../files/sweep-blobs.ts';
import type { Platform } from '../platform.ts';
import type { Recurring } from './scheduler.ts';
import { systemActor } from './work.ts';

const jobsKeptForMs = 7 * 24 * 3_600_000;
const eventsKeptForMs = 90 * 24 * 3_600_000;
const rowsAtOnce = 500;

/** What keeps the data folder small and the workspaces' states true, whatever the areas do. */
export const housekeeping: Recurring[] = [
  { name: 'old jobs', cron: '23 4 * * *', run: deleteOldJobs },
  { name: 'old events', cron: '33 4 * * *', run: deleteOldEvents },
  { name: 'orphan blobs', cron: '53 4 * * *', run: sweepBlobs },
  { name: 'ended trials', cron: '* * * * *', run: lockEndedTrials },
];

/** The event log is kept for 90 days; it is shortened in small steps, so that no request waits. */
async function deleteOldEvents(platform: Platform): Promise<void> {
  const before = new Date(platform.clock.now().getTime() - eventsKeptForMs).toISOString();
  for (;;) {
    // By the order of writing, not by time: without old ones a search by time would read the whole log.
    const oldest = await platform.database.read
      .selectFrom('events')
      .select(['seq', 'occurred_at'])
      .orderBy('seq')
      .limit(rowsAtOnce)
      .execute();
    const seqs = oldest.filter((row) => row.occurred_at < before).map((row) => row.seq);
    if (seqs.length > 0) {
      await platform.write(({ db }) => db.deleteFrom('events').where('seq', 'in', seqs).execute());
    }
    if (seqs.length < rowsAtOnce) return;
  }
}

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

/** Forgets finished jobs after a week; their keys may be used again then. */
async function deleteOldJobs(platform: Platform): Promise<void> {
  const before = new Date(platform.clock.now().getTime() - jobsKeptForMs).toISOString();
  await platform.database.write((db) => db.deleteFrom('jobs').where('finished_at', '<', before).execute());
}
