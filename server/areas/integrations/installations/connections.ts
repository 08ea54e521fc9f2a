import { createHash } from 'node:crypto';
import type { Platform } from '../../../platform/platform.ts';
import { type AnyConnector, type Connection, ConnectorError } from '../connectors/connector.ts';
import { unsealSecrets } from './installation-secrets.ts';
import type { InstallationRow } from './installations.store.ts';
import { refreshedToken } from './oauth.ts';

/** Opens the connection of an installation. Throws `ConnectorError` (`unauthorized`) when it is disconnected. */
export function openConnection(
  platform: Platform,
  connector: AnyConnector,
  row: InstallationRow,
  signal: AbortSignal,
): Connection<unknown> {
  const secrets = unsealSecrets(platform, row);
  if (!secrets) throw new ConnectorError('unauthorized', 'The installation is disconnected', { isFinal: true });
  return {
    platform,
    workspaceId: row.workspace_id,
    installationId: row.id,
    credentials: secrets.given,
    signal,
    accessToken: () => refreshedToken(platform, connector, row.workspace_id, row.id),
  };
}

/** Redacting shorter secrets would damage other text. */
const shortestSecret = 4;
const shortestWord = 12;

/** Redacts the connector's secrets in a text that is stored or shown, including the bare token of `Bearer …`. */
export function withoutSecrets(connector: AnyConnector, credentials: unknown, text: string): string {
  const values = connector.secrets.map((name) => (credentials as Record<string, unknown>)[name]);
  return values
    .flatMap((value) => (typeof value === 'object' && value ? Object.values(value) : [value]))
    .filter((value): value is string => typeof value === 'string' && value.length >= shortestSecret)
    .flatMap((secret) => [secret, ...secret.split(' ').filter((word) => word.length >= shortestWord)])
    .reduce((clean, secret) => clean.replaceAll(secret, '[secret]'), text);
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
