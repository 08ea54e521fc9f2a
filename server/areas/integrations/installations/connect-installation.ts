import { randomBytes } from 'node:crypto';
import { toFieldErrors } from '../../../http/send-problem.ts';
import { listLanUrls } from '../../../platform/net/lan.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import { type AnyConnector, type Connection, ConnectorError } from '../connectors/connector.ts';
import { hashToken, withoutSecrets } from './connections.ts';
import { type InstallationSecrets, sealSecrets } from './installation-secrets.ts';
import type { InstallationRow } from './installations.store.ts';
import { askForConsent } from './oauth.ts';

const timeoutMs = 30_000;

/** The columns of a new connection, and the secrets that the caller sees only once. */
export interface Connected {
  columns: Pick<
    InstallationRow,
    | 'account'
    | 'state'
    | 'error_code'
    | 'error_message'
    | 'credentials'
    | 'feed_token_hash'
    | 'checked_at'
    | 'latency_ms'
    | 'connected_at'
    | 'disconnected_at'
    | 'updated_at'
  >;
  authorizationUrl: string | null;
  feedUrl: string | null;
}

/** Throws 400 with each field that violates the connector's schema. */
export function parseCredentials(connector: AnyConnector, credentials: unknown): InstallationSecrets['given'] {
  const parsed = connector.credentials.safeParse(credentials);
  if (parsed.success) return parsed.data as InstallationSecrets['given'];
  throw new Problem('validation_failed', undefined, { errors: toFieldErrors('body.credentials', parsed.error) });
}

/**
 * Tests the credentials in the other system; for OAuth prepares the consent instead. Stores nothing. Throws 403
 * `outbound_not_allowed`, 422 `credentials_refused` or 502 `connector_failed`.
 */
export async function connect(
  platform: Platform,
  connector: AnyConnector,
  workspaceId: string,
  id: string,
  given: InstallationSecrets['given'],
): Promise<Connected> {
  const at = platform.clock.now().toISOString();
  const fresh = { connected_at: at, disconnected_at: null, updated_at: at, feed_token_hash: null } as const;
  if (connector.oauth) {
    const { authorizationUrl, pending } = await askForConsent(platform, connector, given, id);
    const oauth = { refreshToken: null, accessToken: null, expiresAt: null, pending };
    const columns = {
      ...fresh,
      account: null,
      state: 'EXPIRED' as const,
      error_code: 'authorization_pending',
      error_message: 'Consent has not been given yet',
      credentials: sealSecrets(platform, { given, oauth }),
      checked_at: null,
      latency_ms: null,
      connected_at: null,
    };
    return { columns, authorizationUrl, feedUrl: null };
  }
  const probed = await probe(connector, {
    platform,
    workspaceId,
    installationId: id,
    credentials: given,
    signal: AbortSignal.any([platform.stopping, AbortSignal.timeout(timeoutMs)]),
    accessToken: () => Promise.reject(new Error('no OAuth')),
  });
  if (probed.fault) throw toProblem(probed.fault);
  const token = connector.hasFeed ? randomBytes(32).toString('base64url') : null;
  const columns = {
    ...fresh,
    account: probed.account,
    state: 'CONNECTED' as const,
    error_code: null,
    error_message: null,
    credentials: sealSecrets(platform, { given, oauth: null }),
    feed_token_hash: token && hashToken(token),
    checked_at: at,
    latency_ms: probed.latencyMs,
  };
  const feedUrl = token && `${feedBase(platform)}/integrations/calendar/${token}.ics`;
  return { columns, authorizationUrl: null, feedUrl };
}

/** Base URL of feeds: the public one, else that on the local network while open, else that on this machine. */
const feedBase = (platform: Platform): string =>
  (platform.config.publicUrl === null ? listLanUrls(platform.lan.status)[0] : undefined) ?? platform.baseUrl;

export interface Probed {
  account: string | null;
  latencyMs: number;
  fault: ConnectorError | null;
}

/** Checks a connection and measures its latency. Secrets that the other system repeats are removed from the fault. */
export async function probe(connector: AnyConnector, connection: Connection<unknown>): Promise<Probed> {
  const started = performance.now();
  const latency = () => Math.round(performance.now() - started);
  try {
    return { account: await connector.check(connection), latencyMs: latency(), fault: null };
  } catch (error) {
    if (error instanceof ConnectorError) {
      const message = withoutSecrets(connector, connection.credentials, error.message);
      return { account: null, latencyMs: latency(), fault: new ConnectorError(error.code, message) };
    }
    if (!connection.signal.aborted) throw error;
    return { account: null, latencyMs: latency(), fault: new ConnectorError('timeout', 'It took too long') };
  }
}

/** Converts a failure of the other system to a problem. */
export function toProblem(fault: ConnectorError): Problem {
  if (fault.code === 'not_allowed') return new Problem('outbound_not_allowed', fault.message);
  if (fault.code === 'unauthorized' || fault.code === 'refused') {
    return new Problem('credentials_refused', fault.message);
  }
  return new Problem('connector_failed', fault.message);
}
