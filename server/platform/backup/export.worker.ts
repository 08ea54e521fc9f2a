import { workerData } from 'node:worker_threads';
import Sqlite from '../database/sqlite.ts';
import { lowerThreadPriority, serveParts } from '../running/workers.ts';
import { redact } from '../text/redact.ts';
import { redactAddress, redactSecrets, redactUrls } from '../text/redact-secrets.ts';
import { type ExportColumns, exportColumns } from './export-columns.ts';

/** A piece of the export: text of one table's file (`isLast` ends it), or media files. */
export type ExportPart =
  | { table: string; text: string; rows: number; isLast: boolean }
  | { media: { id: string; hash: string; fileName: string }[] };

export interface ExportInput {
  file: string;
  workspaceId: string;
}

/** Columns that contain ids and times. */
const isPlain = /^id$|_id$|_at$/;
const textLength = 256 * 1024;
const mediaAtOnce = 200;

type Handling = keyof ExportColumns;

lowerThreadPriority();
const { file, workspaceId } = workerData as ExportInput;
const handle = new Sqlite(file, { readonly: true });
// One read transaction, so that the tables are consistent with each other.
handle.exec('begin');

/** Returns how each exported column is treated; null for one without text. A text column of no class is left out. */
function readHandlings(table: string): Map<string, Handling | null> {
  const classes = Object.entries(exportColumns[table] ?? {}) as [Handling, string][];
  const known = new Map(classes.flatMap(([handling, names]) => names.split(' ').map((name) => [name, handling])));
  const columns = handle.prepare('select name, type from pragma_table_info(?)').all(table) as Record<string, string>[];
  const found = new Map<string, Handling | null>();
  for (const { name = '', type = '' } of columns) {
    const isText = !/^(integer|real|blob)$/i.test(type);
    const handling = isText ? (known.get(name) ?? (isPlain.test(name) ? 'written' : 'leftOut')) : null;
    if (handling !== 'leftOut' && !/^blob$/i.test(type)) found.set(name, handling);
  }
  return found;
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Removes credentials from settings, URLs and programs' texts. Leaves people's words as they are. */
function clean(row: Record<string, unknown>, handlings: Map<string, Handling | null>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' ? cleanText(name, value, handlings.get(name) ?? 'written') : value,
    ]),
  );
}

function cleanText(name: string, text: string, handling: Handling): string {
  if (handling === 'address') return redactAddress(text);
  if (handling === 'links') return redact(text);
  if (handling === 'settings') return cleanJson(text, (value) => redactSecrets(value, name));
  if (handling === 'event') return cleanJson(text, (value) => redactUrls(value));
  return text;
}

function cleanJson(text: string, change: (value: unknown) => unknown): string {
  try {
    return JSON.stringify(change(JSON.parse(text)));
  } catch {
    return redact(text);
  }
}

function* readTable(table: string): Generator<ExportPart> {
  const owner = table === 'workspaces' ? 'id' : 'workspace_id';
  const handlings = readHandlings(table);
  const list = [...handlings.keys()].map(quote).join(', ');
  const rows = handle.prepare(`select ${list} from ${quote(table)} where ${owner} = ?`).iterate(workspaceId);
  let text = '[';
  let count = 0;
  for (const row of rows) {
    text += `${count === 0 ? '\n' : ',\n'}${JSON.stringify(clean(row as Record<string, unknown>, handlings))}`;
    count += 1;
    if (text.length < textLength) continue;
    yield { table, text, rows: count, isLast: false };
    text = '';
  }
  yield { table, text: `${text}\n]\n`, rows: count, isLast: true };
}

function* readAll(): Generator<ExportPart> {
  for (const table of Object.keys(exportColumns)) yield* readTable(table);
  const select = handle.prepare(
    'select id, hash, file_name as fileName from files where workspace_id = ? and id > ? order by id limit ?',
  );
  for (let last = ''; ; ) {
    const media = select.all(workspaceId, last, mediaAtOnce) as { id: string; hash: string; fileName: string }[];
    if (media.length === 0) return;
    yield { media };
    last = media.at(-1)?.id ?? '';
  }
}

serveParts(readAll());
