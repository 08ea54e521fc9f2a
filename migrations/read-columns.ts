import Sqlite from 'better-sqlite3';
import { migrations } from './index.ts';

interface Column {
  name: string;
  type: keyof typeof types;
  notnull: 0 | 1;
  dflt_value: string | null;
  /** Its place in the primary key; 0 outside. */
  pk: number;
}

const types = { TEXT: 'string', INTEGER: 'number', REAL: 'number', BLOB: 'Buffer' };

const head = `import type { Generated } from 'kysely';

/** The columns of all tables as the migrations make them. Written by \`npm run schema\`, with the comments of the SQL. */
export interface Columns {
`;

/** The columns that all migrations together make, as TypeScript text in a fixed order. */
export function readColumns(): string {
  const handle = new Sqlite(':memory:');
  for (const step of migrations) step.up(handle);
  const tables = handle
    .prepare(
      "select name, sql from sqlite_schema where type = 'table' and sql like 'create table %' and name not like 'sqlite_%' order by name",
    )
    .all() as { name: string; sql: string }[];
  // The tables behind a full-text index are its own business: SQLite writes their names in quotes.
  const own = tables.filter(({ sql }) => !/^CREATE TABLE '/.test(sql));
  const blocks = own.map(({ name, sql }) => {
    const columns = handle.pragma(`table_info(${name})`) as Column[];
    const comments = readComments(sql);
    // SQLite numbers the rows by a sole primary key of integers.
    const rowId = columns.filter(({ pk }) => pk > 0).length === 1 ? 'INTEGER' : null;
    const lines = columns.map((column) => describeColumn(column, column.pk > 0 && column.type === rowId, comments));
    return `  ${name}: {\n${lines.join('')}  };\n`;
  });
  handle.close();
  return `${head}${blocks.join('')}}\n`;
}

function describeColumn(
  { name, type, notnull, dflt_value: otherwise, pk }: Column,
  isRowId: boolean,
  comments: Map<string, string>,
): string {
  const plain = notnull === 1 || pk > 0 ? types[type] : `${types[type]} | null`;
  const comment = comments.get(name);
  const column = isRowId || otherwise !== null ? `Generated<${plain}>` : plain;
  return `${comment ? `    /** ${comment} */\n` : ''}    ${name}: ${column};\n`;
}

/** The comment lines above each column of a `create table`, by the first word below them. */
function readComments(sql: string): Map<string, string> {
  const comments = new Map<string, string>();
  let above: string[] = [];
  for (const line of sql.split('\n').map((text) => text.trim())) {
    if (line.startsWith('--')) above.push(line.slice(2).trim());
    else {
      if (above.length > 0) comments.set(line.split(' ')[0] as string, above.join(' '));
      above = [];
    }
  }
  return comments;
}
