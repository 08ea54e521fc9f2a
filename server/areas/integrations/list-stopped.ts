import type { Db } from '../../platform/database/database.ts';
import type { Extensions } from '../../platform/wiring.ts';
import type { StoppedPart } from '../../platform/work/stopped-parts.ts';
import { type BindingRow, listBindings } from './bindings/bindings.store.ts';
import { findConnector } from './connectors/connectors.ts';
import { type InstallationRow, listInstallations } from './installations/installations.store.ts';
import { findLastFailure } from './sync/jobs.store.ts';

/**
 * Accounts that the other system refuses, and rules of working accounts whose last job failed for good or that were
 * switched off after their failures. A rule of a refused account is part of it.
 */
export const listStoppedIntegrations: Extensions['stoppedParts'] = async ({ db, workspace }) => {
  const installations = await listInstallations(db, workspace.id);
  const works = new Map(installations.filter(({ state }) => state === 'CONNECTED').map((row) => [row.id, row]));
  const parts = installations.filter(isRefused).map(toStoppedAccount);
  for (const binding of await listBindings(db, workspace.id)) {
    const installation = works.get(binding.installation_id);
    if (installation && isStopped(binding)) parts.push(await toStoppedRule(db, binding, installation));
  }
  return parts;
};

/** EXPIRED is also the state before the first consent, which is no fault. */
const isRefused = ({ state, connected_at: connectedAt }: InstallationRow): boolean =>
  state === 'ERROR' || (state === 'EXPIRED' && connectedAt !== null);

const isStopped = ({ active, failure_count: failures, disabled_reason: reason }: BindingRow): boolean =>
  active === 1 ? failures > 0 : reason === 'binding_failing';

const nameOf = ({ connector, account }: InstallationRow): string =>
  [findConnector(connector)?.name ?? connector, account].filter((part) => part !== null).join(', ');

const toStoppedAccount = (row: InstallationRow): StoppedPart => ({
  part: 'integration',
  id: row.id,
  name: nameOf(row),
  state: row.state === 'EXPIRED' ? 'expired' : 'failing',
  since: row.updated_at,
  reason: row.error_message,
  count: 1,
});

async function toStoppedRule(db: Db, binding: BindingRow, installation: InstallationRow): Promise<StoppedPart> {
  const failure = await findLastFailure(db, binding.workspace_id, binding.id);
  return {
    part: 'rule',
    id: binding.id,
    name: nameOf(installation),
    state: binding.active === 1 ? 'failing' : 'off',
    since: failure?.finished_at ?? binding.disabled_at,
    reason: failure?.error_message ?? null,
    count: binding.failure_count,
  };
}
