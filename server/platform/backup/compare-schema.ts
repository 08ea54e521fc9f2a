import { migrations } from '../../../migrations/index.ts';
import type { SqliteHandle } from '../database/database.ts';
import Sqlite from '../database/sqlite.ts';

interface Part {
  type: 'table' | 'index' | 'trigger' | 'view';
  name: string;
  /** Null for parts that SQLite or an extension creates; only their presence is compared. */
  sql: string | null;
}

/** Tables that a backup adds to the database. */
export const backupTables = ['backup_blobs', 'backup_files', 'backup_manifest'];

/** Differences between a database's schema and the schema of its version. */
export interface SchemaDifference {
  /** Describes the first missing or altered table, index or trigger; null if there is none. */
  fault: string | null;
  /** Parts that Frontdesk did not create. */
  foreign: Part[];
}

/** Compares the schema of a database or backup with the schema that the migrations create up to a version. */
export function compareSchema(handle: SqliteHandle, version: number): SchemaDifference {
  const expected = new Map(expectedParts(version).map((part) => [part.name, part]));
  const found = new Map(readParts(handle).map((part) => [part.name, part]));
  const faults = [...expected.values()].flatMap((part) => {
    const other = found.get(part.name);
    if (other?.type !== part.type) return [`the ${part.type} ${part.name} is missing`];
    return other.sql === part.sql ? [] : [`the ${part.type} ${part.name} was altered`];
  });
  const foreign = [...found.values()].filter(({ name }) => !expected.has(name) && !backupTables.includes(name));
  return { fault: faults[0] ?? null, foreign };
}

/** Drops foreign objects, because a foreign trigger or reference could reject or change writes. */
export function dropForeign(handle: SqliteHandle, foreign: Part[]): void {
  handle.pragma('foreign_keys = OFF');
  const order = ['trigger', 'view', 'index', 'table'];
  for (const { type, name } of foreign.toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type))) {
    handle.exec(`drop ${type} if exists "${name.replaceAll('"', '""')}"`);
  }
}

function expectedParts(version: number): Part[] {
  const handle = new Sqlite(':memory:');
  try {
    for (const step of migrations.slice(0, version)) step.up(handle);
    return readParts(handle);
  } finally {
    handle.close();
  }
}

function readParts(handle: SqliteHandle): Part[] {
  const shadows = handle.prepare("select name from pragma_table_list where schema = 'main' and type = 'shadow'");
  const own = new Set(shadows.pluck().all() as string[]);
  const rows = handle.prepare("select type, name, sql from sqlite_schema where name not like 'sqlite\\_%' escape '\\'");
  return (rows.all() as Part[]).map(({ type, name, sql }) => ({
    type,
    name,
    sql: own.has(name) || sql === null ? null : normalize(sql),
  }));
}

/** Comments and white space decide nothing, and a later version may word a comment anew. */
const normalize = (sql: string): string =>
  sql
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
