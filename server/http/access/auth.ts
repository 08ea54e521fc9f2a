import type { Request, Response } from 'express';
import { findKey, hashKey, isKeyGood, looksLikeKey, noteKeyUse } from '../../platform/access/api-keys.ts';
import {
  findSession,
  isPageSecret,
  listSessions,
  pageHeader,
  sessionCookie,
  touchSession,
} from '../../platform/access/console-sessions.ts';
import type { Scope } from '../../platform/access/scopes.ts';
import { toWorkspace, type Workspace } from '../../platform/access/workspaces.ts';
import { hourMs, minuteMs } from '../../platform/durations.ts';
import type { Platform } from '../../platform/platform.ts';
import { Problem } from '../../platform/problem.ts';
import type { Actor } from '../../platform/work/work.ts';
import { takeDownload } from '../downloads.ts';
import { isLanRequest } from './guards.ts';

/** Who calls, and for which workspace. */
export interface Principal {
  /** Id of the API key, or of the console's session. */
  keyId: string;
  /** Signed in at the console: may do what only the owner may. */
  isOwner: boolean;
  workspace: Workspace;
  scopes: ReadonlySet<string>;
  actor: Actor;
}

const challenge = 'Bearer realm="Frontdesk"';
const lastUsedEveryMs = minuteMs;
const touchedEveryMs = hourMs;
const allScopes: ReadonlySet<string> = new Set(['all']);

/**
 * Finds out who calls: a key, or the console's session. Throws 401 for one that is missing, unknown or over. With
 * `byCookieAlone` the session's page need not show that it is ours: only for what every program of this host may read.
 */
export async function authenticate(
  platform: Platform,
  request: Request,
  { byCookieAlone = false }: { byCookieAlone?: boolean } = {},
): Promise<Principal> {
  const header = request.headers.authorization;
  if (!header) {
    const secret = readCookie(request, sessionCookie);
    if (secret !== null) return authenticateSession(platform, request, secret, byCookieAlone);
    throw unauthorized('unauthorized', 'Send the API key as Authorization: Bearer <key>');
  }
  const [scheme = '', key = '', rest] = header.split(' ');
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
    keyId: row.key_id,
    isOwner: false,
    workspace: toWorkspace(row),
    scopes: scopeSet(row.scopes),
    actor: { source: 'API', id: row.key_id, name: row.key_name },
  };
}

/**
 * The cookie is sent by every page of this host and to every server on it, whatever the port: only our own pages may use
 * it. Browsers tell by `Sec-Fetch-Site`; what changes something carries `Origin` too, which the guards hold against
 * `Host`. A server that kept the cookie lacks what only our own origin knows.
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
  // Other machines are let in by the passphrase, which this session was made without.
  if (isLanRequest(request) && row.is_lan === 0) throw signInAgain();
  if (now.getTime() - Date.parse(row.last_seen_at) > touchedEveryMs) {
    platform
      .write(({ db, now: at }) => touchSession(db, row.session_id, at))
      .catch((error) => platform.log.warn({ err: error }, 'the use of a session was not noted'));
  }
  return {
    keyId: row.session_id,
    isOwner: true,
    workspace: toWorkspace(row),
    scopes: allScopes,
    actor: { source: 'CONSOLE', id: row.session_id, name: null },
  };
}

/** Whether the page that got the session asks: by its header, or by an address that it was given for a download. */
function isOwnPage(platform: Platform, request: Request, row: { session_id: string; page_hash: string }): boolean {
  const given = request.get(pageHeader);
  if (given !== undefined) return isPageSecret(given, row);
  return request.method === 'GET' && takeDownload(platform, request.originalUrl, row.session_id);
}

/** Whether a caller who was let in would still be: asked by what goes on for long, such as a stream. */
export async function isStillGood({ database, clock }: Platform, { source, id }: Actor): Promise<boolean> {
  const now = clock.now().toISOString();
  if (source === 'CONSOLE') return (await listSessions(database.read, now)).some((session) => session.id === id);
  return isKeyGood(database.read, id ?? '', now);
}

/** The cookie's value; null when it was not sent. */
function readCookie(request: Request, name: string): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value) return value;
  }
  return null;
}

export function assertScope(principal: Principal, scope: Scope | 'owner'): void {
  if (scope === 'owner') {
    if (principal.isOwner) return;
    throw new Problem('owner_only');
  }
  if (principal.scopes.has(scope) || principal.scopes.has('all')) return;
  throw new Problem('insufficient_scope', `This key lacks the scope ${scope}`, {
    headers: { 'WWW-Authenticate': `${challenge}, error="insufficient_scope", scope="${scope}"` },
  });
}

const unauthorized = (code: 'unauthorized' | 'invalid_token', detail: string): Problem =>
  new Problem(code, detail, {
    headers: { 'WWW-Authenticate': code === 'unauthorized' ? challenge : `${challenge}, error="invalid_token"` },
  });

const signInAgain = (): Problem => unauthorized('unauthorized', 'Sign in at the console again');

const badToken = (): Problem => unauthorized('invalid_token', 'This API key is unknown, revoked or expired');

/** Whoever goes on trying keys is told to wait (429) in place of what was wrong with the key. */
function refuseGuess(platform: Platform, request: Request): Problem {
  platform.services.guesses?.take(request.socket.remoteAddress ?? '', request.res as Response);
  return badToken();
}

const scopeSets = new Map<string, ReadonlySet<string>>();

/** The few distinct scope lists are parsed once. */
function scopeSet(json: string): ReadonlySet<string> {
  let set = scopeSets.get(json);
  if (!set) {
    if (scopeSets.size > 1_000) scopeSets.clear();
    set = new Set(JSON.parse(json) as string[]);
    scopeSets.set(json, set);
  }
  return set;
}

/** Writes `last_used_at` once a minute at most, without holding up the request. */
function noteUse(platform: Platform, keyId: string, lastUsedAt: string | null, now: Date): void {
  const { keyUses } = platform.services;
  const last = keyUses.get(keyId) ?? (lastUsedAt === null ? 0 : Date.parse(lastUsedAt));
  if (now.getTime() - last < lastUsedEveryMs) return;
  keyUses.set(keyId, now.getTime());
  platform
    .write(({ db, now: at }) => noteKeyUse(db, keyId, at))
    .catch((error) => platform.log.warn({ err: error }, 'the use of a key was not noted'));
}
