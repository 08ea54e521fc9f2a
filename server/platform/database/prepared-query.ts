import { type Compilable, type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';
import { statementOn } from './statement-cache.ts';

/**
 * A column whose index must not be used. Without statistics SQLite assumes that any condition on an indexed column
 * selects a tenth of the table: it would rather scan all rows of a workspace than look up fifty given ones.
 *
 *     db.selectFrom('things').where(unindexed('workspace_id'), '=', workspaceId).where('seq', 'in', seqs)
 */
export const unindexed = (column: string): RawBuilder<string> => sql<string>`+${sql.ref(column)}`;

type Value = string | number | null | undefined;
/** A value, or the columns of a row to insert or update; undefined columns are omitted. */
type Argument = Value | { readonly [column: string]: Value };

/** A quoted text, a quoted name, or a parameter. */
const parameterPlaces = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\?/g;

interface Prepared {
  sql: string;
  /** The argument bound to each parameter, and its column when the argument is a row. */
  order: { argument: number; column: string | null }[];
}

/**
 * A query for hot paths: written with Kysely, built once, and run as a bare prepared statement. `build` receives
 * placeholders for the arguments and may only pass them on unchanged.
 *
 * better-sqlite3's SQLite has STAT4: it replans a join on every run whose parameters the planner can see (measured by
 * `test/bench/load/prepared-query.ts`). A `+` before a parameter hides it without changing its value; constants are
 * written into the text, where they still select partial indexes.
 *
 *     const findById = prepareQuery((db, id: string) => db.selectFrom('things').selectAll().where('id', '=', id));
 *     findById(db, 'thing_1').first();
 */
export function prepareQuery<Args extends Argument[], Result>(build: (db: Db, ...args: Args) => Compilable<Result>) {
  /** One statement per set of columns passed as rows; calls without rows share one. */
  const variants = new Map<string, Prepared>();

  return (db: Db, ...args: Args) => {
    const shape = shapeOf(args);
    let prepared = variants.get(shape);
    if (!prepared) {
      prepared = prepare(build, db, args);
      variants.set(shape, prepared);
    }
    const statement = statementOn(db, prepared.sql);
    const values = prepared.order.map(({ argument, column }) => {
      const value = args[argument];
      return column === null ? value : (value as Record<string, Value>)[column];
    });
    return {
      first: () => statement.get(values) as Result | undefined,
      all: () => statement.all(values) as Result[],
      run: () => statement.run(values),
    };
  };
}

const isRow = (argument: Argument): argument is Record<string, Value> =>
  typeof argument === 'object' && argument !== null;

function shapeOf(args: Argument[]): string {
  let shape = '';
  for (const argument of args) {
    if (!isRow(argument)) continue;
    for (const column in argument) if (argument[column] !== undefined) shape += `${column},`;
  }
  return shape;
}

function prepare<Args extends Argument[]>(
  build: (db: Db, ...args: Args) => Compilable<unknown>,
  db: Db,
  args: Args,
): Prepared {
  const places = new Map<unknown, Prepared['order'][number]>();
  const placeholderFor = (argument: number, column: string | null): string => {
    const placeholder = `\0argument ${argument} ${column}`;
    places.set(placeholder, { argument, column });
    return placeholder;
  };
  const placeholders = args.map((argument, index) => {
    if (!isRow(argument)) return placeholderFor(index, null);
    const columns = Object.keys(argument).filter((column) => argument[column] !== undefined);
    return Object.fromEntries(columns.map((column) => [column, placeholderFor(index, column)]));
  });
  const compiled = build(db, ...(placeholders as unknown as Args)).compile();
  const order: Prepared['order'] = [];
  let next = 0;
  const sql = compiled.sql.replaceAll(parameterPlaces, (token) => {
    if (token !== '?') return token;
    const value = compiled.parameters[next++];
    const place = places.get(value);
    if (!place) return toLiteral(value);
    order.push(place);
    return '+?';
  });
  return { sql, order };
}

function toLiteral(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return String(value);
  return `'${String(value).replaceAll("'", "''")}'`;
}
