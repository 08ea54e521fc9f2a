import { takeSteps } from '../running/steps.ts';
import { isDamage } from './data-folder-error.ts';
import type { Db, SqliteHandle } from './database.ts';
import type Sqlite from './sqlite.ts';

/** A prepared statement that counts the rows it reads and changes towards the current call. */
export class CountedStatement {
  readonly reader: boolean;
  readonly #statement: Sqlite.Statement;

  constructor(statement: Sqlite.Statement) {
    this.#statement = statement;
    this.reader = statement.reader;
  }

  all(...parameters: unknown[]): unknown[] {
    const rows = this.#statement.all(...parameters);
    takeSteps(rows.length + 1);
    return rows;
  }

  get(...parameters: unknown[]): unknown {
    takeSteps(1);
    return this.#statement.get(...parameters);
  }

  run(...parameters: unknown[]): Sqlite.RunResult {
    const result = this.#statement.run(...parameters);
    takeSteps(result.changes + 1);
    return result;
  }

  /** Makes rows return the first column's value only. */
  pluck(): this {
    this.#statement.pluck();
    return this;
  }
}

/**
 * Kysely prepares a statement on every call, which costs more than the query itself; this cache returns prepared ones.
 * Cached statements are shared, so callers must not iterate over one.
 */
export function withStatementCache(
  handle: SqliteHandle,
  { readonly, onDamage }: { readonly: boolean; onDamage: (error: Error) => void },
) {
  const statements = new Map<string, CountedStatement>();
  return {
    prepare(sql: string): CountedStatement {
      let statement = statements.get(sql);
      if (!statement) {
        const prepared = reportDamage(handle.prepare(sql), onDamage);
        if (readonly && !prepared.readonly) throw new Error('Only a transaction may write');
        statement = new CountedStatement(prepared);
        // An `in (…)` list produces one statement per length; unbounded, the cache would leak.
        if (statements.size >= 2_000) statements.clear();
        statements.set(sql, statement);
      }
      return statement;
    },
    close: () => handle.close(),
  };
}

/** Makes a statement report damage before it throws. */
function reportDamage(statement: Sqlite.Statement, onDamage: (error: Error) => void): Sqlite.Statement {
  const reporting =
    <Args extends unknown[], Result>(run: (...args: Args) => Result) =>
    (...args: Args): Result => {
      try {
        return run.apply(statement, args);
      } catch (error) {
        if (isDamage(error)) onDamage(error as Error);
        throw error;
      }
    };
  const { get, all, run } = statement;
  return Object.assign(statement, { get: reporting(get), all: reporting(all), run: reporting(run) });
}

type StatementCache = ReturnType<typeof withStatementCache>;
const cacheOf = new WeakMap<Db, StatementCache>();

/** Makes a connection's cache known to `statementOn`. */
export function cacheStatements(db: Db, cache: StatementCache): void {
  cacheOf.set(db, cache);
}

/** Returns the prepared statement of an SQL text on this connection; for `prepareQuery` and the text indexes only. */
export function statementOn(db: Db, sql: string): CountedStatement {
  const cache = cacheOf.get(db);
  if (!cache) throw new Error('This is not a connection of the database');
  return cache.prepare(sql);
}
