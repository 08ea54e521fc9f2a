import { toFieldErrors } from '../../http/problems.ts';
import type { Db } from '../../platform/database.ts';
import { type EventKind, eventKinds } from '../../platform/events.ts';
import { Problem, type ProblemCode } from '../../platform/problem.ts';
import { type BindingRow, isBound } from './bindings.store.ts';
import { findAction, findConnector } from './connectors.ts';
import type { InstallationRow } from './installations.store.ts';

interface BindingWish {
  eventName: string;
  action: string;
  config: unknown;
}

const refuse = (code: ProblemCode, field: string, message: string): Problem =>
  new Problem(code, message, { errors: [{ field, code, message }] });

/** Throws 422 `unknown_event`, `unknown_action` and `config_invalid`, each naming what would be right. */
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
    throw refuse('unknown_event', 'body.eventName', `this action takes ${action.events.join(', ')}`);
  }
  const parsed = action.config.safeParse(config);
  if (!parsed.success) {
    throw new Problem('config_invalid', undefined, { errors: toFieldErrors('body.config', parsed.error) });
  }
  return { action, kind, config: parsed.data, target: action.targetOf(parsed.data).slice(0, 1_000) };
}

/** The columns of a binding as it was wished for. */
export const toColumns = ({ kind, action, config, target }: ReturnType<typeof validateBinding>) => ({
  event_name: kind as EventKind,
  action: action.key,
  config: JSON.stringify(config),
  target,
});

/** Throws 409 `binding_exists` when another binding does the same. */
export async function assertNotBound(
  db: Db,
  row: Pick<BindingRow, 'workspace_id' | 'installation_id' | 'event_name' | 'action' | 'target'>,
  exceptId: string | null,
): Promise<void> {
  if (await isBound(db, row, exceptId)) {
    throw new Problem('binding_exists', 'This event already acts there by this action');
  }
}
