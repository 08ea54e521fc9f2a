import { workerData } from 'node:worker_threads';
import Sqlite from '../database/sqlite.ts';
import { lowerThreadPriority, serveParts } from '../running/workers.ts';
import { redact } from '../text/redact.ts';
import { redactAddress, redactSecrets } from '../text/redact-secrets.ts';

/** A piece of the export: text of one table's file (`isLast` ends it), or media files. */
export type ExportPart =
  | { table: string; text: string; rows: number; isLast: boolean }
  | { media: { id: string; hash: string; fileName: string }[] };

export interface ExportInput {
  file: string;
  workspaceId: string;
}

/** Tables left out: internals of the installation, and credentials. */
const leftOut = new Set(['api_keys', 'cloud_credentials', 'console_sessions', 'jobs', 'provider_events']);
/** Columns that must not leave the installation. */
const secretColumn = /secret|sealed|token|passphrase|password|credential/;
const textLength = 256 * 1024;
const mediaAtOnce = 200;

interface Column {
  name: string;
  type: string;
}

lowerThreadPriority();
const { file, workspaceId } = workerData as ExportInput;
const handle = new Sqlite(file, { readonly: true });
// One read transaction, so that the tables are consistent with each other.
handle.exec('begin');

function listTables(): string[] {
  const names = handle
    .prepare("select name from sqlite_schema where type = 'table' and sql not like 'create virtual%' order by name")
    .pluck()
    .all() as string[];
  return names.filter((name) => !leftOut.has(name));
}

const columnsOf = (table: string): Column[] =>
  handle.prepare('select name, type from pragma_table_info(?)').all(table) as Column[];

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Redacts settings in JSON columns, such as a flow's headers, and URLs with tokens. Leaves people's messages as they are. */
function clean(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? cleanText(name, value) : value]),
  );
}

function cleanText(name: string, text: string): string {
  if (/^(webhook_)?url$/.test(name)) return redactAddress(text);
  // A source without a name is named by its URL.
  if (/_url$|^name/.test(name)) return redact(text);
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.stringify(redactSecrets(JSON.parse(text), name));
  } catch {
    return text;
  }
}

function* readTable(table: string): Generator<ExportPart> {
  const all = columnsOf(table);
  const owner = table === 'workspaces' ? 'id' : 'workspace_id';
  if (!all.some(({ name }) => name === owner)) return;
  const columns = all.filter(({ name, type }) => !secretColumn.test(name) && type.toLowerCase() !== 'blob');
  const list = columns.map(({ name }) => quote(name)).join(', ');
  const rows = handle.prepare(`select ${list} from ${quote(table)} where ${owner} = ?`).iterate(workspaceId);
  let text = '[';
  let count = 0;
  for (const row of rows) {
    text += `${count === 0 ? '\n' : ',\n'}${JSON.stringify(clean(row as Record<string, unknown>))}`;
    count += 1;
    if (text.length < textLength) continue;
    yield { table, text, rows: count, isLast: false };
    text = '';
  }
  yield { table, text: `${text}\n]\n`, rows: count, isLast: true };
}

function* readAll(): Generator<ExportPart> {
  for (const table of listTables()) yield* readTable(table);
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
