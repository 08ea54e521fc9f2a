import { Lanes } from '../../platform/lanes.ts';
import { type Platform, perPlatform } from '../../platform/platform.ts';
import { listWaitingInstallations, takeBackRunning } from './jobs.store.ts';
import { SyncLane } from './sync-lane.ts';

/** Does the stored jobs, each installation in a lane of its own. */
export const syncRunner = perPlatform(
  (platform) =>
    new Lanes(platform, (workspaceId, installationId) => new SyncLane(platform, workspaceId, installationId)),
);

/** Goes on with what an earlier process had left. */
export async function startSyncs(platform: Platform): Promise<void> {
  const lanes = syncRunner(platform);
  await platform.write(({ db, now }) => takeBackRunning(db, now));
  for (const { workspaceId, installationId } of await listWaitingInstallations(platform.database.read)) {
    lanes.of(workspaceId, installationId).wake();
  }
}
