import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sealedKeyName } from '../../shell-protocol.ts';

/** A part of the data folder. */
export interface Content {
  /** The name in the data folder, or what it begins with. */
  name: string;
  isPrefix?: true;
  what: string;
  /** The way into a backup: `files` are copied one by one. Null for parts that nobody would miss, with the reason. */
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
 * Everything that Frontdesk writes in the data folder. Backup, restore and doctor follow from this list;
 * `test/platform/backup/folder-contents.test.ts` fails when a running server writes something else.
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
  left('lock.db', 'the lock of the running server', 'it ends with the process', true),
];

/** Returns what the list says about a name in the data folder; undefined for what Frontdesk does not write. */
export const contentOf = (name: string): Content | undefined =>
  contents.find((content) => (content.isPrefix ? name.startsWith(content.name) : name === content.name));

/** The folders whose files a backup copies one by one. */
export const keptFolders = contents.filter(({ backup }) => backup === 'files').map(({ name }) => name);

/** Larger ones do not fit into a row. */
const largestFileBytes = 512 * 1024 * 1024;
const mostTries = 50;
const betweenTriesMs = 100;
/** File systems count the time of a change in steps of some milliseconds. */
const settledMs = 100;

/** A file of a kept folder: its path in the data folder with `/`, as a backup stores it. */
export interface KeptFile {
  path: string;
  sizeBytes: number;
  changedAtMs: number;
}

/** Returns the files that a backup copies one by one; no links, and nothing that another program has half-written. */
export async function listKeptFiles(home: string): Promise<KeptFile[]> {
  const found: KeptFile[] = [];
  const walk = async (path: string): Promise<void> => {
    for (const entry of await readdir(join(home, path), { withFileTypes: true }).catch(() => [])) {
      const inside = `${path}/${entry.name}`;
      if (entry.isDirectory()) await walk(inside);
      if (!entry.isFile() || isUnfinished(entry.name)) continue;
      const stats = await lstat(join(home, inside)).catch(() => null);
      if (stats) found.push({ path: inside, sizeBytes: stats.size, changedAtMs: stats.mtimeMs });
    }
  };
  for (const folder of keptFolders) await walk(folder);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Files of the moment: ours before they are renamed, and the locks of Excel and LibreOffice. */
const isUnfinished = (name: string): boolean => /^(\..*\.tmp|~\$.*|\.~lock\..*#)$/.test(name);

/** Reads a file as it was at one moment, while others write to it; null when that fails or it is too large. */
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

/** Whether a path of a backup leads into a kept folder, on every system. */
export function isKeptPath(path: string): boolean {
  const names = path.split('/');
  const isPlain = (name: string) => name !== '' && name !== '.' && name !== '..' && !/[\\:\p{Cc}]/u.test(name);
  return names.length > 1 && keptFolders.includes(names[0] as string) && names.every(isPlain);
}
