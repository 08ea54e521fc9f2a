import { z } from 'zod';
import type { Db, SqliteHandle } from '../database/database.ts';
import { prepareQuery } from '../database/prepared-query.ts';
import { Problem } from '../problem.ts';
import { clearSetting, readSetting, saveSetting } from '../settings.ts';

const settingsKey = 'sending_paused';
/** How often what waits looks whether sending goes on; the switch may be turned by another process. */
const pollMs = 250;
const retryAfterSeconds = 60;

const selectPause = prepareQuery((db) => db.selectFrom('settings').select('value').where('key', '=', 'sending_paused'));

/**
 * True while nothing may leave this installation for customers or webhooks: the owner has paused it, or a backup was
 * restored and they have not looked at it yet. It holds for all workspaces. One read of a small table: cheap enough to
 * be asked before every send, so that a switch by the command line counts at once.
 */
export const isSendingPaused = (db: Db): boolean => selectPause(db).first() !== undefined;

/** Pauses sending, or lets it go on; what waits in this or another process follows within a second. */
export const setSendingPaused = (db: Db, paused: boolean): Promise<void> =>
  paused ? saveSetting(db, settingsKey, true) : clearSetting(db, settingsKey);

/** Pauses sending in a database that no server has open: what a restored backup is before its owner has looked at it. */
export const pauseStaged = (handle: SqliteHandle): void => {
  handle.prepare("insert or replace into settings (key, value) values (?, json_quote('restored'))").run(settingsKey);
};

/** Why nothing is sent: the owner wants it so, or a backup was restored. Null while sending goes on. */
export async function readPauseReason(db: Db): Promise<'owner' | 'restored' | null> {
  const value = await readSetting(db, settingsKey, z.union([z.literal(true), z.literal('restored')]));
  return value === true ? 'owner' : value;
}

/**
 * Throws 503 `sending_paused` while sending is paused. In an operation it refuses the request with nothing changed; a
 * job that lets it through is held by the job runner, without using up a try, until sending goes on.
 */
export function assertSendingAllowed(db: Db): void {
  if (!isSendingPaused(db)) return;
  throw new Problem('sending_paused', 'Sending is paused by the owner: nothing was sent', {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
}

/** Whether a job failed only because sending is paused. */
export const isPauseRefusal = (error: unknown): boolean => error instanceof Problem && error.code === 'sending_paused';

/** Those who wait until sending goes on. */
export class SendingPause {
  readonly #db: Db;
  readonly #waiting = new Set<() => void>();
  #timer: NodeJS.Timeout | null = null;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Calls `ring` once when sending is no longer paused; the same function waits only once. */
  whenResumed(ring: () => void): void {
    this.#waiting.add(ring);
    this.#timer ??= setInterval(() => this.#look(), pollMs).unref();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#waiting.clear();
  }

  #look(): void {
    if (isSendingPaused(this.#db)) return;
    const rings = [...this.#waiting];
    this.stop();
    for (const ring of rings) ring();
  }
}
