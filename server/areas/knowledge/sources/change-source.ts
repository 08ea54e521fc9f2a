import { nameColumns } from '../../../platform/database/fold.ts';
import { deleteFile, insertFile, type StoredBlob } from '../../../platform/files/files.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Work } from '../../../platform/work/work.ts';
import { agentExists } from '../../agents/index.ts';
import { findBase } from '../bases/bases.store.ts';
import { dropChunks, setSearchable } from '../passages/stage-chunks.ts';
import { reviewSource } from '../review/review-sources.ts';
import { indexSource } from './index-source.ts';
import {
  deleteSourceRow,
  findSourceByContent,
  findSourceByName,
  insertSource,
  ownerColumns,
  ownerOf,
  type SourceOwner,
  type SourceRow,
  updateSource,
} from './sources.store.ts';
import { touchReaders } from './touch-readers.ts';

const longestName = 120;

/** Errors of the operations that add a text or a file. */
export const sourceErrors = ['name_taken', 'content_taken', 'quota_exceeded'] as const;

/**
 * Adds a text or a file as a source and enqueues its indexing. Throws 409 `name_taken` or `content_taken` if the owner
 * already has a source with the name or the bytes.
 */
export async function addStoredSource(
  work: Work,
  owner: SourceOwner,
  source: { kind: 'TEXT' | 'FILE'; name: string; blob: StoredBlob; fileName: string; contentType: string },
): Promise<SourceRow> {
  const { kind, name, blob } = source;
  await assertNameIsFree(work, owner, name);
  const same = await findSourceByContent(work.db, work.workspace.id, owner, { hash: blob.hash });
  if (same) throw new Problem('content_taken', `"${same.name}" has the same content`, { extra: { sourceId: same.id } });
  const file = await insertFile(work, blob, source.fileName);
  const stored = {
    file_id: file.id,
    content_type: source.contentType,
    size_bytes: blob.sizeBytes,
    content_hash: blob.hash,
  };
  return addSource(work, owner, { kind, ...nameColumns(name), ...stored });
}

/** Adds a URL as a source and enqueues its indexing. Throws 409 `url_taken`. `url` comes from `normaliseUrl`. */
export async function addUrlSource(work: Work, owner: SourceOwner, url: string): Promise<SourceRow> {
  const same = await findSourceByContent(work.db, work.workspace.id, owner, { url });
  if (same) throw new Problem('url_taken', 'Another source has this URL', { extra: { sourceId: same.id } });
  return addSource(work, owner, { kind: 'URL', ...nameColumns(await findFreeName(work, owner, url)), url });
}

/** Normalises a URL and removes its fragment, which never reaches the server. */
export function normaliseUrl(text: string): string {
  const url = new URL(text);
  url.hash = '';
  return url.href;
}

async function addSource(
  work: Work,
  owner: SourceOwner,
  columns: Omit<Parameters<typeof insertSource>[1], 'id' | 'workspace_id'>,
): Promise<SourceRow> {
  // The owner may have been deleted while the bytes were written.
  const { db, workspace } = work;
  const hasOwner =
    'agentId' in owner ? agentExists(db, workspace.id, owner.agentId) : findBase(db, workspace.id, owner.baseId);
  if (!(await hasOwner)) throw new Problem('not_found');
  const id = work.newId('src');
  const place = { id, workspace_id: workspace.id, ...ownerColumns(owner) };
  const row = await insertSource(db, { ...place, ...columns }, work.now);
  await work.enqueue(indexSource, { sourceId: id });
  return row;
}

/** Throws 409 `name_taken` if another source of the owner has the name. */
async function assertNameIsFree(work: Work, owner: SourceOwner, name: string, exceptId?: string): Promise<void> {
  const same = await findSourceByName(work.db, work.workspace.id, owner, name);
  if (!same || same.id === exceptId) return;
  throw new Problem('name_taken', `Another source is named "${same.name}"`, { extra: { sourceId: same.id } });
}

/** A free name for a URL source: two long URLs may share their first characters. */
async function findFreeName(work: Work, owner: SourceOwner, url: string): Promise<string> {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : ` (${number})`;
    const name = url.slice(0, longestName - suffix.length) + suffix;
    if (!(await findSourceByName(work.db, work.workspace.id, owner, name))) return name;
  }
}

/**
 * Enqueues the reindexing of a source; its passages stay searchable meanwhile. Throws 409 while it is being indexed.
 */
export async function reindexSource(work: Work, row: SourceRow): Promise<SourceRow> {
  if (row.status === 'PENDING' || row.status === 'INDEXING') throw new Problem('indexing_running');
  const waiting = { status: 'PENDING', progress: 0 } as const;
  const changed = await updateSource(work.db, work.workspace.id, row.id, waiting, work.now);
  await work.enqueue(indexSource, { sourceId: row.id });
  return changed as SourceRow;
}

/** Renames, enables or disables a source without reindexing it. */
export async function changeSource(
  work: Work,
  row: SourceRow,
  { enabled, name }: { enabled?: boolean | undefined; name?: string | undefined },
): Promise<SourceRow> {
  if (enabled === undefined && name === undefined) return row;
  if (name !== undefined) await assertNameIsFree(work, ownerOf(row), name, row.id);
  if (enabled !== undefined && enabled !== (row.enabled === 1)) {
    await setSearchable(work, row.id, enabled);
    await touchReaders(work, row);
    if (enabled) await reviewSource(work, row);
  }
  const columns = {
    ...(enabled === undefined ? {} : { enabled: enabled ? (1 as const) : (0 as const) }),
    ...(name === undefined ? {} : nameColumns(name)),
  };
  return (await updateSource(work.db, work.workspace.id, row.id, columns, work.now)) as SourceRow;
}

/** Deletes a source with its passages and its file. */
export async function deleteSource(work: Work, row: SourceRow): Promise<void> {
  await dropChunks(work, row.id);
  if (row.generation !== null) await touchReaders(work, row);
  await deleteSourceRow(work.db, work.workspace.id, row.id);
  if (row.file_id !== null) await deleteFile(work, row.file_id);
}
