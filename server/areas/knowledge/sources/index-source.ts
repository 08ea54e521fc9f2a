import { z } from 'zod';
import { dayMs, hourMs } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import { defineJob, type JobRun, type QueuedJob } from '../../../platform/work/jobs.ts';
import { systemActor, type Work } from '../../../platform/work/work.ts';
import { extractDocument } from '../extract/extract-document.ts';
import type { ReadInput, ReadResult } from '../extract/read-document.ts';
import { dropChunks, setSearchable, stageChunks, swapChunks } from '../passages/stage-chunks.ts';
import { reviewSource } from '../review/review-sources.ts';
import { type FetchedPage, fetchPage } from './fetch-page.ts';
import { SourceFault } from './source-fault.ts';
import { findSourceById, type SourceChanges, type SourceRow, updateSource } from './sources.store.ts';
import { touchReaders } from './touch-readers.ts';

const Input = z.object({ sourceId: z.string() });
type Run = JobRun<z.infer<typeof Input>>;
type Queued = QueuedJob<z.infer<typeof Input>>;

const maxAttempts = 3;
/** After this many consecutive failures a URL is no longer refreshed. */
const mostFailedFetches = 5;
const refreshEveryMs = 7 * dayMs;
/** Percentage of the progress for reading a document; the rest is for storing its passages. */
const readPercent = 20;

/** The source was deleted while it was indexed. */
class SourceGone extends Error {}

/**
 * Reads a source, cuts it into chunks, stages them and swaps them with the old ones in one transaction. A retry after a
 * crash begins under a new generation, so that nothing is stored twice.
 */
export const indexSource = defineJob({
  name: 'knowledge.index',
  input: Input,
  maxAttempts,
  // Leaves processors free for requests.
  maxRunning: 2,
  timeoutMs: hourMs,
  forgetWhenDone: true,
  async run(job) {
    try {
      await index(job);
    } catch (error) {
      if (error instanceof SourceFault) return fail(job, error);
      if (!(await findRow(job))) return clearUp(job);
      if (job.signal.aborted || job.attempt < maxAttempts) throw error;
      job.platform.log.error({ err: error, sourceId: job.input.sourceId }, 'a source could not be indexed');
      return fail(job, new SourceFault('internal_error'));
    }
  },
  setAside: (job) => fail(job, new SourceFault('internal_error')),
});

const findRow = ({ platform, workspaceId, input }: Queued): Promise<SourceRow | null> =>
  findSourceById(platform.database.read, workspaceId as string, input.sourceId);

async function index(job: Run): Promise<void> {
  const row = await change(job, { status: 'INDEXING', progress: 0 });
  if (row.kind !== 'URL') return store(job, row, await extractDocument(await storedInput(job, row), job.signal), {});
  const page = await fetchPage(job.platform, row.url as string, knownValidators(row), job.signal);
  if (!page) return keepChunks(job, row);
  const input: ReadInput = { kind: 'URL', bytes: page.bytes, charset: page.charset };
  return store(job, row, await extractDocument(input, job.signal), fetchedColumns(job, page));
}

/** Sends validators only if passages exist that a 304 could keep. */
const knownValidators = (row: SourceRow) =>
  row.generation === null ? { etag: null, lastModified: null } : { etag: row.etag, lastModified: row.last_modified };

async function storedInput({ platform }: Run, row: SourceRow): Promise<ReadInput> {
  const { content_hash: hash, content_type: contentType } = row;
  if (row.kind === 'URL' || hash === null || contentType === null)
    throw new Error('A TEXT or FILE source must have its bytes');
  return { kind: row.kind, path: platform.files.path(hash), contentType };
}

/** Columns after a successful fetch; resets the count of failures. */
function fetchedColumns({ platform }: Run, page: FetchedPage | null): SourceChanges {
  const now = platform.clock.now();
  return {
    last_fetched_at: now.toISOString(),
    refresh_at: new Date(now.getTime() + refreshEveryMs).toISOString(),
    failed_fetches: 0,
    ...(page ? { etag: page.etag, last_modified: page.lastModified } : {}),
  };
}

/** Stages the chunks of a new generation and makes them live. */
async function store(job: Run, row: SourceRow, document: ReadResult, fetched: SourceChanges): Promise<void> {
  const { platform } = job;
  const { chunks, language, title, charCount, contentType, sizeBytes, contentHash } = document;
  const generation = newId('gen');
  await change(job, { progress: readPercent });
  const source = { id: row.id, workspaceId: row.workspace_id, language, title: title ?? row.name };
  let shown = readPercent;
  await stageChunks(platform, source, generation, chunks, async (percent) => {
    job.signal.throwIfAborted();
    const progress = Math.min(99, Math.round(readPercent + (percent * (100 - readPercent)) / 100));
    // The write also detects a deleted source; not every step needs one.
    if (progress < shown + 5) return;
    shown = progress;
    await change(job, { progress });
  });
  await change(
    job,
    {
      ...readyColumns(job),
      ...fetched,
      generation,
      title,
      language,
      char_count: charCount,
      chunk_count: chunks.length,
      content_type: contentType,
      size_bytes: sizeBytes,
      content_hash: contentHash,
    },
    async (work, { enabled }) => {
      await swapChunks(work, row.id, generation);
      await setSearchable(work, row.id, enabled === 1);
      await reviewSource(work, { ...row, content_hash: contentHash });
      if (row.generation === null || row.content_hash !== contentHash) await touchReaders(work, row);
    },
  );
}

/** Marks an unchanged URL (304) as READY. */
const keepChunks = async (job: Run, row: SourceRow): Promise<void> => {
  await change(job, { ...readyColumns(job, row.indexed_at), ...fetchedColumns(job, null) });
};

const readyColumns = ({ platform }: Run, indexedAt: string | null = null): SourceChanges => ({
  status: 'READY',
  progress: 100,
  error_code: null,
  error_message: null,
  indexed_at: indexedAt ?? platform.clock.now().toISOString(),
});

/** Updates the row, and runs `also`, in one short transaction. Throws `SourceGone` if the source was deleted. */
async function change(
  { platform, workspaceId, input }: Queued,
  changes: SourceChanges,
  also?: (work: Work, row: SourceRow) => Promise<void>,
): Promise<SourceRow> {
  return platform.workFor(workspaceId as string, systemActor, async (work) => {
    const row = await updateSource(work.db, work.workspace.id, input.sourceId, changes, work.now);
    if (!row) throw new SourceGone();
    await also?.(work, row);
    return row;
  });
}

/** Marks the source as FAILED and keeps its live passages. The next indexing discards what this one has staged. */
async function fail(job: Queued, fault: SourceFault): Promise<void> {
  const row = await findRow(job);
  if (!row) return clearUp(job);
  const failures = row.failed_fetches + 1;
  const next = new Date(job.platform.clock.now().getTime() + refreshEveryMs).toISOString();
  const fetching = { failed_fetches: failures, refresh_at: failures >= mostFailedFetches ? null : next };
  await change(job, {
    status: 'FAILED',
    error_code: fault.code,
    error_message: fault.message,
    ...(row.kind === 'URL' ? fetching : {}),
  });
}

/** Deletes the passages that were being stored when the source was deleted. */
const clearUp = ({ platform, workspaceId, input }: Queued): Promise<void> =>
  platform.workFor(workspaceId as string, systemActor, (work) => dropChunks(work, input.sourceId));
