import { z } from 'zod';
import type { Db, SqliteHandle } from '../database/database.ts';
import { prepareQuery } from '../database/prepared-query.ts';
import { Problem } from '../problem.ts';
import { clearSetting, readSetting, saveSetting } from '../settings.ts';

const settingsKey = 'sending_paused';
/** How often waiting work checks the switch, which another process may change. */
const pollMs = 250;
const retryAfterSeconds = 60;

const selectPause = prepareQuery((db) => db.selectFrom('settings').select('value').where('key', '=', 'sending_paused'));

/**
 * True while nothing may be sent to customers or webhooks: the owner paused sending, or a backup was restored and not
 * yet reviewed, or the folder is in another place. Applies to all workspaces. It reads one small table, cheap enough to check before every send, so a
 * change by the command line takes effect at once.
 */
export const isSendingPaused = (db: Db): boolean => selectPause(db).first() !== undefined;

/** Pauses or resumes sending; work that waits in this or another process follows within a second. */
export const setSendingPaused = (db: Db, paused: boolean): Promise<void> =>
  paused ? saveSetting(db, settingsKey, true) : clearSetting(db, settingsKey);

/**
 * Pauses sending in a database that no server has open: the state of a restored backup until its owner has reviewed it.
 */
export const pauseStaged = (handle: SqliteHandle): void => {
  handle.prepare("insert or replace into settings (key, value) values (?, json_quote('restored'))").run(settingsKey);
};

/** The place where a folder was used before it was found in the present one. */
const FormerPlace = z.object({ machineName: z.string(), path: z.string() });
export type FormerPlace = z.infer<typeof FormerPlace>;

const Pause = z.union([z.literal(true), z.literal('restored'), z.object({ moved: FormerPlace })]);

/** Pauses sending in a folder that is a copy or was moved. Its channels stay closed until sending resumes. */
export const pauseAsMoved = (db: Db, moved: FormerPlace): Promise<void> => saveSetting(db, settingsKey, { moved });

export const pauseReasons = ['owner', 'restored', 'moved'] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** Reason of the pause: the owner, a restore, or a folder in another place. Null while sending is not paused. */
export async function readPauseReason(db: Db): Promise<PauseReason | null> {
  const value = await readSetting(db, settingsKey, Pause);
  if (value === null || value === 'restored') return value;
  return value === true ? 'owner' : 'moved';
}

/** Place in which the folder was used before; null unless sending is paused for that reason. */
export async function readFormerPlace(db: Db): Promise<FormerPlace | null> {
  const value = await readSetting(db, settingsKey, Pause);
  return value !== null && typeof value === 'object' ? value.moved : null;
}

/**
 * Throws 503 `sending_paused` while sending is paused. An operation is thereby refused with nothing changed; a job that
 * does not catch it is held by the job runner, without counting an attempt, until sending resumes.
 */
export function assertSendingAllowed(db: Db): void {
  if (!isSendingPaused(db)) return;
  throw new Problem('sending_paused', 'Sending is paused by the owner: nothing was sent', {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
}

/** Whether an error is the refusal of a paused send. */
export const isPauseRefusal = (error: unknown): boolean => error instanceof Problem && error.code === 'sending_paused';

/** Callbacks waiting for sending to resume. */
export class SendingPause {
  readonly #db: Db;
  readonly #waiting = new Set<() => void>();
  #timer: NodeJS.Timeout | null = null;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Calls `ring` once when sending resumes; registering the same function twice has no effect. */
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
