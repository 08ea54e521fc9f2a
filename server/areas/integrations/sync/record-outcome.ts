import type { Db } from '../../../platform/database/database.ts';
import { minuteMs, secondMs } from '../../../platform/durations.ts';
import { retryWaitMs } from '../../../platform/work/retry.ts';
import type { Work } from '../../../platform/work/work.ts';
import { clearFailures, countFailure, updateBinding } from '../bindings/bindings.store.ts';
import type { ConnectorError, Effect } from '../connectors/connector.ts';
import { markInstallation } from '../installations/installations.store.ts';
import { insertSyncAttempt, updateSyncJob } from './jobs.store.ts';
import type { Begun, Outcome } from './run-attempt.ts';

/** The waits after the first, second, … failed attempt: six attempts within an hour. */
const retryWaitsMs = [5 * secondMs, minuteMs, 4 * minuteMs, 15 * minuteMs, 30 * minuteMs];
/** However long the other side asks for. */
const mostAskedMs = 30 * minuteMs;
/** So many jobs of a binding that fail on end switch it off. */
const mostFailures = 50;

interface Spent {
  at: string;
  durationMs: number;
}

/** Marks the job done; the connection has proved to work. */
export async function recordSuccess({ db, now }: Work, begun: Begun, effect: Effect, spent: Spent): Promise<Outcome> {
  const { job, binding, installation } = begun;
  await addAttempt(db, begun, { request: effect.request, response: effect.response, fault: null }, spent);
  await updateSyncJob(db, job.workspace_id, job.id, {
    status: 'SUCCEEDED',
    in_doubt: 0,
    error_code: null,
    error_message: null,
    reference: effect.reference,
    finished_at: now,
    updated_at: now,
  });
  await clearFailures(db, job.workspace_id, binding.id);
  if (installation.state !== 'CONNECTED') {
    const changes = { state: 'CONNECTED', error_code: null, error_message: null, updated_at: now } as const;
    await markInstallation(db, job.workspace_id, installation.id, changes);
  }
  return { nextAttemptAt: null, disabled: false };
}

/** Writes down that it failed, and what follows for the job, its binding and its installation. */
export async function recordFailure(
  { db, now: endedAt }: { db: Db; now: string },
  begun: Begun,
  fault: ConnectorError,
  spent: Spent,
): Promise<Outcome> {
  const { job, installation, connector } = begun;
  const { request = null, response = null, isFinal, inDoubt, retryAfterMs = null } = fault.details;
  await addAttempt(db, begun, { request, response, fault }, spent);
  const waitMs = isFinal ? null : retryWaitMs(retryWaitsMs, job.tries, Math.min(retryAfterMs ?? 0, mostAskedMs));
  const nextAttemptAt = waitMs === null ? null : new Date(Date.parse(endedAt) + waitMs).toISOString();
  await updateSyncJob(db, job.workspace_id, job.id, {
    status: nextAttemptAt === null ? 'FAILED' : 'RETRYING',
    in_doubt: inDoubt || begun.wasInDoubt ? 1 : 0,
    error_code: fault.code,
    error_message: fault.message,
    next_attempt_at: nextAttemptAt,
    finished_at: nextAttemptAt === null ? endedAt : null,
    updated_at: endedAt,
  });
  if (fault.code === 'unauthorized') {
    const state = connector.oauth ? 'EXPIRED' : 'ERROR';
    const changes = { state, error_code: fault.code, error_message: fault.message, updated_at: endedAt } as const;
    await markInstallation(db, job.workspace_id, installation.id, changes);
  }
  return { nextAttemptAt, disabled: nextAttemptAt === null && (await judgeBinding(db, begun, endedAt)) };
}

/** Counts the failed job; answers whether it was the one that switched the binding off. */
async function judgeBinding(db: Db, { job, binding }: Begun, at: string): Promise<boolean> {
  const failures = await countFailure(db, job.workspace_id, binding.id);
  if (failures === null || failures < mostFailures) return false;
  const off = { active: 0, disabled_reason: 'binding_failing', disabled_at: at, updated_at: at } as const;
  await updateBinding(db, job.workspace_id, binding.id, off);
  return true;
}

const addAttempt = (
  db: Db,
  { job }: Begun,
  told: { request: string | null; response: string | null; fault: ConnectorError | null },
  spent: Spent,
): Promise<void> =>
  insertSyncAttempt(db, {
    job_id: job.id,
    number: job.attempts,
    workspace_id: job.workspace_id,
    at: spent.at,
    duration_ms: spent.durationMs,
    request: told.request,
    response: told.response,
    error_code: told.fault?.code ?? null,
    error_message: told.fault?.message ?? null,
  });
