import Sqlite from 'better-sqlite3';
import { migrations } from './index.ts';

/** Returns the migrated schema as SQL, in a fixed order. */
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
  // Shadow tables of full-text indexes are excluded.
  const own = rows.filter((sql) => !/^CREATE TABLE '/.test(sql));
  return `${own.map((sql) => `${unindent(sql)};`).join('\n\n')}\n`;
}

const unindent = (sql: string): string => sql.replaceAll(/\n {6}/g, '\n');
