import { randomBytes } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { consumeQuota, releaseQuota } from '../access/quotas.ts';
import type { Db, Row, Table } from '../database/database.ts';
import { syncFolder } from '../database/sync.ts';
import { deleteRow, insertRow } from '../database/workspace-rows.ts';
import { invalid, type Problem } from '../problem.ts';
import { outside } from '../running/item-run.ts';
import type { Work } from '../work/work.ts';
import type { FileKind } from './file-kind.ts';
import { type Chunks, hashAndSync, writeHashed } from './hash-files.ts';
import { blankMetadata, cleanImage, isCleanable, isRefusal } from './images.ts';
import { sniffFile } from './sniff.ts';

declare module '../database/database.ts' {
  interface Tables {
    files: Table<'files', { kind: FileKind }>;
  }
}

/** A durable blob, named by its SHA-256. The content type is detected from the bytes. */
export interface StoredBlob {
  hash: string;
  sizeBytes: number;
  contentType: string;
  /** Without the dot. */
  extension: string;
  /** In pixels, for cleaned images; else null. */
  width: number | null;
  height: number | null;
  /** A WebP thumbnail of at most 320 pixels, for cleaned images; else null. */
  thumbnailHash: string | null;
}

/** A blob with the file that contains its bytes. */
export interface ReceivedBlob extends StoredBlob {
  path: string;
}

/** A blob stored by a workspace under a file name. */
export interface StoredFile extends Omit<StoredBlob, 'extension'> {
  id: string;
  workspaceId: string;
  fileName: string;
  kind: FileKind;
  createdAt: string;
}

/** The content-addressed blobs next to the database: identical bytes are stored once, whoever sends them. */
export class Files {
  readonly #blobs: string;
  readonly #temp: string;

  constructor(home: string) {
    this.#blobs = join(home, 'blobs');
    this.#temp = join(home, 'tmp');
  }

  /** Removes the remains of interrupted uploads. Called while no upload is running. */
  async clearTemporary(): Promise<void> {
    await rm(this.#temp, { recursive: true, force: true });
  }

  /**
   * Writes a stream to the disk; once it resolves, the bytes survive a power cut and a row may refer to them. Photos
   * are cleaned on the way (see `cleanImage` and `blankMetadata`), so hash and size belong to the cleaned image. Throws 413 above
   * `maxBytes`, and 400 naming `field` for an empty file or an unreadable image; nothing is then left on the disk.
   *
   * With `onRefusal` a picture that cannot be cleaned is stored as it came, and `onRefusal` gets the reason.
   *
   * With a `scratch` folder the bytes stay there instead of becoming a blob, and no row may refer to them. Blobs are shared
   * by all senders of the same bytes, so a file to be deleted may not become a blob.
   */
  async receive(
    stream: Chunks,
    options: {
      maxBytes: number;
      field?: string;
      scratch?: string | undefined;
      onRefusal?: (reason: Problem) => void;
    },
  ): Promise<ReceivedBlob> {
    const { maxBytes, field = 'body.file', scratch, onRefusal } = options;
    const temp = await this.#newTempPath(scratch);
    let isKept = false;
    try {
      const written = await outside(() => writeHashed(stream, temp, maxBytes));
      if (written.sizeBytes === 0) throw invalid(field, 'The file is empty', 'empty_file');
      const type = await sniffFile(temp);
      const { contentType } = type;
      try {
        if (isCleanable(contentType)) {
          return { ...type, ...(await this.#keepImage(temp, { contentType, field, scratch })) };
        }
        if (await blankMetadata(temp, { contentType, field })) Object.assign(written, await hashAndSync(temp));
      } catch (error) {
        if (!onRefusal || !isRefusal(error)) throw error;
        onRefusal(error);
      }
      const path = await this.#keep(temp, written.hash, scratch);
      isKept = path === temp;
      return { ...type, ...written, path, width: null, height: null, thumbnailHash: null };
    } finally {
      if (!isKept) await rm(temp, { force: true });
    }
  }

  /** Returns the path of a new folder for `receive`, which creates it. The caller removes it; the next start does too. */
  newScratch(): string {
    return join(this.#temp, randomBytes(16).toString('hex'));
  }

  /** Streams a blob; `start` and `end` are inclusive byte offsets. */
  read(hash: string, range: { start?: number; end?: number } = {}): ReadStream {
    return createReadStream(this.path(hash), range);
  }

  /** Path of a blob. */
  path(hash: string): string {
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error('not a hash');
    return join(this.#blobs, hash.slice(0, 2), hash);
  }

  /** Returns the size of a blob in bytes; null when it is missing. */
  async stat(hash: string): Promise<{ sizeBytes: number } | null> {
    const found = await stat(this.path(hash)).catch(() => null);
    return found && { sizeBytes: found.size };
  }

  async #keepImage(
    source: string,
    { contentType, field, scratch }: { contentType: string; field: string; scratch: string | undefined },
  ) {
    const cleaned = await this.#newTempPath(scratch);
    const thumbnail = await this.#newTempPath(scratch);
    try {
      const size = await cleanImage(source, cleaned, thumbnail, { contentType, field });
      const { hash, sizeBytes } = await hashAndSync(cleaned);
      const { hash: thumbnailHash } = await hashAndSync(thumbnail);
      const path = await this.#keep(cleaned, hash, scratch);
      await this.#keep(thumbnail, thumbnailHash, scratch);
      return { hash, sizeBytes, path, thumbnailHash, ...size };
    } finally {
      // Files in a scratch folder are removed with the folder.
      if (scratch === undefined) for (const path of [cleaned, thumbnail]) await rm(path, { force: true });
    }
  }

  /** Moves a synced temporary file to the blobs, unless it is in a scratch folder; returns its path. */
  async #keep(temp: string, hash: string, scratch: string | undefined): Promise<string> {
    if (scratch !== undefined) return temp;
    const target = this.path(hash);
    const folder = dirname(target);
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    // An existing blob is touched, so that no sweep deletes it before its new row is committed.
    if (await this.stat(hash)) await utimes(target, new Date(), new Date());
    else await rename(temp, target);
    await syncFolder(folder);
    if (made) {
      await syncFolder(this.#blobs);
      await syncFolder(dirname(this.#blobs));
    }
    return target;
  }

  async #newTempPath(folder = this.#temp): Promise<string> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return join(folder, randomBytes(16).toString('hex'));
  }
}

export function kindOf(contentType: string): FileKind {
  // An SVG is a document that can run scripts, not a picture.
  if (contentType.startsWith('image/svg')) return 'DOCUMENT';
  const [type] = contentType.split('/', 1);
  return type === 'image' ? 'IMAGE' : type === 'video' ? 'VIDEO' : type === 'audio' ? 'AUDIO' : 'DOCUMENT';
}

const maxFileNameLength = 120;

/** Cleans a file name for display and download: no path, no control or direction characters, at most 120 characters. */
export function cleanFileName(name: string): string {
  const [base = ''] = name.toWellFormed().split(/[/\\]/).slice(-1);
  const plain = base.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '').trim();
  if (plain.length <= maxFileNameLength) return plain || 'file';
  const extension = /\.\w{1,10}$/.exec(plain)?.[0] ?? '';
  return plain.slice(0, maxFileNameLength - extension.length).toWellFormed() + extension;
}

/** Stores a blob as a file of the workspace and counts its bytes. Throws `quota_exceeded` unless `force`. */
export async function insertFile(
  work: Work,
  blob: Omit<StoredBlob, 'extension'>,
  fileName: string,
  options: { force?: boolean } = {},
): Promise<StoredFile> {
  await consumeQuota(work, 'storageBytes', blob.sizeBytes, options);
  const row = await insertRow(work.db, 'files', {
    id: work.newId('file'),
    workspace_id: work.workspace.id,
    hash: blob.hash,
    content_type: blob.contentType,
    size_bytes: blob.sizeBytes,
    file_name: cleanFileName(fileName),
    kind: kindOf(blob.contentType),
    width: blob.width,
    height: blob.height,
    thumbnail_hash: blob.thumbnailHash,
    created_at: work.now,
  });
  return toStoredFile(row);
}

/**
 * Deletes a file and frees its storage; the blob is deleted by the next sweep unless another file has the same bytes.
 */
export async function deleteFile(work: Work, id: string): Promise<void> {
  const row = await deleteRow(work.db, 'files', work.workspace.id, id);
  if (row) await releaseQuota(work, 'storageBytes', row.size_bytes);
}

/** Returns the file of an id or of an alias. */
export async function findFile(db: Db, workspaceId: string, id: string): Promise<StoredFile | null> {
  const file = await findLinkedFile(db, id);
  return file?.workspaceId === workspaceId ? file : null;
}

/** Returns the file of a signed link; the signature proves access, so no workspace is needed. */
export async function findLinkedFile(db: Db, id: string): Promise<StoredFile | null> {
  const aliased = sql<string>`coalesce((select file_id from file_aliases where id = ${id}), ${id})`;
  const row = await db.selectFrom('files').selectAll().where('id', '=', aliased).executeTakeFirst();
  return row ? toStoredFile(row) : null;
}

export type FileRow = Row<'files'>;

/** Returns the rows of files by id, in no order. */
export const findFiles = async (db: Db, ids: string[]): Promise<FileRow[]> =>
  ids.length === 0 ? [] : db.selectFrom('files').selectAll().where('id', 'in', ids).execute();

/** Sums the bytes of all blobs; identical bytes are stored once. */
export async function sumBlobs(db: Db): Promise<number> {
  const blobs = db.selectFrom('files').select(['hash', 'size_bytes']).distinct().as('blobs');
  const { bytes } = await db
    .selectFrom(blobs)
    .select(({ fn }) => fn.sum<number | null>('blobs.size_bytes').as('bytes'))
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

const toStoredFile = (row: FileRow): StoredFile => ({
  id: row.id,
  workspaceId: row.workspace_id,
  hash: row.hash,
  contentType: row.content_type,
  sizeBytes: row.size_bytes,
  fileName: row.file_name,
  kind: row.kind,
  width: row.width,
  height: row.height,
  thumbnailHash: row.thumbnail_hash,
  createdAt: row.created_at,
});
