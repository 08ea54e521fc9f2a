import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { syncFolder } from '../../../../platform/database/sync.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { runInWorker, WorkerLimitError, workerFile } from '../../../../platform/running/workers.ts';
import { ConnectorError } from '../connector.ts';
import type { RowWish, Written } from './row-wish.ts';
import type { WriteInput } from './write-rows.worker.ts';

const largestBytes = 10 * 1024 * 1024;
const limits = { timeoutMs: 30_000, heapMb: 512, buffersMb: 256 };

declare module '../../../../platform/wiring.ts' {
  interface Services {
    /** The last write of each file, by path: each waits for the one before, so that no row is lost. */
    workbookWriters: Map<string, Promise<unknown>>;
  }
}

/**
 * Writes a row into a workbook. The file is replaced atomically, so a crash leaves the old or the new one. Throws
 * `ConnectorError`.
 */
export async function writeWorkbook(
  platform: Platform,
  path: string,
  sheet: string | null,
  row: RowWish,
  signal: AbortSignal,
): Promise<Written> {
  const queue = platform.services.workbookWriters;
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
  await assertClosed(path);
  const { bytes, mode, changedAt } = await readWhole(path);
  const kind = extname(path).toLowerCase() === '.csv' ? 'csv' : 'xlsx';
  const written = await compute<Written>({ kind, bytes, sheet, row }, signal);
  if (written.bytes === null) return written;
  const temp = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const file = await open(temp, 'wx', mode);
    try {
      await file.writeFile(written.bytes);
      // The umask restricts the mode given to `open`.
      await file.chmod(mode);
      await file.sync();
    } finally {
      await file.close();
    }
    await assertClosed(path);
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

/** Lock files that Excel and LibreOffice create beside an open workbook. */
const marksOf = (name: string): string[] => [`~$${name}`, `.~lock.${name}#`];

/** Throws `ConnectorError` while a program has the workbook open: saving there would overwrite our row. */
async function assertClosed(path: string): Promise<void> {
  const present = await readdir(dirname(path));
  const mark = marksOf(basename(path)).find((name) => present.includes(name));
  if (mark === undefined) return;
  const message = `Another program has the workbook open: close it there (if none has, delete ${mark} beside it)`;
  throw new ConnectorError('busy', message);
}

async function readWhole(path: string) {
  const found = await stat(path).catch(() => null);
  if (!found) return { bytes: null, mode: 0o600, changedAt: null };
  if (found.size > largestBytes) {
    throw new ConnectorError('refused', 'The workbook is larger than 10 MiB: start a new one', { isFinal: true });
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
    throw new ConnectorError('refused', 'The workbook is too large to process', { isFinal: true });
  }
}

/** Transient: a file locked by another program, or a full disk. */
function toFault(error: unknown): ConnectorError {
  if (error instanceof ConnectorError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new ConnectorError('busy', `The workbook cannot be written now (${code || message})`);
}
