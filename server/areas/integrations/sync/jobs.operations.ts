import { z } from 'zod';
import { type Operations, operation, type TargetContext, target } from '../../../http/operation.ts';
import { cursorQuery, takePage } from '../../../http/paginate.ts';
import { readOperation } from '../../../http/usual-operations.ts';
import type { Db } from '../../../platform/database/database.ts';
import { unknownReference } from '../../../platform/problem.ts';
import { findBinding } from '../bindings/bindings.store.ts';
import { IntegrationJobStatus, SyncJob, SyncJobDetail } from '../schemas.ts';
import * as store from './jobs.store.ts';

const job = target(SyncJobDetail, ({ db, workspace, params }: TargetContext<'jobId'>) =>
  store.findSyncJobDetail(db, workspace.id, params.jobId),
);

export const jobOperations = {
  listIntegrationSyncJobs: operation({
    method: 'get',
    path: '/api/integrations/sync-jobs',
    scope: 'integrations.read',
    summary: 'List sync jobs',
    description: 'Newest first. Jobs are stored for 30 days, including those of deleted bindings.',
    tx: 'read',
    query: z.object({
      ...cursorQuery,
      status: IntegrationJobStatus.optional().describe('Only jobs in this state.'),
      bindingId: z
        .string()
        .max(64)
        .optional()
        .describe('Only jobs of this binding; one that was deleted is known, too.'),
    }),
    success: 200,
    response: z.object({ jobs: z.array(SyncJob).describe('The jobs.'), nextCursor: z.string().nullable() }),
    errors: ['unknown_reference'],
    statuses: { unknown_reference: 400 },
    async run({ db, workspace, query, cursors }) {
      const { cursor, limit, ...filter } = query;
      const place = cursors.read(cursor);
      if (filter.bindingId !== undefined) await assertKnownBinding(db, workspace.id, filter.bindingId);
      const found = await store.listSyncJobs(db, workspace.id, filter, place && Number(place[0]), limit + 1);
      const { rows, last } = takePage(found, limit);
      return { jobs: rows.map(store.toSyncJob), nextCursor: last && cursors.write([last.seq]) };
    },
  }),

  getIntegrationSyncJob: readOperation({
    path: '/api/integrations/sync-jobs/{jobId}',
    scope: 'integrations.read',
    summary: 'Get a sync job with all attempts',
    extension: true,
    target: job,
  }),

  retryIntegrationSyncJob: operation({
    method: 'post',
    path: '/api/integrations/sync-jobs/{jobId}/retry',
    scope: 'integrations.write',
    summary: 'Retry a failed sync job now',
    description:
      'Restarts the schedule with the present binding. 409 `not_retryable` unless the job is FAILED; 409 ' +
      '`binding_disabled` if its binding is inactive or deleted.',
    tx: 'write',
    target: job,
    success: 202,
    response: SyncJob,
    errors: ['not_retryable', 'binding_disabled'],
    async run({ db, platform, workspace, target, now, fail }) {
      if (target.status !== 'FAILED') throw fail('not_retryable', `The job is ${target.status}, not FAILED`);
      const binding = await findBinding(db, workspace.id, target.bindingId);
      if (!binding?.active) throw fail('binding_disabled', 'The binding is disabled or deleted');
      const row = await store.updateSyncJob(db, workspace.id, target.id, {
        status: 'PENDING',
        tries: 0,
        next_attempt_at: now,
        finished_at: null,
        // A person who retries a job with an unknown outcome has checked it.
        ...(target.error?.code === 'outcome_unknown' ? { in_doubt: 0 } : {}),
        updated_at: now,
      });
      platform.services.syncRunner.noteQueued(workspace.id, target.installationId);
      return store.toSyncJob(row);
    },
  }),
} satisfies Operations;

async function assertKnownBinding(db: Db, workspaceId: string, id: string): Promise<void> {
  if ((await findBinding(db, workspaceId, id)) || (await store.hasSyncJobs(db, workspaceId, id))) return;
  throw unknownReference('query.bindingId', 'No such binding');
}
