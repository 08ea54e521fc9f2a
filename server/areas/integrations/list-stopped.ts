import type { Db } from '../../platform/database/database.ts';
import type { Extensions } from '../../platform/wiring.ts';
import type { StoppedPart } from '../../platform/work/stopped-parts.ts';
import { type BindingRow, listBindings } from './bindings/bindings.store.ts';
import { findConnector } from './connectors/connectors.ts';
import { type InstallationRow, listInstallations } from './installations/installations.store.ts';
import { findLastTried } from './sync/jobs.store.ts';

/**
 * Accounts that the other system refuses, and rules of working accounts that fail or were switched off after their
 * failures. A rule of a refused account is part of it.
 */
export const listStoppedIntegrations: Extensions['stoppedParts'] = async ({ db, workspace }) => {
  const installations = await listInstallations(db, workspace.id);
  const bindings = await listBindings(db, workspace.id);
  const parts = installations.filter(isRefused).map(toStoppedAccount);
  for (const installation of installations.filter(({ state }) => state === 'CONNECTED')) {
    const own = bindings.filter(({ installation_id: id }) => id === installation.id);
    parts.push(...(await listStoppedRules(db, installation, own)));
  }
  return parts;
};

/** EXPIRED is also the state before the first consent, which is no fault. */
const isRefused = ({ state, connected_at: connectedAt }: InstallationRow): boolean =>
  state === 'ERROR' || (state === 'EXPIRED' && connectedAt !== null);

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

/** At most one part for the rules that fail, and one for the rules that were switched off. */
async function listStoppedRules(db: Db, installation: InstallationRow, bindings: BindingRow[]): Promise<StoppedPart[]> {
  const stopped: StoppedPart[] = [];
  for (const binding of bindings) {
    const last = await findLastTried(db, binding.workspace_id, binding.id);
    const isFailing = binding.active === 1 && last !== null && last.status !== 'SUCCEEDED';
    if (!isFailing && (binding.active === 1 || binding.disabled_reason !== 'binding_failing')) continue;
    const state = isFailing ? 'failing' : 'off';
    const known = stopped.find((part) => part.state === state);
    if (known) known.count += 1;
    else {
      const since = last?.updated_at ?? binding.disabled_at;
      const reason = last?.error_message ?? null;
      stopped.push({ part: 'rule', id: binding.id, name: nameOf(installation), state, since, reason, count: 1 });
    }
  }
  return stopped;
}
