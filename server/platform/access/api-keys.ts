import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type Db, type Row, remember, type Table } from '../database/database.ts';
import { prepareQuery } from '../database/prepared-query.ts';
import { insertRow } from '../database/workspace-rows.ts';
import { dayMs } from '../durations.ts';
import { newId } from '../ids.ts';

declare module '../database/database.ts' {
  interface Tables {
    api_keys: Table<'api_keys'>;
  }
}

/** A key as shown to the owner, without its secret. */
export interface ApiKey {
  id: string;
  workspaceId: string;
  name: string;
  last4: string;
  /** Scopes, or `all`. */
  scopes: string[];
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
  createdAt: string;
}

export interface ApiKeyDraft {
  workspaceId: string;
  name: string;
  scopes: string[];
  expiresAt: string | null;
  now: string;
}

/** How long a rotated key stays valid, so that callers can move to the new one. */
const overlapMs = dayMs;

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const shape = /^(fd_live_[0-9A-Za-z]{43})_([0-9A-Za-z]{6})$/;

function toBase62(value: bigint, length: number): string {
  let text = '';
  for (let left = value; text.length < length; left /= 62n) text = alphabet[Number(left % 62n)] + text;
  return text;
}

const checksumOf = (text: string): string => toBase62(BigInt(crc32(text)), 6);

/** `fd_live_`, 256 random bits, and a checksum that reveals a mistyped key without a look-up, to scanners and to us. */
function newKey(): string {
  const start = `fd_live_${toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)}`;
  return `${start}_${checksumOf(start)}`;
}

/** True when the text has the form of a key and a valid checksum; the key may still not exist. */
export function looksLikeKey(text: string): boolean {
  const [, start, checksum] = shape.exec(text) ?? [];
  return start !== undefined && checksumOf(start) === checksum;
}

export const hashKey = (key: string): string => hash('sha256', key);

const toApiKey = (row: Row<'api_keys'>): ApiKey => ({
  id: row.id,
  workspaceId: row.workspace_id,
  name: row.name,
  last4: row.last4,
  scopes: JSON.parse(row.scopes),
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  lastUsedAt: row.last_used_at,
  createdAt: row.created_at,
});

/** Creates a key. `key` is the secret, returned here and never again. */
export async function createKey(db: Db, draft: ApiKeyDraft): Promise<{ key: string; row: ApiKey }> {
  const key = newKey();
  const row = await insertRow(db, 'api_keys', {
    id: newId('key'),
    workspace_id: draft.workspaceId,
    name: draft.name,
    hash: hashKey(key),
    last4: key.slice(-11, -7),
    scopes: JSON.stringify(draft.scopes),
    expires_at: draft.expiresAt,
    created_at: draft.now,
  });
  return { key, row: toApiKey(row) };
}

/** Returns the keys of one workspace, or of all when null, oldest first. */
export async function listKeys(db: Db, workspaceId: string | null): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .selectAll()
    .$if(workspaceId !== null, (query) => query.where('workspace_id', '=', workspaceId))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toApiKey);
}

/** Revokes a key for good. Idempotent; returns null when no key has this id. */
export async function revokeKey(db: Db, id: string, now: string): Promise<ApiKey | null> {
  const row = await db
    .updateTable('api_keys')
    .set((expression) => ({ revoked_at: expression.fn.coalesce('revoked_at', expression.val(now)) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row ? toApiKey(row) : null;
}

/**
 * Replaces a key by a new one with the same name, scopes and lifetime. The old key expires within 24 hours. Returns
 * null when no valid key has this id.
 */
export async function rotateKey(db: Db, id: string, now: string): Promise<{ key: string; row: ApiKey } | null> {
  const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= now)) return null;
  const old = toApiKey(row);
  const overlapEnd = new Date(Date.parse(now) + overlapMs).toISOString();
  const oldEnd = old.expiresAt !== null && old.expiresAt < overlapEnd ? old.expiresAt : overlapEnd;
  await db.updateTable('api_keys').set({ expires_at: oldEnd }).where('id', '=', id).execute();
  return createKey(db, { ...old, expiresAt: sameLifetime(old, now), now });
}

function sameLifetime(old: ApiKey, now: string): string | null {
  if (old.expiresAt === null) return null;
  return new Date(Date.parse(now) + Date.parse(old.expiresAt) - Date.parse(old.createdAt)).toISOString();
}

const selectByHash = prepareQuery((db, hash: string) =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('workspaces as w', 'w.id', 'k.workspace_id')
    .selectAll('w')
    .select(['k.id as key_id', 'k.name as key_name', 'k.scopes', 'k.expires_at', 'k.revoked_at', 'k.last_used_at'])
    .where('k.hash', '=', hash),
);

/** Returns a key with its workspace; undefined when there is none. The caller checks expiry and revocation. */
export const findKey = (db: Db, hash: string) => remember(db, `key ${hash}`, () => selectByHash(db, hash).first());

/** Returns a key's name, even if it was revoked; null if the key does not exist. */
export async function findKeyName(db: Db, id: string): Promise<string | null> {
  const key = await db.selectFrom('api_keys').select('name').where('id', '=', id).executeTakeFirst();
  return key?.name ?? null;
}

/** Whether a key is neither revoked nor expired. */
export async function isKeyGood(db: Db, id: string, now: string): Promise<boolean> {
  const key = await db
    .selectFrom('api_keys')
    .select('id')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where((any) => any.or([any('expires_at', 'is', null), any('expires_at', '>', now)]))
    .executeTakeFirst();
  return key !== undefined;
}

/** Records when a key was last used. */
export async function noteKeyUse(db: Db, id: string, at: string): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', id).execute();
}
