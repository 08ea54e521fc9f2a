import { existsSync } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { loadSecrets, sealedKeyFile, secretFile } from '../access/secrets.ts';
import { databaseFile, hasDatabase } from '../database/data-folder.ts';
import { openSqlite, type SqliteHandle } from '../database/database.ts';
import { isCurrent, readVersion } from '../database/migrate.ts';
import { describePlace, findRiskyPlace } from '../database/risky-place.ts';
import { Files } from '../files/files.ts';
import { listOutsideFolders, listReferredBlobs } from './backup.ts';
import { defaultBackupFolder, listBackups } from './backup-files.ts';
import { listBackedUpFiles, openBackup, readManifest } from './backup-format.ts';
import { readChosenFolder } from './backup-settings.ts';
import { contentOf, listKeptFiles } from './folder-contents.ts';

export interface Finding {
  name: string;
  ok: boolean;
  /** What was found. */
  detail: string;
  /** What the owner can do; null when the check passed. */
  hint: string | null;
}

interface Check {
  name: string;
  hint: string;
  /** Returns a description of a healthy state; throws the fault otherwise. */
  look(): Promise<string> | string;
}

const leastFreeBytes = 500_000_000;
const healthTimeoutMs = 1_000;

/** Checks everything that Frontdesk needs, without changing anything. */
export async function examine(config: Config): Promise<Finding[]> {
  const { home } = config;
  const checks = [sharpCheck, homeCheck(home)];
  if (!existsSync(home)) return [nodeFinding, ...(await runAll(checks)), await lookForServer(config)];
  checks.push(privacyCheck(home), diskCheck(home), placeCheck(home));
  const database = hasDatabase(home) ? openSqlite(databaseFile(home)) : null;
  try {
    checks.push(...(database ? databaseChecks(home, database) : [missingDatabase]));
    return [nodeFinding, ...(await runAll(checks)), await lookForServer(config)];
  } finally {
    database?.close();
  }
}

async function runAll(checks: Check[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, hint, look } of checks) {
    try {
      findings.push({ name, ok: true, detail: await look(), hint: null });
    } catch (error) {
      findings.push({ name, ok: false, detail: (error as Error).message, hint });
    }
  }
  return findings;
}

function assert(isWell: boolean, fault: string): void {
  if (!isWell) throw new Error(fault);
}

/** For whoever helps. The launcher runs nothing on a Node that is too old. */
const nodeFinding: Finding = { name: 'Node', ok: true, detail: process.versions.node, hint: null };

const sharpCheck: Check = {
  name: 'image library',
  hint: 'Run npm ci again on this machine',
  look: async () => `sharp ${(await import('sharp')).default.versions.sharp}`,
};

const missingDatabase: Check = {
  name: 'database',
  hint: 'Start the server once: npm start',
  look() {
    throw new Error('there is none');
  },
};

const homeCheck = (home: string): Check => ({
  name: 'data folder',
  hint: 'Start the server once (npm start), or set FRONTDESK_HOME to the folder',
  look() {
    assert(existsSync(home), `${home} does not exist`);
    return home;
  },
});

const privacyCheck = (home: string): Check => ({
  name: 'privacy',
  hint: `Run chmod 700 ${home} and chmod 600 on the files in it`,
  async look() {
    if (process.platform === 'win32') return 'ruled by the folder above';
    const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
    assert((await modeOf(home)) === 0o700, `others can enter ${home}`);
    const entries = await readdir(home, { withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
    for (const file of files) assert((await modeOf(join(home, file))) === 0o600, `others can read ${file}`);
    return 'only the owner can read it';
  },
});

const diskCheck = (home: string): Check => ({
  name: 'disk',
  hint: 'Free some space; new data is refused when the disk is full',
  async look() {
    const { bavail, bsize } = await statfs(home);
    const free = `${Math.floor((bavail * bsize) / 1_000_000)} MB free`;
    assert(bavail * bsize > leastFreeBytes, free);
    return free;
  },
});

const placeCheck = (home: string): Check => ({
  name: 'place',
  hint: "Stop the server, move the data folder to this computer's own disk and set FRONTDESK_HOME to it",
  async look() {
    const risky = await findRiskyPlace(home);
    assert(risky === null, risky === null ? '' : describePlace(risky));
    return 'neither synchronised nor on a network drive';
  },
});

const databaseChecks = (home: string, handle: SqliteHandle): Check[] => [
  {
    name: 'database',
    hint: 'Restore a backup: npx frontdesk restore FILE',
    look() {
      const fault = handle.pragma('quick_check(1)', { simple: true });
      assert(fault === 'ok', String(fault));
      return 'sound';
    },
  },
  {
    name: 'durability',
    hint: 'Put the data folder on a local disk',
    look() {
      const expected = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1 };
      for (const [name, value] of Object.entries(expected)) {
        const found = handle.pragma(name, { simple: true });
        assert(found === value, `${name} is ${found}`);
      }
      return 'commits reach the disk';
    },
  },
  {
    name: 'schema',
    hint: 'Start the server once: npm start',
    look() {
      assert(isCurrent(readVersion(handle)), 'of an older version');
      return 'current';
    },
  },
  {
    name: 'full-text search',
    hint: 'Run npm ci again on this machine',
    look() {
      assert(
        handle.prepare("select sqlite_compileoption_used('ENABLE_FTS5')").pluck().get() === 1,
        'SQLite was built without FTS5',
      );
      return 'FTS5';
    },
  },
  {
    name: 'secret key',
    hint: 'Restore a backup: it holds the key',
    async look() {
      // `loadSecrets` would create a missing key.
      if (!existsSync(secretFile(home)) && existsSync(sealedKeyFile(home))) return 'kept by the desktop program';
      assert(existsSync(secretFile(home)), 'there is none');
      await loadSecrets(home);
      return 'readable';
    },
  },
  { name: 'files', hint: 'Restore a backup: it holds the files', look: () => findAllBlobs(home, handle) },
  { name: 'newest backup', hint: 'Make a backup: npx frontdesk backup FILE', look: () => compareBackup(home, handle) },
  { name: 'in no backup', hint: 'Copy it yourself', look: () => findOutside(home, handle) },
];

/** Compares the newest backup with the files that it should contain, except those written since. */
async function compareBackup(home: string, handle: SqliteHandle): Promise<string> {
  const chosen = readChosenFolder(handle.prepare("select value from settings where key = 'backups'").pluck().get());
  const [newest] = await listBackups([defaultBackupFolder(home), ...(chosen === null ? [] : [chosen])]);
  if (!newest) return 'there is none yet';
  const backup = openBackup(newest.path);
  try {
    const { createdAt, blobCount } = readManifest(backup);
    const inside = new Set(listBackedUpFiles(backup).map(({ path }) => path));
    const { files, unreadable } = await listKeptFiles(home);
    assert(unreadable.length === 0, `no backup can read ${unreadable.join(', ')}`);
    const outside = files.filter(({ path }) => !inside.has(path));
    const older = outside.filter(({ changedAtMs }) => changedAtMs < Date.parse(createdAt));
    assert(older.length === 0, `that of ${createdAt} lacks ${name(older)}`);
    const since = outside.length === 0 ? '' : `; written since: ${name(outside)}`;
    return `that of ${createdAt} holds the database, ${blobCount} files and ${inside.size} workbooks${since}`;
  } finally {
    backup.close();
  }
}

const name = (files: { path: string }[]): string => files.map(({ path }) => path).join(', ');

/** Names files that backups leave out: granted folders elsewhere, and unknown files in the data folder. */
async function findOutside(home: string, handle: SqliteHandle): Promise<string> {
  const foreign = (await readdir(home)).filter((entry) => contentOf(entry) === undefined);
  return [...listOutsideFolders(handle), ...foreign.map((entry) => join(home, entry))].join(', ') || 'nothing';
}

async function findAllBlobs(home: string, handle: SqliteHandle): Promise<string> {
  const files = new Files(home);
  const hashes = listReferredBlobs(handle);
  let lost = 0;
  for (const hash of hashes) if (!(await files.stat(hash))) lost += 1;
  assert(lost === 0, `${lost} of ${hashes.length} are missing`);
  return `all ${hashes.length} are there`;
}

/** Always passes: the commands work without a server. */
async function lookForServer({ host, port }: Config): Promise<Finding> {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const url = `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}/healthz`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(healthTimeoutMs) }).catch(() => null);
  await answer?.body?.cancel();
  return {
    name: 'server',
    ok: true,
    detail: answer?.ok ? `running on port ${port}` : `not running on port ${port}`,
    hint: null,
  };
}
