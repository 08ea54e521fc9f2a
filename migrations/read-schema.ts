import Sqlite from 'better-sqlite3';
import { migrations } from './index.ts';

/** The schema that all migrations together make, as SQL text in a fixed order. */
export function readSchema(): string {
  const handle = new Sqlite(':memory:');
  for (const step of migrations) step.up(handle);
  const rows = handle
    .prepare(
      "select sql from sqlite_schema where sql is not null and name not like 'sqlite_%' order by tbl_name, type desc, name",
    )
    .pluck()
    .all() as string[];
  handle.close();
  // The tables behind a full-text index are its own business.
  const own = rows.filter((sql) => !/^CREATE TABLE '/.test(sql));
  return `${own.map((sql) => `${unindent(sql)};`).join('\n\n')}\n`;
}

const unindent = (sql: string): string => sql.replaceAll(/\n {6}/g, '\n');
