import type { CustomFetch } from 'openid-client';
import { dayMs, minuteMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type AnyConnector, ConnectorError, type OAuthProvider } from '../connectors/connector.ts';
import { guardedFetch } from '../connectors/guarded-fetch.ts';
import { type InstallationSecrets, sealSecrets, unsealSecrets } from './installation-secrets.ts';
import { findInstallation, type InstallationRow, updateInstallation } from './installations.store.ts';

const consentLifeMs = 10 * minuteMs;
/** A token that expires within this time is refreshed. */
const spareMs = minuteMs;
/** An access token that expires later than this is refreshed anyway: its expiry cannot be right. */
const longestTokenLifeMs = dayMs;
export const callbackPath = '/integrations/oauth/callback';

type Tokens = NonNullable<InstallationSecrets['oauth']>;

/**
 * The installed-app flow (RFC 8252): the browser on this machine is redirected to our loopback port. An installed app
 * cannot keep a client secret, so PKCE (RFC 7636) binds the code to its requester.
 */
async function clientOf(platform: Platform, provider: OAuthProvider, given: InstallationSecrets['given']) {
  const oauth = await import('openid-client');
  const config = new oauth.Configuration(
    {
      issuer: new URL(provider.authorizationUrl).origin,
      authorization_endpoint: provider.authorizationUrl,
      token_endpoint: provider.tokenUrl,
      revocation_endpoint: provider.revocationUrl,
    },
    String(given.clientId),
    undefined,
    oauth.ClientSecretPost(String(given.clientSecret)),
  );
  config[oauth.customFetch] = guardedFetch(platform) as CustomFetch;
  // The URLs are our constants, all https; only tests serve them from this machine over http.
  oauth.allowInsecureRequests(config);
  return { oauth, config };
}

/** The state to store and the URL at which the owner gives consent within 10 minutes. */
export async function askForConsent(
  platform: Platform,
  connector: AnyConnector,
  given: InstallationSecrets['given'],
  id: string,
) {
  const provider = providerOf(connector);
  const { oauth, config } = await clientOf(platform, provider, given);
  const verifier = oauth.randomPKCECodeVerifier();
  const state = `${id}.${oauth.randomState()}`;
  const redirectUri = platform.baseUrl + callbackPath;
  const url = oauth.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: provider.scopes.join(' '),
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    access_type: 'offline',
    prompt: 'consent',
  });
  const expiresAt = new Date(platform.clock.now().getTime() + consentLifeMs).toISOString();
  return { authorizationUrl: url.href, pending: { state, verifier, redirectUri, expiresAt } };
}

/** Exchanges the authorization code for tokens. Throws `ConnectorError`. */
export async function redeemConsent(
  platform: Platform,
  connector: AnyConnector,
  secrets: InstallationSecrets,
  search: string,
): Promise<Tokens> {
  const pending = secrets.oauth?.pending;
  if (!pending || pending.expiresAt <= platform.clock.now().toISOString()) {
    throw new ConnectorError('unauthorized', 'This consent was not requested, or too long ago', { isFinal: true });
  }
  const { oauth, config } = await clientOf(platform, providerOf(connector), secrets.given);
  const answer = await oauth
    .authorizationCodeGrant(config, new URL(pending.redirectUri + search), {
      pkceCodeVerifier: pending.verifier,
      expectedState: pending.state,
    })
    .catch((error: unknown) => {
      throw toFault(error);
    });
  return toTokens(platform, answer, secrets.oauth?.refreshToken ?? null);
}

declare module '../../../platform/wiring.ts' {
  interface Services {
    /** Pending refreshes of access tokens, by workspace and installation. */
    tokenRefreshes: Map<string, Promise<string>>;
  }
}

/** Returns an access token that does not expire soon; refreshes it once for all concurrent callers. Throws `ConnectorError`. */
export function refreshedToken(platform: Platform, connector: AnyConnector, workspaceId: string, id: string) {
  const running = platform.services.tokenRefreshes;
  const key = `${workspaceId} ${id}`;
  const known = running.get(key);
  if (known) return known;
  const refreshing = refresh(platform, connector, workspaceId, id).finally(() => running.delete(key));
  running.set(key, refreshing);
  return refreshing;
}

async function refresh(platform: Platform, connector: AnyConnector, workspaceId: string, id: string): Promise<string> {
  const row = await findInstallation(platform.database.read, workspaceId, id);
  const secrets = row && unsealSecrets(platform, row);
  const tokens = secrets?.oauth;
  const leftMs = Date.parse(tokens?.expiresAt ?? '') - platform.clock.now().getTime();
  // An expiry further away than any real one was computed before the clock was set back.
  if (tokens?.accessToken && leftMs > spareMs && leftMs <= longestTokenLifeMs) return tokens.accessToken;
  if (!row || !secrets || !tokens?.refreshToken) {
    throw new ConnectorError('unauthorized', 'Consent has not been given yet', { isFinal: true });
  }
  const { oauth, config } = await clientOf(platform, providerOf(connector), secrets.given);
  const answer = await oauth.refreshTokenGrant(config, tokens.refreshToken).catch((error: unknown) => {
    throw toFault(error);
  });
  const renewed = toTokens(platform, answer, tokens.refreshToken);
  await platform.write(({ db }) => saveTokens(platform, db, row, { ...secrets, oauth: renewed }));
  return renewed.accessToken ?? '';
}

/** Stores the tokens unless the installation was disconnected or got another consent in the meantime. */
async function saveTokens(
  platform: Platform,
  db: Platform['database']['read'],
  row: InstallationRow,
  secrets: InstallationSecrets,
) {
  const now = await findInstallation(db, row.workspace_id, row.id);
  if (now?.credentials !== row.credentials) return;
  await updateInstallation(db, row.workspace_id, row.id, { credentials: sealSecrets(platform, secrets) });
}

/** Revokes the consent in the other system. */
export async function revokeConsent(
  platform: Platform,
  connector: AnyConnector,
  secrets: InstallationSecrets,
): Promise<void> {
  const token = secrets.oauth?.refreshToken ?? secrets.oauth?.accessToken;
  if (!token) return;
  const { oauth, config } = await clientOf(platform, providerOf(connector), secrets.given);
  await oauth.tokenRevocation(config, token);
}

function providerOf(connector: AnyConnector): OAuthProvider {
  if (!connector.oauth) throw new Error(`${connector.key} has no OAuth`);
  return connector.oauth;
}

const toTokens = (
  platform: Platform,
  answer: { access_token: string; refresh_token?: string; expires_in?: number },
  refreshToken: string | null,
): Tokens => ({
  accessToken: answer.access_token,
  refreshToken: answer.refresh_token ?? refreshToken,
  expiresAt: new Date(
    platform.clock.now().getTime() + Math.min((answer.expires_in ?? 3_600) * 1_000, longestTokenLifeMs),
  ).toISOString(),
  pending: null,
});

/** A rejected grant needs a new consent; anything else is transient. */
function toFault(error: unknown): ConnectorError {
  const cause = (error as { cause?: unknown }).cause;
  if (error instanceof ConnectorError) return error;
  if (cause instanceof ConnectorError) return cause;
  const ofAnswer = cause instanceof Response ? cause.status : 0;
  const { error: code = '', status = ofAnswer } = error as { error?: string; status?: number };
  if (status >= 500 || status === 429) return new ConnectorError('failing', `The sign-in service failed (${status})`);
  // Text that is not an error code of RFC 6749 may repeat what was sent.
  const reason = code === '' ? (error as Error).message : /^[a-z_]{1,50}$/.test(code) ? code : status;
  const message = `The sign-in service rejected the request (${reason})`;
  return new ConnectorError('unauthorized', message, { isFinal: true });
}
