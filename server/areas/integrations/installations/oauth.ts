import * as oauth from 'openid-client';
import { dayMs, minuteMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type AnyConnector, ConnectorError, type OAuthProvider } from '../connectors/connector.ts';
import { guardedFetch } from '../connectors/guarded-fetch.ts';
import { findInstallation, type InstallationRow, updateInstallation } from './installations.store.ts';
import { type Kept, readKept, sealKept } from './kept.ts';

const consentLifeMs = 10 * minuteMs;
/** A token that ends so soon is renewed now. */
const spareMs = minuteMs;
/** An access token that is good for longer is renewed all the same. */
const longestTokenLifeMs = dayMs;
export const callbackPath = '/integrations/oauth/callback';

type Tokens = NonNullable<Kept['oauth']>;

/**
 * The installed-app flow (RFC 8252): the browser of this machine comes back to our own port on loopback. The client of
 * an installed app cannot keep a secret from its owner, so PKCE (RFC 7636) binds the code to who asked for it.
 */
function clientOf(platform: Platform, provider: OAuthProvider, given: Kept['given']): oauth.Configuration {
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
  config[oauth.customFetch] = guardedFetch(platform) as oauth.CustomFetch;
  // The addresses are constants of ours, all of them https; only a test serves them from this machine.
  oauth.allowInsecureRequests(config);
  return config;
}

/** What to keep, and where to send the browser, so that the owner gives consent within 10 minutes. */
export async function askForConsent(platform: Platform, connector: AnyConnector, given: Kept['given'], id: string) {
  const provider = providerOf(connector);
  const verifier = oauth.randomPKCECodeVerifier();
  const state = `${id}.${oauth.randomState()}`;
  const redirectUri = platform.baseUrl + callbackPath;
  const url = oauth.buildAuthorizationUrl(clientOf(platform, provider, given), {
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

/** Exchanges the code with which the browser came back. Throws `ConnectorError`. */
export async function redeemConsent(
  platform: Platform,
  connector: AnyConnector,
  kept: Kept,
  search: string,
): Promise<Tokens> {
  const pending = kept.oauth?.pending;
  if (!pending || pending.expiresAt <= platform.clock.now().toISOString()) {
    throw new ConnectorError('unauthorized', 'This consent was not asked for, or too long ago', { isFinal: true });
  }
  const client = clientOf(platform, providerOf(connector), kept.given);
  const answer = await oauth
    .authorizationCodeGrant(client, new URL(pending.redirectUri + search), {
      pkceCodeVerifier: pending.verifier,
      expectedState: pending.state,
    })
    .catch((error: unknown) => {
      throw toFault(error);
    });
  return toTokens(platform, answer, kept.oauth?.refreshToken ?? null);
}

declare module '../../../platform/wiring.ts' {
  interface Services {
    /** Renewals of access tokens that are under way, by installation. */
    tokenRefreshes: Map<string, Promise<string>>;
  }
}

/** An access token that is good for a while, renewed at most once at a time. Throws `ConnectorError`. */
export function refreshedToken(platform: Platform, connector: AnyConnector, workspaceId: string, id: string) {
  const running = platform.services.tokenRefreshes;
  const known = running.get(id);
  if (known) return known;
  const refreshing = refresh(platform, connector, workspaceId, id).finally(() => running.delete(id));
  running.set(id, refreshing);
  return refreshing;
}

async function refresh(platform: Platform, connector: AnyConnector, workspaceId: string, id: string): Promise<string> {
  const row = await findInstallation(platform.database.read, workspaceId, id);
  const kept = row && readKept(platform, row);
  const tokens = kept?.oauth;
  const leftMs = Date.parse(tokens?.expiresAt ?? '') - platform.clock.now().getTime();
  // One that lasts longer than any was given under a clock that was put back since.
  if (tokens?.accessToken && leftMs > spareMs && leftMs <= longestTokenLifeMs) return tokens.accessToken;
  if (!row || !kept || !tokens?.refreshToken) {
    throw new ConnectorError('unauthorized', 'Consent has not been given yet', { isFinal: true });
  }
  const client = clientOf(platform, providerOf(connector), kept.given);
  const answer = await oauth.refreshTokenGrant(client, tokens.refreshToken).catch((error: unknown) => {
    throw toFault(error);
  });
  const renewed = toTokens(platform, answer, tokens.refreshToken);
  await platform.write(({ db }) => saveTokens(platform, db, row, { ...kept, oauth: renewed }));
  return renewed.accessToken ?? '';
}

/** Not over a disconnection or another consent that came in between. */
async function saveTokens(platform: Platform, db: Platform['database']['read'], row: InstallationRow, kept: Kept) {
  const now = await findInstallation(db, row.workspace_id, row.id);
  if (now?.credentials !== row.credentials) return;
  await updateInstallation(db, row.workspace_id, row.id, { credentials: sealKept(platform, kept) });
}

/** Takes the consent back on the other side. */
export async function revokeConsent(platform: Platform, connector: AnyConnector, kept: Kept): Promise<void> {
  const token = kept.oauth?.refreshToken ?? kept.oauth?.accessToken;
  if (token) await oauth.tokenRevocation(clientOf(platform, providerOf(connector), kept.given), token);
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

/** A refusal of the grant needs a new consent; anything else may go away by itself. */
function toFault(error: unknown): ConnectorError {
  const cause = (error as { cause?: unknown }).cause;
  if (error instanceof ConnectorError) return error;
  if (cause instanceof ConnectorError) return cause;
  const ofAnswer = cause instanceof Response ? cause.status : 0;
  const { error: code = '', status = ofAnswer } = error as { error?: string; status?: number };
  if (status >= 500 || status === 429) return new ConnectorError('failing', `The sign-in service failed (${status})`);
  // What is no code of RFC 6749 may repeat what was sent.
  const reason = code === '' ? (error as Error).message : /^[a-z_]{1,50}$/.test(code) ? code : status;
  const message = `The sign-in service refused it (${reason})`;
  return new ConnectorError('unauthorized', message, { isFinal: true });
}
