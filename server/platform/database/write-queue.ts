import { currentSection, runIn, type Section } from '../running/sections.ts';
import type { Db, SqliteHandle } from './database.ts';
import { isStorageFull, storageFull } from './storage-full.ts';

interface Entry {
  work: (db: Db) => Promise<unknown>;
  /** What asks for the write: it waits until its turn, and has the stack for itself then. */
  section: Section | null;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

type Outcome = { value: unknown } | { error: unknown };

/** Bounds how long reads and answers wait behind one group. */
const largestGroup = 128;

/**
 * Group commit: the writes that wait are run in one transaction, a savepoint each, and all acknowledged after its
 * commit. One fsync then serves many requests, and a failing write undoes itself alone.
 */
export class WriteQueue {
  #waiting: Entry[] = [];
  #running: Promise<void> | null = null;
  readonly #handle: SqliteHandle;
  readonly #db: Db;
  readonly #commitListeners: (() => void)[] = [];
  readonly #fullListeners: (() => void)[] = [];
  readonly #statements;

  constructor(handle: SqliteHandle, db: Db) {
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

  run<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const section = currentSection();
    section?.wait();
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, section, resolve: resolve as (value: unknown) => void, reject });
      this.#running ??= runIn(null, () => this.#drainWaiting());
    });
  }

  /** Resolves when nothing waits any more. */
  async drain(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #drainWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      // The next turn of the event loop: whatever arrives together is committed together.
      await new Promise(setImmediate);
      await this.#commitGroup(this.#waiting.splice(0, largestGroup));
    }
    this.#running = null;
  }

  async #commitGroup(group: Entry[]): Promise<void> {
    let outcomes: Outcome[];
    let waited = false;
    const nextTurn = setImmediate(() => {
      waited = true;
    });
    try {
      this.#statements.begin.run();
      outcomes = [];
      for (const entry of group) outcomes.push(await this.#runOne(entry));
      this.#statements.commit.run();
    } catch (error) {
      this.#abandon(group, error);
      return;
    } finally {
      clearImmediate(nextTurn);
      if (waited) process.emitWarning('A write has waited for something other than the database');
    }
    for (const listener of this.#commitListeners) listener();
    for (const [index, entry] of group.entries()) {
      const outcome = outcomes[index] as Outcome;
      entry.section?.enter();
      if ('error' in outcome) entry.reject(outcome.error);
      else entry.resolve(outcome.value);
    }
  }

  async #runOne(entry: Entry): Promise<Outcome> {
    this.#statements.savepoint.run();
    entry.section?.alone();
    try {
      const value = await runIn(entry.section, () => entry.work(this.#db));
      this.#statements.release.run();
      return { value };
    } catch (error) {
      // SQLite ends the whole transaction by itself on a full disk: then the group has failed, not this entry.
      if (isStorageFull(error) || !this.#handle.inTransaction) throw error;
      this.#statements.undo.run();
      this.#statements.release.run();
      return { error };
    } finally {
      entry.section?.wait();
    }
  }

  #abandon(group: Entry[], error: unknown): void {
    if (this.#handle.inTransaction) this.#statements.rollback.run();
    const full = isStorageFull(error);
    for (const entry of group) {
      entry.section?.enter();
      entry.reject(full ? storageFull() : error);
    }
    if (full) for (const listener of this.#fullListeners) listener();
  }
}
