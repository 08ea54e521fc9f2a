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

/** Does the stored jobs, each installation in a lane of its own. */
export const makeSyncRunner = (platform: Platform): Lanes<SyncLane> =>
  new Lanes(platform, (workspaceId, installationId) => new SyncLane(platform, workspaceId, installationId));

/** The waits between attempts. */
export const syncWaits: StoredWaits = {
  restart: (db, now) =>
    restartWaits(db, now, { table: 'integration_jobs', due: 'next_attempt_at', since: 'updated_at' }),
  wake: wakeSyncs,
};

/** Goes on with what an earlier process had left. */
export async function startSyncs(platform: Platform): Promise<void> {
  platform.running.suspects.handlers.set('sync', {
    retry: async (db, key, now) => {
      const [workspaceId = '', id = ''] = key.split(' ');
      // It may have been done since by its own operation.
      if ((await findSyncJob(db, workspaceId, id))?.status !== 'FAILED') return;
      const again = { status: 'PENDING', next_attempt_at: now, finished_at: null, updated_at: now } as const;
      const row = await updateSyncJob(db, workspaceId, id, again);
      return () => platform.services.syncRunner.of(workspaceId, row.installation_id).wake();
    },
  });
  await platform.write(({ db, now }) => takeBackRunning(db, now));
  await wakeSyncs(platform);
}

/** Looks at every installation for which something waits. */
async function wakeSyncs(platform: Platform): Promise<void> {
  const lanes = platform.services.syncRunner;
  for (const { workspaceId, installationId } of await listWaitingInstallations(platform.database.read)) {
    lanes.of(workspaceId, installationId).wake();
  }
}
