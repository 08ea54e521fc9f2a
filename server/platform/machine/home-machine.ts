import { realpath, stat, statfs } from 'node:fs/promises';
import { z } from 'zod';
import { databaseFile } from '../database/data-folder.ts';
import type { Database, Db, SqliteHandle } from '../database/database.ts';
import { readSetting, saveSetting } from '../settings.ts';
import { pauseAsMoved } from '../work/sending-pause.ts';
import { isSpare } from './spare-machines.ts';
import { type Machine, readMachine } from './this-machine.ts';

const settingsKey = 'machine';

/** FAT and exFAT on Linux: their files get another number each time that the disk is mounted. */
const numberless = [0x4d44, 0x2011bab0];

/** Place in which a server last used a data folder. */
const Use = z.object({
  machineId: z.string().nullable(),
  machineName: z.string(),
  /** The real path of the folder. */
  path: z.string(),
  /** Number and birth of the database file, which differ in each copy; null where the disk does not keep them. */
  file: z.string().nullable(),
});
type Use = z.infer<typeof Use>;

/**
 * Compares the data folder's last use with the present one, and records the present one. Returns true if the folder is
 * on another machine, in another place or a copy: sending is then paused until the owner resumes it, unless the machine
 * was named as a spare. Called with the folder locked, before anything can leave.
 */
export async function arriveOnMachine(database: Database, home: string, given: string | null): Promise<boolean> {
  const machine = await readMachine(given);
  const present = await readUse(home, machine);
  return database.write(async (db) => {
    const last = await readSetting(db, settingsKey, Use);
    if (last !== null && isSameUse(last, present)) return false;
    await saveSetting(db, settingsKey, present);
    if (last === null) return false;
    if (await mayGoOn(db, last, machine)) return true;
    await pauseAsMoved(db, { path: last.path, machineName: last.machineName });
    return true;
  });
}

async function readUse(home: string, { id, name }: Machine): Promise<Use> {
  return { machineId: id, machineName: name, path: await realpath(home), file: await readFileIdentity(home) };
}

async function readFileIdentity(home: string): Promise<string | null> {
  const { ino, birthtimeNs } = await stat(databaseFile(home), { bigint: true });
  const { type } = await statfs(home);
  const isKept = birthtimeNs > 0n && !(process.platform === 'linux' && numberless.includes(type));
  return isKept ? `${ino}:${birthtimeNs}` : null;
}

/** A fact that is unknown on one side does not count. */
const isSameUse = (last: Use, present: Use): boolean =>
  last.path === present.path && agree(last.machineId, present.machineId) && agree(last.file, present.file);

const agree = (one: string | null, other: string | null): boolean => one === null || other === null || one === other;

/** A second copy on the same machine is never its spare. */
const mayGoOn = async (db: Db, last: Use, { id }: Machine): Promise<boolean> =>
  id !== null && id !== last.machineId && (await isSpare(db, id));

/** Forgets the last use in a database that no server has open: a restored backup belongs where it was restored. */
export const forgetUse = (handle: SqliteHandle): void => {
  handle.prepare('delete from settings where key = ?').run(settingsKey);
};
