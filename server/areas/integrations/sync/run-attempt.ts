import type { Db } from '../../../platform/database/database.ts';
import { minuteMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Item } from '../../../platform/running/running-board.ts';
import type { Actor, Work } from '../../../platform/work/work.ts';
import { findBinding } from '../bindings/bindings.store.ts';
import { ConnectorError, type Effect, type SyncEvent } from '../connectors/connector.ts';
import { findAction, findConnector } from '../connectors/connectors.ts';
import { openConnection, withoutSecrets } from '../installations/connections.ts';
import { unsealSecrets } from '../installations/installation-secrets.ts';
import { findInstallation } from '../installations/installations.store.ts';
import { type SyncJobRow, updateSyncJob } from './jobs.store.ts';
import { type Begun, type Outcome, recordFailure, recordSuccess } from './record-outcome.ts';

const timeoutMs = minuteMs;

/** The actor of a binding's changes inside Frontdesk; their events trigger no internal binding. */
export const actorOf = (bindingId: string): Actor => ({ source: 'SYSTEM', id: bindingId, name: 'Integration' });

export const itemOf = ({ workspace_id, id }: Pick<SyncJobRow, 'workspace_id' | 'id'>): Item => ({
  kind: 'sync',
  key: `${workspace_id} ${id}`,
});

/**
 * Performs a job once and records the outcome. The start is on disk before anything leaves the process, so that after a
 * crash the next attempt knows that it may be a repeat. Returns null if the job is no longer due, or its binding or
 * installation is off or gone.
 */
export async function runAttempt(
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

/** Throws `ConnectorError` for every failure, and a plain error when the server stops. */
async function actOrFail(platform: Platform, begun: Begun, stopping: AbortSignal) {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await act(platform, begun, AbortSignal.any([stopping, timeout]));
  } catch (error) {
    // The job stays RUNNING; the next start recovers it.
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
  const { given } = unsealSecrets(platform, installation) ?? { given: {} };
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
