import type Sqlite from 'better-sqlite3';
import type { Db, SqliteHandle } from './database.ts';

/**
 * Kysely prepares a statement on every call, which costs more than the query itself; this cache returns prepared ones.
 * Cached statements are shared, so callers must not iterate over one.
 */
export function withStatementCache(handle: SqliteHandle, { readonly }: { readonly: boolean }) {
  const statements = new Map<string, Sqlite.Statement>();
  return {
    prepare(sql: string): Sqlite.Statement {
      let statement = statements.get(sql);
      if (!statement) {
        statement = handle.prepare(sql);
        if (readonly && !statement.readonly) throw new Error('Only a transaction may write');
        // An `in (…)` list produces one statement per length; unbounded, the cache would leak.
        if (statements.size >= 2_000) statements.clear();
        statements.set(sql, statement);
      }
      return statement;
    },
    close: () => handle.close(),
  };
}

type StatementCache = ReturnType<typeof withStatementCache>;
const cacheOf = new WeakMap<Db, StatementCache>();

/** Makes a connection's cache known to `statementOn`. */
export function cacheStatements(db: Db, cache: StatementCache): void {
  cacheOf.set(db, cache);
}

/** Returns the prepared statement of an SQL text on this connection; for `prepareQuery` and the text indexes only. */
export function statementOn(db: Db, sql: string): Sqlite.Statement {
  const cache = cacheOf.get(db);
  if (!cache) throw new Error('This is not a connection of the database');
  return cache.prepare(sql);
}
