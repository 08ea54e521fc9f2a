import type { Db } from '../../../platform/database/database.ts';
import { minuteMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Item } from '../../../platform/running/running-board.ts';
import type { Actor, Work } from '../../../platform/work/work.ts';
import { type BindingRow, findBinding } from '../bindings/bindings.store.ts';
import {
  type AnyAction,
  type AnyConnector,
  ConnectorError,
  type Effect,
  type SyncEvent,
} from '../connectors/connector.ts';
import { findAction, findConnector } from '../connectors/connectors.ts';
import { openConnection, withoutSecrets } from '../installations/connections.ts';
import { findInstallation, type InstallationRow } from '../installations/installations.store.ts';
import { readKept } from '../installations/kept.ts';
import { type SyncJobRow, updateSyncJob } from './jobs.store.ts';
import { recordFailure, recordSuccess } from './record-outcome.ts';

const timeoutMs = minuteMs;

/** A job that was begun, with all that it needs. */
export interface Begun {
  job: SyncJobRow;
  binding: BindingRow;
  installation: InstallationRow;
  connector: AnyConnector;
  action: AnyAction;
  /** Whether an earlier attempt may have acted. */
  wasInDoubt: boolean;
}

/** What came of an attempt: when the next one is due, and whether its binding was switched off by it. */
export interface Outcome {
  nextAttemptAt: string | null;
  disabled: boolean;
}

/** The actor of what a binding does inside Frontdesk: its events start no such binding again. */
export const actorOf = (bindingId: string): Actor => ({ source: 'SYSTEM', id: bindingId, name: 'Integration' });

/**
 * Does a job once and writes down what came of it. That it has begun is on the disk before anything goes out, so that
 * after a crash the next attempt knows that it may be a repeat. Answers null when the job is no longer to be done.
 */
export async function runAttempt(
  platform: Platform,
  row: Pick<SyncJobRow, 'workspace_id' | 'id'>,
  stopping: AbortSignal,
): Promise<Outcome | null> {
  const item: Item = { kind: 'sync', key: `${row.workspace_id} ${row.id}` };
  const { suspects } = platform.running;
  if (!suspects.isPoison(item)) return platform.running.during(item, () => attempt(platform, row, stopping));
  platform.log.error({ job: row.id }, 'a sync was set aside');
  await platform.write(async ({ db, now }) => {
    await giveUpDeadly(db, row, now);
    await suspects.setAside(db, item, now);
  });
  return { nextAttemptAt: null, disabled: false };
}

async function attempt(
  platform: Platform,
  row: Pick<SyncJobRow, 'workspace_id' | 'id'>,
  stopping: AbortSignal,
): Promise<Outcome | null> {
  const begun = await platform.write(({ db, now }) => begin(db, row, now));
  if (!begun) return null;
  const at = platform.clock.now().toISOString();
  const started = performance.now();
  const spent = () => ({ at, durationMs: Math.round(performance.now() - started) });
  try {
    const effect = await actOrFail(platform, begun, stopping);
    return await platform.workFor(row.workspace_id, actorOf(begun.binding.id), async (work) => {
      const done = typeof effect === 'function' ? await effect(work) : effect;
      return recordSuccess(work, begun, clean(platform, begun, done), spent());
    });
  } catch (error) {
    const fault = error instanceof Problem && error.status < 500 ? refusedBy(error) : error;
    if (!(fault instanceof ConnectorError)) throw error;
    return platform.write((work) => recordFailure(work, begun, cleanFault(platform, begun, fault), spent()));
  }
}

const giveUpDeadly = (db: Db, { workspace_id, id }: Pick<SyncJobRow, 'workspace_id' | 'id'>, now: string) =>
  updateSyncJob(db, workspace_id, id, {
    status: 'FAILED',
    error_code: 'set_aside',
    error_message: 'The server died in it too often',
    next_attempt_at: null,
    finished_at: now,
    updated_at: now,
  });

/** Throws `ConnectorError` whatever goes wrong; when the server stops, what it was broken off with. */
async function actOrFail(platform: Platform, begun: Begun, stopping: AbortSignal) {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await act(platform, begun, AbortSignal.any([stopping, timeout]));
  } catch (error) {
    // The job stays RUNNING, and the next start looks after it.
    if (stopping.aborted) throw new Error('The sync was broken off', { cause: error });
    if (timeout.aborted) throw new ConnectorError('timeout', 'It took longer than a minute', { inDoubt: true });
    if (error instanceof ConnectorError) throw error;
    if (error instanceof Problem) throw refusedBy(error);
    platform.log.error({ err: error, job: begun.job.id }, 'a connector failed');
    throw new ConnectorError('failing', 'Something went wrong here; the log tells more', { inDoubt: true });
  }
}

const refusedBy = (problem: Problem): ConnectorError =>
  new ConnectorError('refused', problem.message, { isFinal: true });

async function begin(db: Db, { workspace_id, id }: Pick<SyncJobRow, 'workspace_id' | 'id'>, now: string) {
  const job = await db
    .selectFrom('integration_jobs')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('next_attempt_at', 'is not', null)
    .executeTakeFirst();
  if (!job) return null;
  const binding = await findBinding(db, workspace_id, job.binding_id);
  const installation = await findInstallation(db, workspace_id, job.installation_id);
  if (!binding?.active || !installation) return null;
  const connector = findConnector(installation.connector);
  const action = connector && findAction(connector, binding.action);
  if (!connector || !action) throw new Error(`No action ${installation.connector} ${binding.action}`);
  const begunJob = await updateSyncJob(db, workspace_id, id, {
    status: 'RUNNING',
    attempts: job.attempts + 1,
    tries: job.tries + 1,
    in_doubt: 1,
    next_attempt_at: null,
    updated_at: now,
  });
  return { job: begunJob, binding, installation, connector, action, wasInDoubt: job.in_doubt === 1 };
}

async function act(
  platform: Platform,
  { job, binding, installation, connector, action, wasInDoubt }: Begun,
  signal: AbortSignal,
): Promise<Effect | ((work: Work) => Promise<Effect>)> {
  if (wasInDoubt && action.neverRepeats) {
    const message = 'Nobody knows whether the last attempt did it: look there, and retry it here if it did not';
    throw new ConnectorError('outcome_unknown', message, { isFinal: true, inDoubt: true });
  }
  const event = JSON.parse(job.payload) as SyncEvent;
  const connection = openConnection(platform, connector, installation, signal);
  const config = action.config.parse(JSON.parse(binding.config));
  const filled = action.fill(config, event);
  const ids = { bindingId: binding.id, jobId: job.id };
  return action.run({ ...connection, ...ids, event, config, filled, isRepeat: wasInDoubt });
}

const longestSummary = 2_048;

function clean(platform: Platform, { connector, installation }: Begun, effect: Effect): Effect {
  const { given } = readKept(platform, installation) ?? { given: {} };
  const tidy = (text: string) => withoutSecrets(connector, given, text).slice(0, longestSummary);
  return { request: tidy(effect.request), response: tidy(effect.response), reference: effect.reference };
}

function cleanFault(platform: Platform, begun: Begun, fault: ConnectorError): ConnectorError {
  const { request, response } = fault.details;
  const tidy = (text: string) => clean(platform, begun, { request: text, response: '', reference: null }).request;
  return new ConnectorError(fault.code, tidy(fault.message), {
    ...fault.details,
    ...(request === undefined ? {} : { request: tidy(request) }),
    ...(response === undefined ? {} : { response: tidy(response) }),
  });
}
