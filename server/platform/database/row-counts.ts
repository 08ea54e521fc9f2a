import type { Db, Table } from './database.ts';
import { prepareQuery } from './prepared-query.ts';

declare module './database.ts' {
  interface Tables {
    row_counts: Table<'row_counts'>;
  }
}

const select = prepareQuery((db, workspaceId: string, table: string, shared: string, value: string) =>
  db
    .selectFrom('row_counts')
    .select('count')
    .where('workspace_id', '=', workspaceId)
    .where('table_name', '=', table)
    .where('shared', '=', shared)
    .where('value', '=', value),
);

/** What rows share, with the value or one of several values; undefined does not matter. */
type Shared = Record<string, string | number | readonly string[] | undefined>;

/**
 * Counts a workspace's rows of a table that triggers count (`migrations/keep-row-counts.ts`): all, or those that share
 * something. Returns null for more than one condition, of which no counts are kept.
 */
export function countShared(db: Db, workspaceId: string, table: string, shared: Shared = {}): number | null {
  const given = Object.entries(shared).filter(([, value]) => value !== undefined);
  if (given.length > 1) return null;
  const [name, value] = given[0] ?? ['', ''];
  const values = Array.isArray(value) ? new Set<string>(value) : [String(value)];
  let sum = 0;
  for (const each of values) sum += select(db, workspaceId, table, name, each).first()?.count ?? 0;
  return sum;
}

/** The number of a table's rows by each value of what they share. */
export async function countBy(
  db: Db,
  workspaceId: string,
  table: string,
  shared: string,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('row_counts')
    .select(['value', 'count'])
    .where('workspace_id', '=', workspaceId)
    .where('table_name', '=', table)
    .where('shared', '=', shared)
    .where('count', '>', 0)
    .execute();
  return new Map(rows.map(({ value, count }) => [value, count]));
}

const usualPage = 50;

/**
 * Whether going through a list in its order finds a page of the rows that share something sooner than reading all these
 * rows and sorting them.
 */
export const isCommon = (count: number, ofAll: number): boolean => count * count > usualPage * ofAll;
