import { Router } from 'express';
import type { Area } from '../../http/area.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Recurring } from '../../platform/work/scheduler.ts';
import { bindingOperations } from './bindings/bindings.operations.ts';
import { feedRoutes } from './connectors/calendar/feed-route.ts';
import { folderOperations } from './connectors/spreadsheet/folders.operations.ts';
import { consentRoutes } from './installations/consent-route.ts';
import { installationOperations } from './installations/installations.operations.ts';
import { jobOperations } from './sync/jobs.operations.ts';
import { deleteOldSyncJobs } from './sync/jobs.store.ts';
import { queueSyncJobs } from './sync/queue-sync-jobs.ts';
import { makeSyncRunner, startSyncs, syncWaits } from './sync/sync-runner.ts';

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

export const integrations = {
  name: 'integrations',
  title: 'Integrations',
  operations: { ...installationOperations, ...bindingOperations, ...jobOperations },
  ownerOperations: folderOperations,
  routes: (platform) => Router().use(feedRoutes(platform), consentRoutes(platform)),
  subscribers: [queueSyncJobs],
  recurring: [oldSyncJobs],
  waits: [syncWaits],
  services: (platform) => ({
    syncRunner: makeSyncRunner(platform),
    tokenRefreshes: new Map(),
    workbookWriters: new Map(),
  }),
  start: startSyncs,
  stop: (platform) => platform.services.syncRunner.stop(),
} satisfies Area;
