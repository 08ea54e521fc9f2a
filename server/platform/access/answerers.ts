import type { Db } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import type { Actor, Work } from '../work/work.ts';
import { findKeyName, isKeyGood } from './api-keys.ts';
import { findByName, findUser, listUsers, type User } from './users.ts';
import { listWorkspaces } from './workspaces.ts';

declare module '../wiring.ts' {
  interface Extensions {
    /** Called in the transaction after which a person or a key can answer nobody: takes a workspace's records from them. */
    answererLeft: (work: Work, id: string) => Promise<void>;
  }
}

/** Somebody to whom a record can be given. */
export interface Answerer {
  id: string;
  name: string;
}

/** The form of the ids of people and keys. Any other id is that of a program that has people of its own. */
const ownId = /^(usr|key)_[0-9a-z]{26}$/;

/** Whether this id is that of a person who may not sign in, of a key that is not valid, or of nobody. */
export async function hasLeft(db: Db, id: string, now: string): Promise<boolean> {
  return ownId.test(id) && (await findAnswerer(db, id, now)) === null;
}

/** The person who may sign in, or the valid key, with this id. */
export async function findAnswerer(db: Db, id: string, now: string): Promise<Answerer | null> {
  const user = await findUser(db, id);
  if (user) return user.disabledAt === null ? user : null;
  const name = (await isKeyGood(db, id, now)) ? await findKeyName(db, id) : null;
  return name === null ? null : { id, name };
}

/** The person of this name, whether or not they may sign in. */
export const findNamed = async (db: Db, name: string): Promise<User | null> => findByName(await listUsers(db), name);

/** Takes everything from a person or key that can answer nobody any more, in all workspaces. */
export async function releaseFrom(platform: Platform, db: Db, actor: Actor, id: string): Promise<void> {
  for (const workspace of await listWorkspaces(db)) {
    const work = platform.workIn(db, workspace, actor);
    for (const release of platform.provided('answererLeft')) await release(work, id);
  }
}
