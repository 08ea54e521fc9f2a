import { copyFile, mkdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { secretFile } from '../access/secrets.ts';
import { databaseFile } from '../database/data-folder.ts';
import { syncFile, syncFolder } from '../database/sync.ts';
import { Files } from '../files/files.ts';
import { forgetUse } from '../machine/home-machine.ts';
import { pauseStaged } from '../work/sending-pause.ts';
import { backupJobName } from './backup-files.ts';
import {
  BackupError,
  type BackupManifest,
  listBackedUpBlobs,
  listBackedUpFiles,
  openBackup,
  openDisposable,
  readBlob,
  readFileOf,
} from './backup-format.ts';
import { backupTables, compareSchema, dropForeign } from './compare-schema.ts';
import { contents, keptFolders } from './folder-contents.ts';
import { claimStage, clearRestoreFailure, stageFolder, writeJournal } from './restore-state.ts';
import { tryRestored } from './try-restored.ts';
import { verifyBackup, versionOf } from './verify-backup.ts';

/** Space that must stay free next to the staged copy. */
const spareBytes = 64 * 1024 * 1024;

/**
 * Parts that a restore replaces, in order. Folders that other programs may have open come first, because nothing has
 * changed yet if they cannot be moved. The database comes last: while it is staged, the WAL files belong to the present
 * database.
 */
const parts = [
  ...keptFolders,
  ...contents.filter(({ backup }) => backup === 'blobs' || backup === 'key').map(({ name }) => name),
  ...contents.filter(({ backup }) => backup === 'database').map(({ name }) => name),
];

/**
 * Verifies a backup, stages it next to the present data, which stay unchanged, and tries it there (`tryRestored`).
 * Returns its manifest and the folder to which the present data will be moved. Sending is paused in the restored
 * installation until the owner resumes it: messages waiting in the backup may have been sent since. Throws `BackupError`
 * or `NewerDatabaseError` with nothing changed, also while another restore is under way.
 */
export async function stageRestore(
  home: string,
  file: string,
  now: string,
): Promise<{ manifest: BackupManifest; keptIn: string }> {
  const manifest = verifyBackup(file);
  const stage = stageFolder(home);
  await mkdir(home, { recursive: true, mode: 0o700 });
  const explain = async (error: unknown): Promise<never> => {
    throw isFull(error) ? tooFull(home, (await stat(file)).size) : error;
  };
  const release = await claimStage(home).catch(explain);
  try {
    await assertRoom(home, file);
    await unpackFiles(file, stage);
    await unpackDatabase(file, databaseFile(stage), manifest);
    await writeFile(secretFile(stage), manifest.secretKey, { mode: 0o600, flush: true });
    await tryRestored(stage);
    await syncFile(databaseFile(stage));
    await syncFolder(stage);
    const keptIn = `before-restore-${now.replaceAll(':', '-')}`;
    await clearRestoreFailure(home);
    await writeJournal(home, { keptIn, parts, createdAt: manifest.createdAt });
    release();
    return { manifest, keptIn: join(home, keptIn) };
  } catch (error) {
    release();
    await rm(stage, { recursive: true, force: true });
    return explain(error);
  }
}

const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes((error as { code?: string }).code ?? '');

/** The staged copy is as large as the backup, and compaction writes its database a second time. */
async function assertRoom(home: string, file: string): Promise<void> {
  const { bavail, bsize } = await statfs(home);
  const { size } = await stat(file);
  if (bavail * bsize < 2 * size + spareBytes) throw tooFull(home, size);
}

const tooFull = (home: string, size: number): BackupError =>
  new BackupError(
    `There is too little room in ${home}: the restore needs ${Math.ceil((2 * size + spareBytes) / 1_000_000)} MB. ` +
      'Nothing was changed.',
  );

/** Writes blobs and files one at a time to bound memory. */
async function unpackFiles(file: string, stage: string): Promise<void> {
  const handle = openBackup(file);
  const folders = new Set<string>();
  const write = async (path: string, bytes: Buffer): Promise<void> => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, bytes, { mode: 0o600, flush: true, flag: 'wx' });
    folders.add(dirname(path));
  };
  try {
    for (const folder of ['blobs', ...keptFolders]) {
      await mkdir(join(stage, folder), { mode: 0o700 });
      folders.add(join(stage, folder));
    }
    const files = new Files(stage);
    for (const hash of listBackedUpBlobs(handle)) await write(files.path(hash), readBlob(handle, hash));
    for (const { path } of listBackedUpFiles(handle)) await write(join(stage, path), readFileOf(handle, path));
    for (const folder of folders) await syncFolder(folder);
  } finally {
    handle.close();
  }
}

/** Writes the backup's database without objects that Frontdesk did not create. */
async function unpackDatabase(file: string, target: string, manifest: BackupManifest): Promise<void> {
  await copyFile(file, target);
  const handle = openDisposable(target);
  try {
    const version = versionOf(handle, manifest);
    dropForeign(handle, compareSchema(handle, version).foreign);
    for (const table of backupTables) handle.exec(`drop table ${table}`);
    handle.pragma(`user_version = ${version}`);
    handle.exec('vacuum');
    pauseStaged(handle);
    forgetUse(handle);
    handle.prepare('delete from jobs where name = ?').run(backupJobName);
  } finally {
    handle.close();
  }
}
