import type { Compilable } from 'kysely';
import { type Db, statementOn } from './database.ts';

type Argument = string | number | null;

/** Text in quotes, a name in quotes, or the place of a parameter. */
const parameterPlaces = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\?/g;

/**
 * A query of a hot path: written with Kysely, built once, and run as a bare prepared statement. `build` gets
 * placeholders for the arguments and may only pass them on.
 *
 * better-sqlite3's SQLite has STAT4: it plans a join anew on every run whose parameters the planner can see (measured:
 * 32 µs instead of 4 for a conversation, `test/bench/prepared-query.ts`). A `+` before a parameter hides it without
 * changing its value; constants are written into the text, where they still choose partial indexes.
 *
 *     const findById = prepareQuery((db, id: string) => db.selectFrom('things').selectAll().where('id', '=', id));
 *     findById(db, 'thing_1').first();
 */
export function prepareQuery<Args extends Argument[], Row>(build: (db: Db, ...args: Args) => Compilable<Row>) {
  const placeholders = Array.from({ length: Math.max(0, build.length - 1) }, (_, index) => `\0argument ${index}`);
  let prepared: { sql: string; order: number[] } | null = null;

  return (db: Db, ...args: Args) => {
    prepared ??= prepare(build(db, ...(placeholders as unknown as Args)).compile(), placeholders);
    const statement = statementOn(db, prepared.sql);
    const values = prepared.order.map((index) => args[index]);
    return {
      first: () => statement.get(values) as Row | undefined,
      all: () => statement.all(values) as Row[],
      run: () => statement.run(values),
    };
  };
}

/** The text with its constants in place, and which argument stands at each parameter that is left. */
function prepare(compiled: { sql: string; parameters: readonly unknown[] }, placeholders: string[]) {
  const order: number[] = [];
  let place = 0;
  const sql = compiled.sql.replaceAll(parameterPlaces, (token) => {
    if (token !== '?') return token;
    const value = compiled.parameters[place++];
    const argument = placeholders.indexOf(value as string);
    if (argument < 0) return toLiteral(value);
    order.push(argument);
    return '+?';
  });
  return { sql, order };
}

function toLiteral(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return String(value);
  return `'${String(value).replaceAll("'", "''")}'`;
}
