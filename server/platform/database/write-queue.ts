import { sql } from 'kysely';
import { currentItemRun, type ItemRun, runIn } from '../running/item-run.ts';
import { countIn, currentSteps, type Steps } from '../running/steps.ts';
import type { Db, SqliteHandle } from './database.ts';
import { isStorageFull, storageFull } from './storage-full.ts';

interface Entry {
  work: (db: Db) => Promise<unknown>;
  /** The item on whose behalf the write runs: marked as waiting until its turn, then as alone on the stack. */
  itemRun: ItemRun | null;
  alone: boolean;
  /** Budget of the call that queued the write. */
  steps: Steps | null;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

export interface WriteOptions {
  /** Commits the write in its own transaction, as `deferForeignKeys` requires. */
  alone?: boolean;
}

type Later = () => Promise<unknown>;
type Outcome = { value: unknown } | { error: unknown };

const queueOf = new WeakMap<Db, WriteQueue>();

/**
 * Runs a write at the end of the transaction, when all writes of its group have succeeded or were undone. For FTS5, which
 * writes what it has to disk at each savepoint: this way it does so once for a group. Nothing that runs before sees it.
 */
export async function lastly(db: Db, run: Later): Promise<void> {
  const queue = queueOf.get(db);
  if (queue) queue.addLast(run);
  else await run();
}

/**
 * Checks foreign keys at the commit of this transaction only. Throws unless the write runs alone: a failed commit would
 * fail the other writes of its group, and their rows could refer to deleted rows.
 */
export async function deferForeignKeys(db: Db): Promise<void> {
  if (!queueOf.get(db)?.isAlone) throw new Error('Only a write that runs alone may defer foreign keys');
  await sql`pragma defer_foreign_keys = on`.execute(db);
}

/** Bounds how long reads and responses wait behind one group. */
const largestGroup = 128;

/**
 * Group commit: runs all waiting writes in one transaction, each in its own savepoint, and resolves them after the
 * commit. One fsync serves many requests, and a failing write only rolls back itself.
 */
export class WriteQueue {
  #waiting: Entry[] = [];
  #running: Promise<void> | null = null;
  readonly #handle: SqliteHandle;
  readonly #db: Db;
  readonly #commitListeners: (() => void)[] = [];
  readonly #fullListeners: (() => void)[] = [];
  readonly #statements;
  /** Of the group that runs. */
  #last: Later[] = [];
  #isAlone = false;

  constructor(handle: SqliteHandle, db: Db) {
    queueOf.set(db, this);
    this.#handle = handle;
    this.#db = db;
    this.#statements = {
      begin: handle.prepare('begin immediate'),
      commit: handle.prepare('commit'),
      rollback: handle.prepare('rollback'),
      savepoint: handle.prepare('savepoint one'),
      release: handle.prepare('release one'),
      undo: handle.prepare('rollback to one'),
    };
  }

  onCommit(listener: () => void): void {
    this.#commitListeners.push(listener);
  }

  onStorageFull(listener: () => void): void {
    this.#fullListeners.push(listener);
  }

  /** True while a write queued as `alone` runs. */
  get isAlone(): boolean {
    return this.#isAlone;
  }

  addLast(run: Later): void {
    this.#last.push(run);
  }

  run<T>(work: (db: Db) => Promise<T>, { alone = false }: WriteOptions = {}): Promise<T> {
    const itemRun = currentItemRun();
    itemRun?.wait();
    return new Promise<T>((resolve, reject) => {
      const steps = currentSteps();
      this.#waiting.push({ work, itemRun, steps, alone, resolve: resolve as (value: unknown) => void, reject });
      this.#running ??= countIn(null, () => runIn(null, () => this.#drainWaiting()));
    });
  }

  /** Resolves when no write is waiting or running. */
  async drain(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #drainWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Waits one turn of the event loop: writes that arrive together are committed together.
      await new Promise(setImmediate);
      await this.#commitGroup(this.#takeGroup());
    }
    this.#running = null;
  }

  /** Takes waiting writes in their order: a single `alone` write, or all writes before the next one. */
  #takeGroup(): Entry[] {
    const next = this.#waiting.findIndex((entry) => entry.alone);
    const count = next === -1 ? largestGroup : Math.min(Math.max(next, 1), largestGroup);
    return this.#waiting.splice(0, count);
  }

  async #commitGroup(group: Entry[]): Promise<void> {
    let outcomes: Outcome[];
    let waited = false;
    const nextTurn = setImmediate(() => {
      waited = true;
    });
    this.#isAlone = group[0]?.alone ?? false;
    try {
      this.#statements.begin.run();
      outcomes = [];
      for (const entry of group) outcomes.push(await this.#runOne(entry));
      for (const run of this.#last) await run();
      this.#statements.commit.run();
    } catch (error) {
      this.#abandon(group, error);
      return;
    } finally {
      this.#last = [];
      this.#isAlone = false;
      clearImmediate(nextTurn);
      if (waited) process.emitWarning('A write has waited for something other than the database');
    }
    for (const listener of this.#commitListeners) listener();
    for (const [index, entry] of group.entries()) {
      const outcome = outcomes[index] as Outcome;
      entry.itemRun?.enter();
      if ('error' in outcome) entry.reject(outcome.error);
      else entry.resolve(outcome.value);
    }
  }

  async #runOne(entry: Entry): Promise<Outcome> {
    this.#statements.savepoint.run();
    const before = this.#last.length;
    entry.itemRun?.alone();
    try {
      const value = await countIn(entry.steps, () => runIn(entry.itemRun, () => entry.work(this.#db)));
      this.#statements.release.run();
      return { value };
    } catch (error) {
      // On a full disk SQLite rolls back the whole transaction: the group fails, not just this entry.
      if (isStorageFull(error) || !this.#handle.inTransaction) throw error;
      this.#statements.undo.run();
      this.#statements.release.run();
      this.#last.length = before;
      return { error };
    } finally {
      entry.itemRun?.wait();
    }
  }

  #abandon(group: Entry[], error: unknown): void {
    if (this.#handle.inTransaction) this.#statements.rollback.run();
    const full = isStorageFull(error);
    for (const entry of group) {
      entry.itemRun?.enter();
      entry.reject(full ? storageFull() : error);
    }
    if (full) for (const listener of this.#fullListeners) listener();
  }
}
