import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { OwnerError } from '../../owner-error.ts';
import type { SqliteHandle } from '../database/database.ts';
import Sqlite from '../database/sqlite.ts';

/** The file is damaged or not a backup. */
export class BackupError extends OwnerError {}

/** Names of missing files that a backup records. */
export const mostNamed = 20;

const Names = z.array(z.string()).max(mostNamed);

/** Metadata stored inside a backup. */
const Manifest = z.object({
  appVersion: z.string().min(1),
  schemaVersion: z.coerce.number().int().min(1),
  createdAt: z.iso.datetime(),
  blobCount: z.coerce.number().int().min(0),
  /** SHA-256 over the ordered hashes of the blobs. */
  blobsDigest: z.string(),
  fileCount: z.coerce.number().int().min(0),
  /** SHA-256 over the ordered paths and hashes of the files. */
  filesDigest: z.string(),
  /** Files that the backup should contain, and does not: lost, unreadable or too large. */
  missingCount: z.coerce.number().int().min(0),
  /** Paths of the first ones in the data folder; blobs have none. */
  missingFiles: z.preprocess(parseJson, Names),
  /** The installation's root key, without which sealed values could not be read. */
  secretKey: z.string().regex(/^[0-9a-f]{64}$/),
});
export type BackupManifest = z.infer<typeof Manifest>;

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

/** Opens a backup for reading. Throws `BackupError` when the file is missing or unreadable. */
export function openBackup(file: string): SqliteHandle {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}`);
  try {
    return new Sqlite(file, { readonly: true, fileMustExist: true });
  } catch (error) {
    throw asBackupError(error);
  }
}

/** Opens a file that is discarded if anything fails: without a journal or syncs; the caller syncs it at the end. */
export function openDisposable(file: string): SqliteHandle {
  const handle = new Sqlite(file);
  // Leaves WAL mode first: otherwise the copy would need a second file.
  handle.pragma('journal_mode = DELETE');
  handle.pragma('journal_mode = OFF');
  handle.pragma('synchronous = OFF');
  return handle;
}

export const listBackedUpBlobs = (handle: SqliteHandle): string[] =>
  handle.prepare('select hash from backup_blobs order by hash').pluck().all() as string[];

export const readBlob = (handle: SqliteHandle, hash: string): Buffer =>
  handle.prepare('select bytes from backup_blobs where hash = ?').pluck().get(hash) as Buffer;

/** A file's path in the data folder and the hash of its bytes. */
export interface BackedUpFile {
  path: string;
  hash: string;
}

export const listBackedUpFiles = (handle: SqliteHandle): BackedUpFile[] =>
  handle.prepare('select path, hash from backup_files order by path').all() as BackedUpFile[];

export const readFileOf = (handle: SqliteHandle, path: string): Buffer =>
  handle.prepare('select bytes from backup_files where path = ?').pluck().get(path) as Buffer;

export function writeManifest(handle: SqliteHandle, manifest: BackupManifest): void {
  handle.exec('create table backup_manifest (key text primary key, value text not null) strict');
  const insert = handle.prepare('insert into backup_manifest (key, value) values (?, ?)');
  for (const [key, value] of Object.entries(manifest))
    insert.run(key, Array.isArray(value) ? JSON.stringify(value) : String(value));
}

export function readManifest(handle: SqliteHandle): BackupManifest {
  const isBackup = handle.prepare("select 1 from sqlite_schema where name = 'backup_manifest'").get();
  if (!isBackup) throw new BackupError('The file is no backup of Frontdesk');
  const rows = handle.prepare('select key, value from backup_manifest').raw().all() as [string, string][];
  const { data } = Manifest.safeParse(Object.fromEntries(rows));
  if (!data) throw new BackupError('The backup is damaged: its manifest is not complete');
  return data;
}

/** Returns the first fault that SQLite finds; null if there is none. */
export function findFault(handle: SqliteHandle): string | null {
  const lines = handle.pragma('integrity_check(1)') as { integrity_check: string }[];
  const fault = lines[0]?.integrity_check ?? 'unreadable';
  return fault === 'ok' ? null : fault;
}

/** Translates SQLite's errors about a damaged or foreign file into messages for the owner. */
export function asBackupError(error: unknown): unknown {
  const code = (error as { code?: string }).code ?? '';
  if (code === 'SQLITE_NOTADB') return new BackupError('The file is no backup of Frontdesk');
  if (code.startsWith('SQLITE_CANTOPEN')) return new BackupError('The file cannot be opened');
  if (code.startsWith('SQLITE_')) return new BackupError(`The backup is damaged: ${(error as Error).message}`);
  return error;
}

export const digestOf = (lines: string[]): string => sha256(lines.join('\n'));

/** Returns a file's line in the manifest's digest. */
export const lineOf = ({ path, hash }: BackedUpFile): string => `${hash} ${path}`;

export const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
