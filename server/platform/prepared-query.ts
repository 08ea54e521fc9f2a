import type { Compilable } from 'kysely';
import { type Db, statementOn } from './database.ts';

type Argument = string | number | null;

/**
 * A query of a hot path: written with Kysely, built once, and run as a bare prepared statement, which is three times as
 * fast as building it on every call. `build` gets placeholders for the arguments and may only pass them on.
 *
 *     const findById = prepareQuery((db, id: string) => db.selectFrom('things').selectAll().where('id', '=', id));
 *     findById(db, 'thing_1').first();
 */
export function prepareQuery<Args extends Argument[], Row>(build: (db: Db, ...args: Args) => Compilable<Row>) {
  const placeholders = Array.from({ length: Math.max(0, build.length - 1) }, (_, index) => `\0argument ${index}`);
  let sql: string | null = null;
  /** For each parameter of the statement the place of its argument, or the constant that stands there. */
  let slots: { argument: number; constant: unknown }[] = [];

  return (db: Db, ...args: Args) => {
    if (sql === null) {
      const compiled = build(db, ...(placeholders as unknown as Args)).compile();
      sql = compiled.sql;
      slots = compiled.parameters.map((value) => ({
        argument: placeholders.indexOf(value as string),
        constant: value,
      }));
    }
    const statement = statementOn(db, sql);
    const values = slots.map((slot) => (slot.argument >= 0 ? args[slot.argument] : slot.constant));
    return {
      first: () => statement.get(values) as Row | undefined,
      all: () => statement.all(values) as Row[],
      run: () => statement.run(values),
    };
  };
}
