import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { perPlatform } from '../../platform/platform.ts';
import { syncFolder } from '../../platform/sync.ts';
import { runInWorker, WorkerLimitError, workerFile } from '../../platform/workers.ts';
import { ConnectorError } from './connector.ts';
import type { RowWish, WriteInput, Written } from './write-rows.ts';

const largestBytes = 10 * 1024 * 1024;
const limits = { timeoutMs: 30_000, heapMb: 512, buffersMb: 256 };

/** Who writes to a file, by its path: each waits for the one before, so that no row is lost. */
const writers = perPlatform(() => new Map<string, Promise<unknown>>());

/**
 * Puts a row into a workbook. The file is replaced as a whole, so that a crash leaves the old or the new one. Throws
 * `ConnectorError`.
 */
export async function writeWorkbook(
  platform: Parameters<typeof writers>[0],
  path: string,
  sheet: string | null,
  row: RowWish,
  signal: AbortSignal,
): Promise<Written> {
  const queue = writers(platform);
  const before = queue.get(path) ?? Promise.resolve();
  const writing = before.then(() => replaceFile(path, sheet, row, signal));
  const settled = writing.catch(() => {});
  queue.set(path, settled);
  try {
    return await writing;
  } finally {
    if (queue.get(path) === settled) queue.delete(path);
  }
}

export const readSheets = async (path: string, signal: AbortSignal): Promise<string[]> => {
  const { bytes } = await readWhole(path);
  return bytes === null ? [] : compute<string[]>({ kind: 'sheets', bytes }, signal);
};

async function replaceFile(path: string, sheet: string | null, row: RowWish, signal: AbortSignal): Promise<Written> {
  const { bytes, mode, changedAt } = await readWhole(path);
  const kind = extname(path).toLowerCase() === '.csv' ? 'csv' : 'xlsx';
  const written = await compute<Written>({ kind, bytes, sheet, row }, signal);
  if (written.bytes === null) return written;
  const temp = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const file = await open(temp, 'wx', mode);
    try {
      await file.writeFile(written.bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    const now = await stat(path).catch(() => null);
    if ((now?.mtimeMs ?? null) !== changedAt) {
      throw new ConnectorError('busy', 'Another program has just changed the workbook');
    }
    await rename(temp, path);
    await syncFolder(dirname(path));
    return written;
  } catch (error) {
    throw toFault(error);
  } finally {
    await rm(temp, { force: true });
  }
}

async function readWhole(path: string) {
  const found = await stat(path).catch(() => null);
  if (!found) return { bytes: null, mode: 0o600, changedAt: null };
  if (found.size > largestBytes) {
    throw new ConnectorError('refused', 'The workbook has more than 10 MiB: begin a new one', { isFinal: true });
  }
  const bytes = await readFile(path).catch((error: unknown) => {
    throw toFault(error);
  });
  return { bytes, mode: found.mode & 0o777, changedAt: found.mtimeMs };
}

async function compute<Result>(input: WriteInput, signal: AbortSignal): Promise<Result> {
  try {
    const file = workerFile(import.meta.url, 'write-rows.worker');
    const answer = await runInWorker<{ result: Result } | { fault: string }>(file, input, { ...limits, signal });
    if ('result' in answer) return answer.result;
    throw new ConnectorError('refused', answer.fault, { isFinal: true });
  } catch (error) {
    if (!(error instanceof WorkerLimitError)) throw error;
    throw new ConnectorError('refused', 'The workbook is too large to be worked on', { isFinal: true });
  }
}

/** A file that another program holds, or a full disk, may be free again later. */
function toFault(error: unknown): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new ConnectorError('busy', `The workbook cannot be written now (${code || message})`);
}
