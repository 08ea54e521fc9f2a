import type { Platform } from '../../../platform/platform.ts';
import { restartWaits, type StoredWaits } from '../../../platform/work/clock-watch.ts';
import { Lanes } from '../../../platform/work/lanes.ts';
import { findSyncJob, listWaitingInstallations, takeBackRunning, updateSyncJob } from './jobs.store.ts';
import { SyncLane } from './sync-lane.ts';

declare module '../../../platform/wiring.ts' {
  interface Services {
    syncRunner: Lanes<SyncLane>;
  }
}

/** Runs the stored jobs, one lane per installation. */
export const makeSyncRunner = (platform: Platform): Lanes<SyncLane> =>
  new Lanes(platform, (workspaceId, installationId) => new SyncLane(platform, workspaceId, installationId));

/** The stored waits between attempts, restarted when the clock is set back. */
export const syncWaits: StoredWaits = {
  restart: (db, now) =>
    restartWaits(db, now, { table: 'integration_jobs', due: 'next_attempt_at', since: 'updated_at' }),
  wake: wakeSyncs,
};

/** Resumes the jobs that an earlier process left waiting. */
export async function startSyncs(platform: Platform): Promise<void> {
  platform.running.suspects.handlers.set('sync', {
    retry: async (db, key, now) => {
      const [workspaceId = '', id = ''] = key.split(' ');
      // It may have been retried by its own operation since.
      if ((await findSyncJob(db, workspaceId, id))?.status !== 'FAILED') return;
      const again = { status: 'PENDING', next_attempt_at: now, finished_at: null, updated_at: now } as const;
      const row = await updateSyncJob(db, workspaceId, id, again);
      return () => platform.services.syncRunner.of(workspaceId, row.installation_id).wake();
    },
  });
  await platform.write(({ db, now }) => takeBackRunning(db, now));
  await wakeSyncs(platform);
}

/** Wakes the lane of every installation with waiting jobs. */
async function wakeSyncs(platform: Platform): Promise<void> {
  const lanes = platform.services.syncRunner;
  for (const { workspaceId, installationId } of await listWaitingInstallations(platform.database.read)) {
    lanes.of(workspaceId, installationId).wake();
  }
}
