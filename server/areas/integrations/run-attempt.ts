import type { Db } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { Problem } from '../../platform/problem.ts';
import type { Actor, Work } from '../../platform/work.ts';
import { type BindingRow, findBinding } from './bindings.store.ts';
import { openConnection, withoutSecrets } from './connections.ts';
import { type AnyAction, type AnyConnector, ConnectorError, type Effect, type SyncEvent } from './connector.ts';
import { findAction, findConnector } from './connectors.ts';
import { findInstallation, type InstallationRow } from './installations.store.ts';
import { type SyncJobRow, updateSyncJob } from './jobs.store.ts';
import { recordFailure, recordSuccess } from './record-outcome.ts';

const timeoutMs = 60_000;

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
  const begun = await platform.write(({ db, now }) => begin(db, row, now));
  if (!begun) return null;
  const at = platform.clock.now().toISOString();
  const started = performance.now();
  const spent = () => ({ at, durationMs: Math.round(performance.now() - started) });
  try {
    const effect = await act(platform, begun, AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]));
    return await platform.workFor(row.workspace_id, actorOf(begun.binding.id), async (work) => {
      const done = typeof effect === 'function' ? await effect(work) : effect;
      return recordSuccess(work, begun, clean(begun, platform, done), spent());
    });
  } catch (error) {
    // Broken off by the shutdown: the job stays RUNNING, and the next start looks after it.
    if (stopping.aborted) throw error;
    const fault = toFault(error);
    if (!fault) throw error;
    return platform.write(({ db }) => recordFailure(db, begun, cleanFault(begun, platform, fault), spent()));
  }
}

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

/** What is wrong where it is the other side's or the event's fault; null for a mistake of ours or a full disk. */
function toFault(error: unknown): ConnectorError | null {
  if (error instanceof ConnectorError) return error;
  if (error instanceof Problem && error.status < 500) {
    return new ConnectorError('refused', error.message, { isFinal: true });
  }
  if ((error as Error).name === 'TimeoutError') {
    return new ConnectorError('timeout', 'It took too long', { inDoubt: true });
  }
  return null;
}

function clean({ connector, installation }: Begun, platform: Platform, effect: Effect): Effect {
  const { credentials } = openConnection(platform, connector, installation, AbortSignal.abort());
  const shorten = (text: string) => withoutSecrets(connector, credentials, text).slice(0, 2_048);
  return { ...effect, request: shorten(effect.request), response: shorten(effect.response) };
}

function cleanFault(begun: Begun, platform: Platform, fault: ConnectorError): ConnectorError {
  if (begun.installation.credentials === null) return fault;
  const { request, response } = fault.details;
  const effect = clean(begun, platform, { request: request ?? '', response: response ?? '', reference: fault.message });
  const message = clean(begun, platform, { ...effect, request: fault.message }).request;
  return new ConnectorError(fault.code, message, {
    ...fault.details,
    ...(request === undefined ? {} : { request: effect.request }),
    ...(response === undefined ? {} : { response: effect.response }),
  });
}
