import { Router } from 'express';
import type { Area } from '../../http/area.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Recurring } from '../../platform/scheduler.ts';
import { bindingOperations } from './bindings.operations.ts';
import { consentRoutes } from './consent-route.ts';
import { feedRoutes } from './feed-route.ts';
import { folderOperations } from './folders.operations.ts';
import { installationOperations } from './installations.operations.ts';
import { jobOperations } from './jobs.operations.ts';
import { deleteOldSyncJobs } from './jobs.store.ts';
import { queueSyncJobs } from './queue-sync-jobs.ts';
import { startSyncs, syncRunner, syncWaits } from './sync-runner.ts';

const keptForMs = 30 * 24 * 3_600_000;
const deletedAtOnce = 200;

const oldSyncJobs: Recurring = {
  name: 'old sync jobs',
  cron: '57 4 * * *',
  async run(platform: Platform) {
    const before = new Date(platform.clock.now().getTime() - keptForMs).toISOString();
    while (await platform.write(({ db }) => deleteOldSyncJobs(db, before, deletedAtOnce)));
  },
};

export const integrations: Area = {
  name: 'integrations',
  title: 'Integrations',
  operations: { ...installationOperations, ...bindingOperations, ...jobOperations },
  ownerOperations: folderOperations,
  routes: (platform) => Router().use(feedRoutes(platform), consentRoutes(platform)),
  subscribers: [queueSyncJobs],
  recurring: [oldSyncJobs],
  waits: [syncWaits],
  start: startSyncs,
  stop: (platform) => syncRunner(platform).stop(),
};
