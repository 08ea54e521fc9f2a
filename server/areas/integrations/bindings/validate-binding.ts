import { toFieldErrors } from '../../../http/send-problem.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem, type ProblemCode } from '../../../platform/problem.ts';
import { type EventKind, eventKinds } from '../../events.ts';
import { ConnectorError } from '../connectors/connector.ts';
import { findAction, findConnector } from '../connectors/connectors.ts';
import { openConnection } from '../installations/connections.ts';
import type { InstallationRow } from '../installations/installations.store.ts';
import { type BindingRow, isBound } from './bindings.store.ts';

interface BindingWish {
  eventName: string;
  action: string;
  config: unknown;
}

const refuse = (code: ProblemCode, field: string, message: string): Problem =>
  new Problem(code, message, { errors: [{ field, code, message }] });

/** Throws 422 `unknown_event`, `unknown_action` or `config_invalid`, each with the valid values. */
export function validateBinding(installation: InstallationRow, { eventName, action: key, config }: BindingWish) {
  const kind = eventKinds.find((known) => known === eventName);
  if (!kind) throw refuse('unknown_event', 'body.eventName', `must be one of ${eventKinds.join(', ')}`);
  const connector = findConnector(installation.connector);
  const action = connector && findAction(connector, key);
  if (!action) {
    const keys = connector?.actions.map((known) => known.key).join(', ');
    throw refuse('unknown_action', 'body.action', keys ? `must be one of ${keys}` : 'this connector has no actions');
  }
  if (action.events && !action.events.includes(kind)) {
    throw refuse('unknown_event', 'body.eventName', `this action accepts ${action.events.join(', ')}`);
  }
  const parsed = action.config.safeParse(config);
  if (!parsed.success) {
    throw new Problem('config_invalid', undefined, { errors: toFieldErrors('body.config', parsed.error) });
  }
  return { action, kind, config: parsed.data, target: action.targetOf(parsed.data).slice(0, 1_000) };
}

const timeoutMs = 10_000;

/**
 * Throws 422 `config_invalid` with the columns that the target lacks. A target that cannot be queried now is checked by
 * the first job.
 */
export async function assertColumns(
  platform: Platform,
  installation: InstallationRow,
  { action, config }: Pick<ReturnType<typeof validateBinding>, 'action' | 'config'>,
): Promise<void> {
  const connector = findConnector(installation.connector);
  if (!connector || !action.findMissing) return;
  const signal = AbortSignal.any([platform.stopping, AbortSignal.timeout(timeoutMs)]);
  try {
    const missing = await action.findMissing(openConnection(platform, connector, installation, signal), config);
    if (missing === null) throw refuse('config_invalid', 'body.config', 'no such target');
    if (missing.length === 0) return;
    throw refuse(
      'config_invalid',
      'body.config.fields',
      `the target has no ${missing.map((name) => `"${name}"`).join(', ')}`,
    );
  } catch (error) {
    if (error instanceof Problem || !(error instanceof ConnectorError || signal.aborted)) throw error;
  }
}

/** The columns of a validated binding. */
export const toColumns = ({ kind, action, config, target }: ReturnType<typeof validateBinding>) => ({
  event_name: kind as EventKind,
  action: action.key,
  config: JSON.stringify(config),
  target,
});

/** Throws 409 `binding_exists` when another binding has the same event, action and target. */
export async function assertNotBound(
  db: Db,
  row: Pick<BindingRow, 'workspace_id' | 'installation_id' | 'event_name' | 'action' | 'target'>,
  exceptId: string | null,
): Promise<void> {
  if (await isBound(db, row, exceptId)) {
    throw new Problem('binding_exists', 'A binding of this event, action and target exists already');
  }
}
