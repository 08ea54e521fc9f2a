import type { Request } from 'express';
import { hashKey, looksLikeKey } from '../platform/api-keys.ts';
import type { Platform } from '../platform/platform.ts';
import { prepareQuery } from '../platform/prepared-query.ts';
import { Problem } from '../platform/problem.ts';
import type { Scope } from '../platform/scopes.ts';
import type { Actor } from '../platform/work.ts';
import { toWorkspace, type Workspace } from '../platform/workspaces.ts';

/** Who calls, and for which workspace. */
export interface Principal {
  keyId: string;
  workspace: Workspace;
  scopes: ReadonlySet<string>;
  actor: Actor;
}

const challenge = 'Bearer realm="Frontdesk"';
const lastUsedEveryMs = 60_000;

const findKey = prepareQuery((db, hash: string) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('workspaces as w', 'w.id', 'k.workspace_id')
    .selectAll('w')
    .select(['k.id as key_id', 'k.name as key_name', 'k.scopes', 'k.expires_at', 'k.revoked_at', 'k.last_used_at'])
    .where('k.hash', '=', hash),
);

/** Finds out who calls. Throws 401 for a missing, malformed, unknown, revoked or expired key. */
export async function authenticate(platform: Platform, request: Request): Promise<Principal> {
  const header = request.headers.authorization;
  if (!header) throw unauthorized('unauthorized', 'Send the API key as Authorization: Bearer <key>');
  const [scheme = '', key = '', rest] = header.split(' ');
  if (scheme.toLowerCase() !== 'bearer' || key === '' || rest !== undefined || !looksLikeKey(key)) throw badToken();
  const row = findKey(platform.database.read, hashKey(key)).first();
  const now = platform.clock.now();
  if (!row || row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= now.toISOString())) {
    throw badToken();
  }
  noteUse(platform, row.key_id, row.last_used_at, now);
  return {
    keyId: row.key_id,
    workspace: toWorkspace(row),
    scopes: scopeSet(row.scopes),
    actor: { source: 'API', id: row.key_id, name: row.key_name },
  };
}

export function assertScope(principal: Principal, scope: Scope): void {
  if (principal.scopes.has(scope) || principal.scopes.has('all')) return;
  throw new Problem('insufficient_scope', `This key lacks the scope ${scope}`, {
    headers: { 'WWW-Authenticate': `${challenge}, error="insufficient_scope", scope="${scope}"` },
  });
}

const unauthorized = (code: 'unauthorized' | 'invalid_token', detail: string): Problem =>
  new Problem(code, detail, {
    headers: { 'WWW-Authenticate': code === 'unauthorized' ? challenge : `${challenge}, error="invalid_token"` },
  });

const badToken = (): Problem => unauthorized('invalid_token', 'This API key is unknown, revoked or expired');

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

const noted = new WeakMap<Platform, Map<string, number>>();

/** Writes `last_used_at` once a minute at most, without holding up the request. */
function noteUse(platform: Platform, keyId: string, lastUsedAt: string | null, now: Date): void {
  const notes = noted.get(platform) ?? new Map<string, number>();
  noted.set(platform, notes);
  const last = notes.get(keyId) ?? (lastUsedAt === null ? 0 : Date.parse(lastUsedAt));
  if (now.getTime() - last < lastUsedEveryMs) return;
  notes.set(keyId, now.getTime());
  platform
    .write(({ db, now: at }) => db.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', keyId).execute())
    .catch((error) => platform.log.warn({ err: error }, 'the use of a key was not noted'));
}
