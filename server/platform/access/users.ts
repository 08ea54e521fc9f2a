import type { Selectable } from 'kysely';
import type { Db, Table } from '../database/database.ts';
import { fold, type NameColumn, nameColumns } from '../database/fold.ts';
import { newId } from '../ids.ts';
import { Problem } from '../problem.ts';
import type { Language } from '../text/languages.ts';
import { HashedPassphrase } from './passphrases.ts';

declare module '../database/database.ts' {
  interface Tables {
    users: UserTable;
  }
}

type UserTable = Table<
  'users',
  {
    name: NameColumn;
    name_folded: NameColumn;
    role: Role;
  }
>;

/** An owner may do everything; an attendant what `attendantScopes` and the operations with scope `console` allow. */
export const roles = ['owner', 'attendant'] as const;
export type Role = (typeof roles)[number];

/** A person who signs in to the console. Users belong to the installation: they see all of its workspaces. */
export interface User {
  id: string;
  name: string;
  role: Role;
  /** Null: signs in neither from other machines nor by name. */
  passphrase: HashedPassphrase | null;
  /** Since when the person may not sign in; null when they may. */
  disabledAt: string | null;
  createdAt: string;
  updatedAt: string;
}

const toUser = (row: Selectable<UserTable>): User => ({
  id: row.id,
  name: row.name,
  role: row.role,
  passphrase: row.passphrase === null ? null : HashedPassphrase.parse(JSON.parse(row.passphrase)),
  disabledAt: row.disabled_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export interface UserDraft {
  name: string;
  role: Role;
  passphrase: HashedPassphrase | null;
}

/** Adds a user. Throws 409 `name_taken`: names differ by more than case and accents, because people sign in by them. */
export async function insertUser(db: Db, { name, role, passphrase }: UserDraft, now: string): Promise<User> {
  await assertNameFree(db, name, null);
  const row = await db
    .insertInto('users')
    .values({
      ...nameColumns(name),
      id: newId('usr'),
      role,
      passphrase: passphrase && JSON.stringify(passphrase),
      disabled_at: null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toUser(row);
}

const firstNames: Record<Language, string> = { en: 'Owner', pt: 'Responsável', es: 'Responsable' };

/** Adds the first owner, who has no passphrase and a name that the wizard or the settings replace. */
export const insertFirstOwner = (db: Db, language: Language, now: string): Promise<User> =>
  insertUser(db, { name: firstNames[language], role: 'owner', passphrase: null }, now);

/** Returns all users, the oldest first. */
export async function listUsers(db: Db): Promise<User[]> {
  const rows = await db.selectFrom('users').selectAll().orderBy('created_at').orderBy('id').execute();
  return rows.map(toUser);
}

export async function findUser(db: Db, id: string): Promise<User | null> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toUser(row) : null;
}

/** Finds a user by name, whatever its case and accents. */
export const findByName = (users: readonly User[], name: string): User | null =>
  users.find((user) => fold(user.name) === fold(name.trim())) ?? null;

/** The owner whom a login link signs in: the oldest who is not disabled. */
export async function findFirstOwner(db: Db): Promise<User> {
  const owner = (await listUsers(db)).find(isEnabledOwner);
  if (!owner) throw new Error('No owner exists');
  return owner;
}

export interface UserChanges {
  name?: string | undefined;
  role?: Role | undefined;
  passphrase?: HashedPassphrase | null;
  disabledAt?: string | null | undefined;
}

/** Changes a user; null when none has this id. Throws 409 `name_taken` or `last_owner`, and then changes nothing. */
export async function updateUser(db: Db, id: string, changes: UserChanges, now: string): Promise<User | null> {
  const { name, role, passphrase, disabledAt } = changes;
  if (name !== undefined) await assertNameFree(db, name, id);
  const row = await db
    .updateTable('users')
    .set({
      ...(name === undefined ? {} : nameColumns(name)),
      ...(role === undefined ? {} : { role }),
      ...(passphrase === undefined ? {} : { passphrase: passphrase && JSON.stringify(passphrase) }),
      ...(disabledAt === undefined ? {} : { disabled_at: disabledAt }),
      updated_at: now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  await assertOwnerRemains(db);
  return row ? toUser(row) : null;
}

/**
 * Deletes a user whose sessions have ended; false when none has this id. Throws 409 `last_owner`. What they wrote keeps
 * their name, which is stored with it.
 */
export async function deleteUser(db: Db, id: string): Promise<boolean> {
  const deleted = await db.deleteFrom('users').where('id', '=', id).returning('id').executeTakeFirst();
  await assertOwnerRemains(db);
  return deleted !== undefined;
}

const isEnabledOwner = ({ role, disabledAt }: User): boolean => role === 'owner' && disabledAt === null;

async function assertNameFree(db: Db, name: string, ownId: string | null): Promise<void> {
  const holder = findByName(await listUsers(db), name);
  if (holder && holder.id !== ownId) throw new Problem('name_taken', `${holder.name} is in use: choose another name`);
}

/** Without an owner nobody could add people, restore a backup or make a new owner. */
async function assertOwnerRemains(db: Db): Promise<void> {
  if ((await listUsers(db)).some(isEnabledOwner)) return;
  throw new Problem('last_owner', 'One owner must remain who can sign in: make somebody else an owner first');
}
