import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Row, Table, Tables } from '../../../platform/database/database.ts';
import { findRow, findRowBy, updateRow } from '../../../platform/database/workspace-rows.ts';
import type { EventKind } from '../../events.ts';
import type { JobStatus, SyncAttempt, SyncJob, SyncJobDetail } from '../schemas.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    integration_jobs: Table<
      'integration_jobs',
      {
        event_name: EventKind;
        status: JobStatus;
        in_doubt: 0 | 1;
      }
    >;
    integration_attempts: Table<'integration_attempts'>;
  }
}

export type SyncJobRow = Row<'integration_jobs'>;

export type SyncAttemptRow = Row<'integration_attempts'>;

/** Rows of one insert statement. */
const rowsAtOnce = 100;

const toError = (row: { error_code: string | null; error_message: string | null }) =>
  row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' };

export const toSyncJob = (row: SyncJobRow): SyncJob => ({
  id: row.id,
  installationId: row.installation_id,
  bindingId: row.binding_id,
  eventId: row.event_id,
  eventName: row.event_name,
  action: row.action,
  resourceId: row.resource_id,
  status: row.status,
  attemptCount: row.attempts,
  nextAttemptAt: row.next_attempt_at,
  error: toError(row),
  reference: row.reference,
  finishedAt: row.finished_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const toAttempt = (row: SyncAttemptRow): SyncAttempt => ({
  number: row.number,
  at: row.at,
  durationMs: row.duration_ms,
  request: row.request,
  response: row.response,
  error: toError(row),
});

export interface JobFilter {
  status?: JobStatus | undefined;
  bindingId?: string | undefined;
}

/** Newest first, from after the place `after` (`seq`). */
export async function listSyncJobs(
  db: Db,
  workspaceId: string,
  filter: JobFilter,
  after: number | null,
  limit: number,
): Promise<SyncJobRow[]> {
  let query = db.selectFrom('integration_jobs').selectAll().where('workspace_id', '=', workspaceId);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.bindingId !== undefined) query = query.where('binding_id', '=', filter.bindingId);
  if (after !== null) query = query.where('seq', '<', after);
  return query.orderBy('seq', 'desc').limit(limit).execute();
}

export const findSyncJob = (db: Db, workspaceId: string, id: string): Promise<SyncJobRow | null> =>
  findRow(db, 'integration_jobs', workspaceId, id);

export async function findSyncJobDetail(db: Db, workspaceId: string, id: string): Promise<SyncJobDetail | null> {
  const row = await findSyncJob(db, workspaceId, id);
  if (!row) return null;
  const attempts = await db
    .selectFrom('integration_attempts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('job_id', '=', id)
    .orderBy('number')
    .execute();
  return { ...toSyncJob(row), event: JSON.parse(row.payload), attempts: attempts.map(toAttempt) };
}

export async function hasSyncJobs(db: Db, workspaceId: string, bindingId: string): Promise<boolean> {
  return (await findRowBy(db, 'integration_jobs', workspaceId, { binding_id: bindingId })) !== null;
}

/** The newest job of a binding that was tried and is not running. */
export async function findLastTried(db: Db, workspaceId: string, bindingId: string): Promise<SyncJobRow | null> {
  const row = await db
    .selectFrom('integration_jobs')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('binding_id', '=', bindingId)
    .where('status', 'in', ['SUCCEEDED', 'RETRYING', 'FAILED'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Inserts jobs; an event that already has a job of the binding gets no second one. */
export async function insertSyncJobs(db: Db, rows: Insertable<Tables['integration_jobs']>[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await db
      .insertInto('integration_jobs')
      .values(rows.slice(start, start + rowsAtOnce))
      .onConflict((conflict) => conflict.columns(['binding_id', 'event_id']).doNothing())
      .execute();
  }
}

export async function updateSyncJob(
  db: Db,
  workspaceId: string,
  id: string,
  changes: Partial<Omit<SyncJobRow, 'seq' | 'id' | 'workspace_id'>>,
): Promise<SyncJobRow> {
  return updateRow(db, 'integration_jobs', workspaceId, id, changes);
}

export async function insertSyncAttempt(db: Db, row: SyncAttemptRow): Promise<void> {
  await db.insertInto('integration_attempts').values(row).execute();
}

/** The next jobs of an installation, soonest first, without those that must wait for an earlier job of their order. */
export const listDueJobs = (db: Db, workspaceId: string, installationId: string, limit: number) =>
  db
    .selectFrom('integration_jobs as j')
    .selectAll('j')
    .where('j.workspace_id', '=', workspaceId)
    .where('j.installation_id', '=', installationId)
    .where('j.next_attempt_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('integration_jobs as e')
            .select('e.id')
            .whereRef('e.order_key', '=', 'j.order_key')
            .whereRef('e.seq', '<', 'j.seq')
            .where('e.finished_at', 'is', null),
        ),
      ),
    )
    .orderBy('j.next_attempt_at')
    .orderBy('j.seq')
    .limit(limit)
    .execute();

/** Makes the jobs that an earlier process left RUNNING due now, in all workspaces; their outcome is unknown. */
export async function takeBackRunning(db: Db, now: string): Promise<void> {
  await db
    .updateTable('integration_jobs')
    .set({ status: 'RETRYING', next_attempt_at: now, updated_at: now })
    .where('status', '=', 'RUNNING')
    .where('finished_at', 'is', null)
    .execute();
}

/** Like `takeBackRunning`, for jobs whose outcome could not be recorded. */
export async function takeBack(db: Db, workspaceId: string, ids: string[], now: string): Promise<void> {
  await db
    .updateTable('integration_jobs')
    .set({ status: 'RETRYING', next_attempt_at: now, updated_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .where('status', '=', 'RUNNING')
    .execute();
}

/** The installations with waiting jobs, of all workspaces. */
export const listWaitingInstallations = (db: Db) =>
  db
    .selectFrom('integration_jobs')
    .select(['workspace_id as workspaceId', 'installation_id as installationId'])
    .distinct()
    .where('next_attempt_at', 'is not', null)
    .execute();

/** Fails at most `limit` jobs of an installation whose binding is off or gone; returns how many. */
export async function failUnbound(
  db: Db,
  workspaceId: string,
  installationId: string,
  now: string,
  limit: number,
): Promise<number> {
  const rows = await db
    .selectFrom('integration_jobs as j')
    .leftJoin('integration_bindings as b', 'b.id', 'j.binding_id')
    .select(['j.id', 'b.disabled_reason'])
    .where('j.workspace_id', '=', workspaceId)
    .where('j.installation_id', '=', installationId)
    .where('j.next_attempt_at', 'is not', null)
    .where(sql<boolean>`coalesce(b.active, 0) = 0`)
    .limit(limit)
    .execute();
  for (const { id, disabled_reason: reason } of rows) {
    await updateSyncJob(db, workspaceId, id, {
      status: 'FAILED',
      error_code: reason ?? 'binding_deleted',
      error_message: 'The binding was switched off before its turn',
      next_attempt_at: null,
      finished_at: now,
      updated_at: now,
    });
  }
  return rows.length;
}

/** Ends a job in which the process died too often. */
export const giveUpDeadly = (db: Db, { workspace_id, id }: Pick<SyncJobRow, 'workspace_id' | 'id'>, now: string) =>
  updateSyncJob(db, workspace_id, id, {
    status: 'FAILED',
    error_code: 'set_aside',
    error_message: 'The server died in it too often',
    next_attempt_at: null,
    finished_at: now,
    updated_at: now,
  });
