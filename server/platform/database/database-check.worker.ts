import { workerData } from 'node:worker_threads';
import { lowerThreadPriority, serveResult } from '../running/workers.ts';
import { isDamage } from './data-folder-error.ts';
import Sqlite from './sqlite.ts';

/**
 * Returns the first fault that SQLite finds, prefixed by its table; null when there is none. Checks table by table, so
 * that no single read transaction holds the write-ahead log back for long and a stop waits for one table at most.
 */
function findFault(file: string): string | null {
  const handle = new Sqlite(file, { readonly: true, fileMustExist: true });
  try {
    return findFaultIn(handle);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return (error as Error).message;
  } finally {
    handle.close();
  }
}

function findFaultIn(handle: Sqlite.Database): string | null {
  const tables = handle.prepare(
    "select name from pragma_table_list where schema = 'main' and type in ('table', 'shadow')",
  );
  for (const name of tables.pluck().all()) {
    try {
      const found = String(handle.pragma(`quick_check("${name}")`, { simple: true }));
      if (found !== 'ok') return `${name}: ${found.replaceAll('\n', ' ')}`;
    } catch (error) {
      if (!isDamage(error)) throw error;
      return `${name}: ${(error as Error).message}`;
    }
  }
  return null;
}

lowerThreadPriority();
serveResult(findFault(workerData.file));
