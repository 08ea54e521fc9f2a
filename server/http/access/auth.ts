import type { Request, Response } from 'express';
import { findKey, hashKey, isKeyGood, looksLikeKey, noteKeyUse } from '../../platform/access/api-keys.ts';
import {
  findSession,
  isPageSecret,
  isSessionGood,
  pageHeader,
  type Session,
  sessionCookie,
  touchSession,
} from '../../platform/access/console-sessions.ts';
import { attendantScopes, type ConsoleScope, type Scope } from '../../platform/access/scopes.ts';
import type { Role } from '../../platform/access/users.ts';
import { toWorkspace, type Workspace } from '../../platform/access/workspaces.ts';
import { hourMs, minuteMs } from '../../platform/durations.ts';
import type { Platform } from '../../platform/platform.ts';
import { Problem } from '../../platform/problem.ts';
import type { Actor } from '../../platform/work/work.ts';
import type { Holder } from '../connections/connection.ts';
import { takeDownload } from '../downloads.ts';
import { readCookie } from './cookies.ts';
import { isGranted, senderOf } from './local.ts';

/** The caller and its workspace. */
export interface Principal {
  /** Id of the API key or the console's session: rates and idempotency keys are counted by it. */
  callerId: string;
  /** The key or person whose limits of connections and streams apply; all sessions of a person share them. */
  holder: Holder;
  /** The console's session; null for a key. */
  session: Session | null;
  workspace: Workspace;
  scopes: ReadonlySet<string>;
  actor: Actor;
}

const challenge = 'Bearer realm="Frontdesk"';
const lastUsedEveryMs = minuteMs;
const touchedEveryMs = hourMs;
const scopesOf: Record<Role, ReadonlySet<string>> = { owner: new Set(['all']), attendant: new Set(attendantScopes) };

/**
 * Authenticates the caller by API key or console session. Throws 401 for one that is missing, unknown or expired. With
 * `byCookieAlone` the page secret is not required: only for data that every program of this host may read.
 */
export async function authenticate(
  platform: Platform,
  request: Request,
  { byCookieAlone = false }: { byCookieAlone?: boolean } = {},
): Promise<Principal> {
  const header = request.headers.authorization;
  if (!header) {
    const secret = readCookie(platform, request, sessionCookie);
    if (secret !== null) return authenticateSession(platform, request, secret, byCookieAlone);
    throw unauthorized('unauthorized', 'Send the API key as Authorization: Bearer <key>');
  }
  const [scheme = '', key = '', rest] = header.trim().split(/ +/);
  if (scheme.toLowerCase() !== 'bearer' || key === '' || rest !== undefined || !looksLikeKey(key)) {
    throw refuseGuess(platform, request);
  }
  const row = findKey(platform.database.read, hashKey(key));
  const now = platform.clock.now();
  if (!row || row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= now.toISOString())) {
    throw refuseGuess(platform, request);
  }
  noteUse(platform, row.key_id, row.last_used_at, now);
  return {
    callerId: row.key_id,
    holder: { id: row.key_id, isPerson: false },
    session: null,
    workspace: toWorkspace(row),
    scopes: scopeSet(row.scopes),
    actor: { source: 'API', id: row.key_id, name: row.key_name },
  };
}

/**
 * Browsers send the cookie from every page of this host to every port on it, so only our own pages may use it. Browsers
 * report the origin by `Sec-Fetch-Site`; writes carry `Origin` too, which the guards compare with `Host`. A foreign
 * server that captured the cookie lacks the page secret.
 */
function authenticateSession(platform: Platform, request: Request, secret: string, byCookieAlone: boolean): Principal {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') throw new Problem('cross_origin');
  const row = findSession(platform.database.read, secret);
  const now = platform.clock.now();
  if (!row || row.expires_at <= now.toISOString()) {
    throw signInAgain();
  }
  if (!byCookieAlone && !isOwnPage(platform, request, row)) throw signInAgain();
  // Other machines must sign in with the passphrase; this session did not.
  if (row.is_remote === 0 && !isGranted(request, 'linkSession')) throw signInAgain();
  if (now.getTime() - Date.parse(row.last_seen_at) > touchedEveryMs) {
    platform
      .write(({ db, now: at }) => touchSession(db, row.session_id, at))
      .catch((error) => platform.log.warn({ err: error }, 'the use of a session was not recorded'));
  }
  const user = { id: row.user_id, name: row.user_name, role: row.role };
  return {
    callerId: row.session_id,
    holder: { id: row.user_id, isPerson: true },
    session: { id: row.session_id, isRemote: row.is_remote === 1, user },
    workspace: toWorkspace(row),
    scopes: scopesOf[user.role],
    actor: { source: 'CONSOLE', id: user.id, name: user.name },
  };
}

/** Whether the request comes from the session's own page, proven by its header or by a one-time download address. */
function isOwnPage(platform: Platform, request: Request, row: { session_id: string; page_hash: string }): boolean {
  const given = request.get(pageHeader);
  if (given !== undefined) return isPageSecret(given, row);
  return request.method === 'GET' && takeDownload(platform, request.originalUrl, row.session_id);
}

/** Whether a caller is still authorized; checked by long-lived responses such as streams. */
export async function isStillGood(
  { database, clock }: Platform,
  { session, actor }: Pick<Principal, 'session' | 'actor'>,
): Promise<boolean> {
  const now = clock.now().toISOString();
  if (session) return isSessionGood(database.read, session, now);
  return isKeyGood(database.read, actor.id ?? '', now);
}

export function assertScope({ session, scopes }: Principal, scope: Scope | ConsoleScope): void {
  if (scope === 'owner' || scope === 'console') {
    if (session && (scope === 'console' || session.user.role === 'owner')) return;
    throw new Problem('owner_only', session ? undefined : 'No key may do this: sign in at the console');
  }
  if (scopes.has(scope) || scopes.has('all')) return;
  throw new Problem(
    'insufficient_scope',
    session ? 'Only the owner may do this' : `This key lacks the scope ${scope}`,
    {
      headers: { 'WWW-Authenticate': `${challenge}, error="insufficient_scope", scope="${scope}"` },
    },
  );
}

/** Throws 403 for a person who is not an owner, since owners answer for exported data. Keys need a scope instead. */
export function assertMayExport({ session }: Principal): void {
  if (session && session.user.role !== 'owner') throw new Problem('insufficient_scope', 'Only an owner may export');
}

const unauthorized = (code: 'unauthorized' | 'invalid_token', detail: string): Problem =>
  new Problem(code, detail, {
    headers: { 'WWW-Authenticate': code === 'unauthorized' ? challenge : `${challenge}, error="invalid_token"` },
  });

const signInAgain = (): Problem => unauthorized('unauthorized', 'Sign in at the console again');

const badToken = (): Problem => unauthorized('invalid_token', 'This API key is unknown, revoked or expired');

/** Returns the 401 for an invalid key; throws 429 if the sender keeps guessing. */
function refuseGuess(platform: Platform, request: Request): Problem {
  platform.services.guesses?.take(senderOf(request), request.res as Response);
  return badToken();
}

const scopeSets = new Map<string, ReadonlySet<string>>();

/** Parses each distinct scope list once. */
function scopeSet(json: string): ReadonlySet<string> {
  let set = scopeSets.get(json);
  if (!set) {
    if (scopeSets.size > 1_000) scopeSets.clear();
    set = new Set(JSON.parse(json) as string[]);
    scopeSets.set(json, set);
  }
  return set;
}

/** Records `last_used_at` at most once a minute, without delaying the request. */
function noteUse(platform: Platform, keyId: string, lastUsedAt: string | null, now: Date): void {
  const { keyUses } = platform.services;
  const last = keyUses.get(keyId) ?? (lastUsedAt === null ? 0 : Date.parse(lastUsedAt));
  if (now.getTime() - last < lastUsedEveryMs) return;
  keyUses.set(keyId, now.getTime());
  platform
    .write(({ db, now: at }) => noteKeyUse(db, keyId, at))
    .catch((error) => platform.log.warn({ err: error }, 'the use of a key was not recorded'));
}
