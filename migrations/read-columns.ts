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
    return `  ${name}: {\n${columns.map((column) => describeColumn(column, sql)).join('')}  };\n`;
  });
  handle.close();
  return `${head}${blocks.join('')}}\n`;
}

function describeColumn({ name, type, notnull, dflt_value: otherwise, pk }: Column, sql: string): string {
  const plain = notnull === 1 || pk > 0 ? types[type] : `${types[type]} | null`;
  const isMade = otherwise !== null || /^\s*\w+ integer primary key/im.exec(sql)?.[0].trim().split(' ')[0] === name;
  const comment = new RegExp(`((?:^ *-- [^\\n]*\\n)+) *${name} `, 'm').exec(sql)?.[1];
  const text = comment
    ?.replaceAll(/^ *-- /gm, '')
    .trim()
    .replaceAll('\n', ' ');
  return `${text ? `    /** ${text} */\n` : ''}    ${name}: ${isMade ? `Generated<${plain}>` : plain};\n`;
}
