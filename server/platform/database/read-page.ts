import type { SelectQueryBuilder } from 'kysely';
import { countRows, type Db, type Tables } from './database.ts';

/** Which part of a list is wanted; pages are counted from 1. */
export interface PageWish {
  page: number;
  limit: number;
}

/**
 * One page of a list, and the number of rows in the whole list. `list` is filtered and sorted, with its columns; they are
 * counted unless the number is known.
 */
export async function readPage<Known extends Tables, From extends keyof Known, Item>(
  db: Db,
  list: SelectQueryBuilder<Known, From, Item>,
  { page, limit }: PageWish,
  known: number | null = null,
) {
  const total = known ?? countRows(db, list.clearSelect().clearOrderBy());
  const rows = await list
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { rows, total };
}

/** The column and the direction of a sort such as `-createdAt`, which is descending. */
export function readSort<Name extends string, Column>(columns: Record<Name, Column>, sort: Name | `-${Name}`) {
  const direction = sort.startsWith('-') ? ('desc' as const) : ('asc' as const);
  return { column: columns[sort.replace('-', '') as Name], direction };
}
