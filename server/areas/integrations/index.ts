import { Router } from 'express';
import { sql } from 'kysely';
import type { Area } from '../../http/area.ts';
import { dayMs } from '../../platform/durations.ts';
import { bindingOperations } from './bindings/bindings.operations.ts';
import { feedRoutes } from './connectors/calendar/feed-route.ts';
import { isEndpoint } from './connectors/endpoints.ts';
import { folderOperations } from './connectors/spreadsheet/folders.operations.ts';
import { consentRoutes } from './installations/consent-route.ts';
import { installationOperations } from './installations/installations.operations.ts';
import { listOutside } from './installations/list-outside.ts';
import { listStoppedIntegrations } from './list-stopped.ts';
import { eraseJobs } from './sync/erase-jobs.ts';
import { jobOperations } from './sync/jobs.operations.ts';
import { queueSyncJobs } from './sync/queue-sync-jobs.ts';
import { makeSyncRunner, startSyncs, syncWaits } from './sync/sync-runner.ts';

export const integrations = {
  name: 'integrations',
  title: 'Integrations',
  about: 'Services outside to which events are written: sheets, calendars, mail, databases.',
  operations: { ...installationOperations, ...bindingOperations, ...jobOperations },
  ownerOperations: folderOperations,
  routes: (platform) => Router().use(feedRoutes(platform), consentRoutes(platform)),
  subscribers: [queueSyncJobs],
  retention: [
    {
      table: 'integration_jobs',
      by: 'created_at',
      keepMs: 30 * dayMs,
      key: ['seq'],
      isKeyInOrder: true,
      only: sql`finished_at is not null`,
    },
  ],
  waits: [syncWaits],
  provides: {
    eventsErased: [eraseJobs],
    outsideCopies: [listOutside],
    fixedHost: [isEndpoint],
    stoppedParts: [listStoppedIntegrations],
  },
  services: (platform) => ({
    syncRunner: makeSyncRunner(platform),
    tokenRefreshes: new Map(),
    workbookWriters: new Map(),
  }),
  start: startSyncs,
  stop: (platform) => platform.services.syncRunner.stop(),
} satisfies Area;
