import type { Platform } from '../../../platform/platform.ts';
import type { AnyConnector } from '../connectors/connector.ts';
import { probe } from './connect-installation.ts';
import { openConnection } from './connections.ts';
import { unsealSecrets } from './installation-secrets.ts';
import { type InstallationRow, markInstallation } from './installations.store.ts';

const timeoutMs = 30_000;

/** Checks an installation now and stores the result; skips one that was disconnected in the meantime. */
export async function checkInstallation(
  platform: Platform,
  connector: AnyConnector,
  row: InstallationRow,
): Promise<InstallationRow> {
  const secrets = unsealSecrets(platform, row);
  if (!secrets) return row;
  const signal = AbortSignal.any([platform.stopping, AbortSignal.timeout(timeoutMs)]);
  const { account, latencyMs, fault } = await probe(connector, openConnection(platform, connector, row, signal));
  const isExpired = connector.oauth !== undefined && fault?.code === 'unauthorized';
  const updated = await platform.write(async ({ db, now }) =>
    markInstallation(db, row.workspace_id, row.id, {
      ...(account === null ? {} : { account }),
      state: fault === null ? 'CONNECTED' : isExpired ? 'EXPIRED' : 'ERROR',
      error_code: fault?.code ?? null,
      error_message: fault?.message ?? null,
      checked_at: now,
      latency_ms: latencyMs,
      updated_at: now,
    }),
  );
  return updated ?? { ...row, state: 'DISCONNECTED' };
}
