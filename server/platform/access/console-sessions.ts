import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Db, type Row, remember, type Table } from '../database/database.ts';
import { prepareQuery } from '../database/prepared-query.ts';
import { dayMs, minuteMs } from '../durations.ts';
import { newId } from '../ids.ts';
import type { Role } from './users.ts';

declare module '../database/database.ts' {
  interface Tables {
    console_sessions: Table<
      'console_sessions',
      {
        /** Signed in from another machine, which requires a passphrase. */
        is_remote: 0 | 1;
      }
    >;
    login_links: { hash: string; expires_at: string };
  }
}

/** A session with the name of its user. */
export type ConsoleSessionRow = Row<'console_sessions'> & { user_name: string };

/** Who calls from the console. */
export interface Session {
  id: string;
  /** Signed in from another machine. */
  isRemote: boolean;
  user: { id: string; name: string; role: Role };
}

export const sessionCookie = 'frontdesk_session';
/**
 * Header with the page's secret. Browsers send the cookie to every port of a host, but this header only reaches our own
 * origin.
 */
export const pageHeader = 'x-frontdesk-page';

const linkLastsMs = 60 * minuteMs;
const sessionLastsMs = 30 * dayMs;

const hashOf = (secret: string): string => hash('sha256', secret);
const newSecret = (): string => randomBytes(32).toString('base64url');
const later = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString();

/** Creates the token of a link that signs in once, within an hour. Only its hash is stored. */
export async function createLoginToken(db: Db, now: string): Promise<string> {
  await db.deleteFrom('login_links').where('expires_at', '<=', now).execute();
  const token = newSecret();
  await db
    .insertInto('login_links')
    .values({ hash: hashOf(token), expires_at: later(now, linkLastsMs) })
    .execute();
  return token;
}

/** The console URL that signs in with a token. The token follows `#`, so that it appears in no log. */
export const loginLink = (baseUrl: string, token: string): string => `${baseUrl}/login#${token}`;

/** Consumes a login token; false when it is unknown, used or expired. */
export async function useLoginToken(db: Db, token: string, now: string): Promise<boolean> {
  const used = await db
    .deleteFrom('login_links')
    .where('hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    // A token that outlasts the maximum was created before the clock was set back.
    .where('expires_at', '<=', later(now, linkLastsMs))
    .returning('hash')
    .executeTakeFirst();
  return used !== undefined;
}

export interface SessionDraft {
  userId: string;
  workspaceId: string;
  isRemote: boolean;
  userAgent: string;
  address: string;
}

export interface SessionSecrets {
  /** Sent as the cookie. */
  cookie: string;
  /** Stored by the page and sent as `pageHeader`. */
  page: string;
}

/** Opens a session of 30 days and returns its id and its secrets, which are never shown again. */
export async function openSession(
  db: Db,
  draft: SessionDraft,
  now: string,
): Promise<{ id: string; secrets: SessionSecrets }> {
  await db.deleteFrom('console_sessions').where('expires_at', '<=', now).execute();
  const id = newId('ses');
  const secrets = { cookie: newSecret(), page: newSecret() };
  await db
    .insertInto('console_sessions')
    .values({
      id,
      hash: hashOf(secrets.cookie),
      page_hash: hashOf(secrets.page),
      user_id: draft.userId,
      workspace_id: draft.workspaceId,
      is_remote: draft.isRemote ? 1 : 0,
      user_agent: draft.userAgent.slice(0, 200),
      address: draft.address,
      created_at: now,
      last_seen_at: now,
      expires_at: later(now, sessionLastsMs),
    })
    .execute();
  return { id, secrets };
}

/** Lifetime of the cookie in the browser, as long as a session at most. */
export const sessionSeconds = sessionLastsMs / 1_000;

const findByHash = prepareQuery((db, hash: string) =>
  db
    .selectFrom('console_sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('workspaces as w', 'w.id', 's.workspace_id')
    .selectAll('w')
    .select(['s.id as session_id', 's.page_hash', 's.is_remote', 's.expires_at', 's.last_seen_at'])
    .select(['u.id as user_id', 'u.name as user_name', 'u.role'])
    .where('s.hash', '=', hash)
    .where('u.disabled_at', 'is', null),
);

/** Returns the session of a cookie with user and workspace; undefined when there is none. The caller checks expiry. */
export function findSession(db: Db, secret: string) {
  const hashed = hashOf(secret);
  return remember(db, `session ${hashed}`, () => findByHash(db, hashed).first());
}

/** Whether `given` is the page secret of this session. */
export const isPageSecret = (given: string, { page_hash }: { page_hash: string }): boolean =>
  timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(page_hash));

/** Records a use of the session, which extends it. */
export async function touchSession(db: Db, id: string, now: string): Promise<void> {
  await db
    .updateTable('console_sessions')
    .set({ last_seen_at: now, expires_at: later(now, sessionLastsMs) })
    .where('id', '=', id)
    .execute();
}

/** Switches a session to another workspace. */
export async function moveSession(db: Db, id: string, workspaceId: string): Promise<void> {
  await db.updateTable('console_sessions').set({ workspace_id: workspaceId }).where('id', '=', id).execute();
}

/** Switches all sessions away from a workspace that is about to be deleted. */
export async function leaveWorkspace(db: Db, workspaceId: string, insteadId: string): Promise<void> {
  await db
    .updateTable('console_sessions')
    .set({ workspace_id: insteadId })
    .where('workspace_id', '=', workspaceId)
    .execute();
}

/** Returns the sessions that have not expired, most recently used first. */
export const listSessions = (db: Db, now: string): Promise<ConsoleSessionRow[]> =>
  db
    .selectFrom('console_sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .selectAll('s')
    .select('u.name as user_name')
    .where('s.expires_at', '>', now)
    .orderBy('s.last_seen_at', 'desc')
    .orderBy('s.id')
    .execute();

/** Whether a session goes on with the rights that it had. */
export async function isSessionGood(db: Db, { id, user }: Session, now: string): Promise<boolean> {
  const row = await db
    .selectFrom('console_sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('s.id')
    .where('s.id', '=', id)
    .where('s.expires_at', '>', now)
    .where('u.role', '=', user.role)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a session; false when none has this id. */
export async function endSession(db: Db, id: string): Promise<boolean> {
  const ended = await db.deleteFrom('console_sessions').where('id', '=', id).returning('id').executeTakeFirst();
  return ended !== undefined;
}

/** Ends the sessions of a user: all, only those of other machines, or all but one. */
export async function endSessionsOf(
  db: Db,
  userId: string,
  { onlyRemote = false, exceptId = null }: { onlyRemote?: boolean; exceptId?: string | null } = {},
): Promise<void> {
  await db
    .deleteFrom('console_sessions')
    .where('user_id', '=', userId)
    .$if(onlyRemote, (query) => query.where('is_remote', '=', 1))
    .$if(exceptId !== null, (query) => query.where('id', '!=', exceptId))
    .execute();
}
