import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sealedKeyName } from '../../shell-protocol.ts';

/** A part of the data folder. */
export interface Content {
  /** Name in the data folder, or its prefix. */
  name: string;
  isPrefix?: true;
  what: string;
  /** Its form in a backup; `files` are copied one by one. Null if left out, with the reason in `because`. */
  backup: 'database' | 'blobs' | 'files' | 'key' | null;
  because?: string;
}

const backedUp: Content[] = [
  { name: 'frontdesk.sqlite', what: 'all rows', backup: 'database' },
  { name: 'blobs', what: 'the files that rows refer to', backup: 'blobs' },
  { name: 'spreadsheets', what: 'the workbooks of each workspace', backup: 'files' },
  { name: 'secret.key', what: 'the key that seals credentials and signs links', backup: 'key' },
];

const left = (name: string, what: string, because: string, isPrefix?: true): Content => ({
  ...{ name, what, backup: null, because },
  ...(isPrefix && { isPrefix }),
});

/**
 * Everything that Frontdesk writes to the data folder. Backup, restore and doctor use this list;
 * `test/platform/backup/folder-contents.test.ts` fails if a running server writes anything else.
 */
export const contents: readonly Content[] = [
  ...backedUp,
  left('frontdesk.sqlite-', 'the log of the database', 'the copy of the database contains it', true),
  left(sealedKeyName, 'the key, sealed for this machine', 'a backup contains the key itself'),
  left('tls.pem', 'the certificate of this machine', 'it is made anew for the names of the next one', true),
  left('models', 'downloaded models', 'they are downloaded again'),
  left('backups', 'backups', 'a backup contains no other'),
  left('before-restore-', 'the data that a restore has replaced', 'they are a copy for emergencies', true),
  left('failed-restore-', 'restored data with which the server did not start', 'their backup still exists', true),
  left('restore', 'a restore under way', 'its backup still exists', true),
  left('tmp', 'uploads under way', 'they are refused or stored within minutes'),
  left('running', 'what the server is working on', 'it ends with the process'),
  left('ballast', 'space that a full disk gives back', 'it contains nothing'),
  left('port', 'the port that the server moved to', 'another machine has other programs'),
  left('lock.db', 'the lock of the running server', 'it ends with the process', true),
];

/** Returns the entry for a name in the data folder; undefined for a name that Frontdesk does not write. */
export const contentOf = (name: string): Content | undefined =>
  contents.find((content) => (content.isPrefix ? name.startsWith(content.name) : name === content.name));

/** Folders whose files a backup copies one by one. */
export const keptFolders = contents.filter(({ backup }) => backup === 'files').map(({ name }) => name);

/** Larger files do not fit into a row. */
export const largestFileBytes = 512 * 1024 * 1024;
const mostTries = 50;
const betweenTriesMs = 100;
/** File systems round modification times to several milliseconds. */
const settledMs = 100;

/** A file in a kept folder, with its path in the data folder, separated by `/` as in a backup. */
export interface KeptFile {
  path: string;
  sizeBytes: number;
  changedAtMs: number;
}

/**
 * Returns the files that a backup copies one by one, without links and unfinished files, and the paths of folders and
 * files that cannot be read.
 */
export async function listKeptFiles(home: string): Promise<{ files: KeptFile[]; unreadable: string[] }> {
  const files: KeptFile[] = [];
  const unreadable: string[] = [];
  const orNull = (path: string) => (error: NodeJS.ErrnoException) => {
    // Missing, or deleted meanwhile.
    if (error.code !== 'ENOENT') unreadable.push(path);
    return null;
  };
  const walk = async (path: string): Promise<void> => {
    const entries = await readdir(join(home, path), { withFileTypes: true }).catch(orNull(path));
    for (const entry of entries ?? []) {
      const inside = `${path}/${entry.name}`;
      if (entry.isDirectory()) await walk(inside);
      if (!entry.isFile() || isUnfinished(entry.name)) continue;
      const stats = await lstat(join(home, inside)).catch(orNull(inside));
      if (stats) files.push({ path: inside, sizeBytes: stats.size, changedAtMs: stats.mtimeMs });
    }
  };
  for (const folder of keptFolders) await walk(folder);
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), unreadable };
}

/** True for short-lived files: ours before their rename, and the locks of Excel and LibreOffice. */
const isUnfinished = (name: string): boolean => /^(\..*\.tmp|~\$.*|\.~lock\..*#)$/.test(name);

/** Reads a file in a consistent state while other programs write to it; null if that fails or the file is too large. */
export async function readWhole(home: string, path: string): Promise<Buffer | null> {
  const file = join(home, path);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const before = await lstat(file).catch(() => null);
    if (!before?.isFile() || before.size > largestFileBytes) return null;
    const bytes = await readFile(file).catch(() => null);
    const after = await lstat(file).catch(() => null);
    const isSame = before.mtimeMs === after?.mtimeMs && before.size === after.size && before.ino === after.ino;
    const isSettled = Math.abs(Date.now() - before.mtimeMs) > settledMs;
    if (bytes && isSame && isSettled && bytes.length === before.size) return bytes;
    await sleep(betweenTriesMs);
  }
  return null;
}

/** True if a path in a backup is within a kept folder on every operating system. */
export function isKeptPath(path: string): boolean {
  const names = path.split('/');
  const isPlain = (name: string) => name !== '' && name !== '.' && name !== '..' && !/[\\:\p{Cc}]/u.test(name);
  return names.length > 1 && keptFolders.includes(names[0] as string) && names.every(isPlain);
}
