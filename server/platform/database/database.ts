import { Kysely, type Selectable, type SelectQueryBuilder, SqliteDialect } from 'kysely';
import { Checkpointer } from './checkpointer.ts';
import type { Columns } from './columns.ts';
import { DataFolderError, isDamage } from './data-folder-error.ts';
import Sqlite from './sqlite.ts';
import { cacheStatements, statementOn, withStatementCache } from './statement-cache.ts';
import { loadVectorFunctions } from './vector-search.ts';
import { type WriteOptions, WriteQueue } from './write-queue.ts';

/**
 * The tables known to Kysely. Each is declared by the area that owns it, next to its queries: `declare module
 * '…/platform/database/database.ts' { interface Tables { orders: Table<'orders', { status: OrderStatus }> } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}

/** The columns of a table as created by the migrations, some narrowed to a type that SQL cannot express. */
export type Table<Name extends keyof Columns, Narrowed = unknown> = Omit<Columns[Name], keyof Narrowed> & Narrowed;

/** A row of a table as a query returns it. */
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;

export type Db = Kysely<Tables>;
export type SqliteHandle = Sqlite.Database;

/** How long a write waits for a write of another process (the CLI). */
const busyTimeoutMs = 5_000;

/**
 * Opens a connection with the pragmas that every connection needs; a reopened WAL file forgets `synchronous`. Throws
 * `DataFolderError` when the file is too damaged to be opened.
 */
export function openSqlite(file: string): SqliteHandle {
  const handle = new Sqlite(file, { timeout: busyTimeoutMs });
  try {
    setPragmas(handle);
  } catch (error) {
    handle.close();
    if (!isDamage(error)) throw error;
    throw new DataFolderError(
      `The database ${file} is damaged (${(error as Error).message}): npx frontdesk restore FILE brings a backup back`,
    );
  }
  return handle;
}

function setPragmas(handle: SqliteHandle): void {
  handle.pragma('journal_mode = WAL');
  handle.pragma('synchronous = FULL');
  handle.pragma('foreign_keys = ON');
  // Overwrites deleted and changed content in the file: its unused parts must not contain erased words.
  handle.pragma('secure_delete = ON');
  // A savepoint's journal in a temporary file would fail writes when no more files can be opened.
  handle.pragma('temp_store = MEMORY');
  handle.pragma('cache_size = -65536');
  handle.pragma('journal_size_limit = 67108864');
  // Most of it is done by then: see `Checkpointer`.
  handle.pragma('wal_autocheckpoint = 16000');
}

function openKysely(handle: SqliteHandle, options: { readonly: boolean; onDamage: (error: Error) => void }): Db {
  const cache = withStatementCache(handle, options);
  const db: Db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: cache as never }) });
  cacheStatements(db, cache);
  return db;
}

/** A count over the rows that a search has found has them all in its key; a thousand of those would fill the memory. */
const longestKey = 2_000;

/** What was read on one connection since its file last changed. */
class Memory {
  readonly #handle: SqliteHandle;
  /** Changes when another process (the CLI) writes; our own commits call `forget`. */
  readonly #version: Sqlite.Statement;
  #seenVersion: unknown = null;
  #isFresh = false;
  readonly #values = new Map<string, unknown>();

  constructor(handle: SqliteHandle) {
    this.#handle = handle;
    this.#version = handle.prepare('pragma data_version').pluck();
  }

  forget(): void {
    this.#values.clear();
  }

  get<T>(key: string, read: () => T): T {
    if (key.length > longestKey) return read();
    if (!this.#isFresh) this.#compareVersion();
    if (this.#values.size >= 1_000) this.#values.clear();
    if (this.#values.has(key)) return this.#values.get(key) as T;
    const value = read();
    if (!this.#handle.inTransaction) this.#values.set(key, value);
    return value;
  }

  /** Once a turn of the event loop: asking takes as long as a short query. */
  #compareVersion(): void {
    const version = this.#version.get();
    if (version !== this.#seenVersion) this.#values.clear();
    this.#seenVersion = version;
    this.#isFresh = true;
    setImmediate(() => {
      this.#isFresh = false;
    });
  }
}

const memoryOf = new WeakMap<Db, Memory>();

/**
 * Returns what `read` returned on this connection since the last change of the database, and calls it only after one.
 * For reads that many requests repeat; callers share the value and must not change it.
 */
export function remember<T>(db: Db, key: string, read: () => T): T {
  const memory = memoryOf.get(db);
  return memory ? memory.get(key, read) : read();
}

/** Counts the rows of a query; remembered, so that a repeated list request does not scan its rows again. */
export function countRows<Known extends Tables, From extends keyof Known, Row>(
  db: Db,
  query: SelectQueryBuilder<Known, From, Row>,
): number {
  const { sql, parameters } = query.select((build) => build.fn.countAll<number>().as('total')).compile();
  return remember(
    db,
    JSON.stringify([sql, parameters]),
    () => (statementOn(db, sql).get(parameters) as { total: number }).total,
  );
}

/**
 * One SQLite file on one connection; a second connection would drop its page cache at each commit of the first. Writes
 * go through a queue that commits them in groups, each within one turn of the event loop, so reads only see committed
 * data.
 */
export class Database {
  readonly read: Db;
  readonly file: string;
  readonly #handle: SqliteHandle;
  readonly #queue: WriteQueue;
  readonly #checkpointer: Checkpointer;
  readonly #damageListeners: ((error: Error) => void)[] = [];
  #hasVectorFunctions: boolean | null = null;

  constructor(file: string) {
    this.file = file;
    this.#handle = openSqlite(file);
    const onDamage = (error: Error) => {
      for (const listener of this.#damageListeners) listener(error);
    };
    this.read = openKysely(this.#handle, { readonly: true, onDamage });
    this.#queue = new WriteQueue(this.#handle, openKysely(this.#handle, { readonly: false, onDamage }));
    const memory = new Memory(this.#handle);
    memoryOf.set(this.read, memory);
    this.onCommit(() => memory.forget());
    this.#checkpointer = new Checkpointer(this.#handle);
    this.onCommit(() => this.#checkpointer.look());
  }

  /**
   * Runs `work` in a transaction and resolves once the commit has reached the disk. `work` must await nothing but the
   * database: every other write waits for it. Throws what `work` throws, with nothing written.
   */
  write<T>(work: (db: Db) => Promise<T>, options?: WriteOptions): Promise<T> {
    return this.#queue.run(work, options);
  }

  /** Called after each commit. */
  onCommit(listener: () => void): void {
    this.#queue.onCommit(listener);
  }

  /** Called when a commit fails because the disk is full. */
  onStorageFull(listener: () => void): void {
    this.#queue.onStorageFull(listener);
  }

  /** Called with SQLite's error when a statement finds damage. */
  onDamage(listener: (error: Error) => void): void {
    this.#damageListeners.push(listener);
  }

  /** Copies the database to `target` while writes continue. */
  async backup(target: string): Promise<void> {
    await this.#handle.backup(target);
  }

  /**
   * Returns the first faults that SQLite finds in the file, none when it is sound. `quick` skips comparing the indexes.
   */
  findFaults(quick = true): string[] {
    const rows = this.#handle.pragma(quick ? 'quick_check(10)' : 'integrity_check(10)') as Record<string, string>[];
    const lines = rows.flatMap((row) => Object.values(row));
    return lines.filter((line) => line !== 'ok');
  }

  /** Describes the first row with a dangling reference; null if there is none. */
  findOrphan(): string | null {
    const [row] = this.#handle.pragma('foreign_key_check') as { table: string; rowid: number | null; parent: string }[];
    return row ? `row ${row.rowid ?? ''} of ${row.table} refers to a missing row of ${row.parent}` : null;
  }

  /** Whether SQLite can compare vectors on this machine; loads the extension at the first call. */
  hasVectorFunctions(): boolean {
    this.#hasVectorFunctions ??= loadVectorFunctions(this.#handle);
    return this.#hasVectorFunctions;
  }

  pragmas(): Record<string, unknown> {
    const names = ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout', 'user_version'];
    return Object.fromEntries(names.map((name) => [name, this.#handle.pragma(name, { simple: true })]));
  }

  /** Moves the write-ahead log into the database file; returns false when the disk does not allow it. */
  checkpoint(): boolean {
    try {
      this.#handle.pragma('wal_checkpoint(TRUNCATE)');
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Empties the write-ahead log, which contains earlier states of pages until it is overwritten. Returns false while
   * another connection reads it, for example for a backup.
   */
  emptyLog(): boolean {
    this.#handle.pragma('busy_timeout = 0');
    try {
      const [{ busy }] = this.#handle.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }];
      return busy === 0;
    } finally {
      this.#handle.pragma(`busy_timeout = ${busyTimeoutMs}`);
    }
  }

  async close(): Promise<void> {
    await this.#queue.drain();
    await this.#checkpointer.close();
    this.checkpoint();
    this.#handle.close();
  }
}
