import type { Db } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import type { Actor, Work } from '../work/work.ts';
import { isKeyGood, listKeys } from './api-keys.ts';
import { findByName, findUser, listUsers, type User } from './users.ts';
import { listWorkspaces } from './workspaces.ts';

declare module '../wiring.ts' {
  interface Extensions {
    /** Called in the transaction that stops a person or a key from answering: unassigns their records in a workspace. */
    answererLeft: (work: Work, id: string) => Promise<void>;
  }
}

/** Somebody to whom a record can be given. */
export interface Answerer {
  id: string;
  name: string;
}

/** The form of the ids of people and keys. Any other id comes from a program with its own users. */
const ownId = /^(usr|key)_[0-9a-z]{26}$/;

/** Returns true for the id of a person who may not sign in or of a key that is not valid, and for an unknown id. */
export async function hasLeft(db: Db, id: string, now: string): Promise<boolean> {
  if (!ownId.test(id)) return false;
  const user = await findUser(db, id);
  return user ? user.disabledAt !== null : !(await isKeyGood(db, id, now));
}

/** Returns the person who may sign in, or the valid key of the workspace, with this id. */
export async function findAnswerer({ db, workspace, now }: Work, id: string): Promise<Answerer | null> {
  if (await hasLeft(db, id, now)) return null;
  const known = (await findUser(db, id)) ?? (await listKeys(db, workspace.id)).find((key) => key.id === id);
  return known ? { id, name: known.name } : null;
}

/** Returns true if the id has the form of our ids; a program with its own users gives ids in another form. */
export const isOwnId = (id: string): boolean => ownId.test(id);

/** The person of this name, whether or not they may sign in. */
export const findNamed = async (db: Db, name: string): Promise<User | null> => findByName(await listUsers(db), name);

/** Unassigns all records of a person or key that can no longer answer, in all workspaces. */
export async function releaseFrom(platform: Platform, db: Db, actor: Actor, id: string): Promise<void> {
  for (const workspace of await listWorkspaces(db)) {
    const work = platform.workIn(db, workspace, actor);
    for (const release of platform.provided('answererLeft')) await release(work, id);
  }
}
