import { z } from 'zod';
import type { Db } from '../database/database.ts';
import { dayMs, minuteMs } from '../durations.ts';
import { readSetting, saveSetting } from '../settings.ts';
import { type Item, parseRequestKey } from './running-board.ts';
import type { SuspectRow } from './suspects.ts';

/** A request is remembered and set aside for a day after the last crash it caused. */
const forgottenAfterMs = dayMs;
/**
 * The supervisor gives up after eight crashes in two minutes (`server/launch/restart-policy.js`). A caller whose requests
 * caused six of them, in any operations, is paused until the two minutes are over.
 */
const pauseMs = 2 * minuteMs;
const mostDeathsOfCaller = 6;
const versionSetting = 'suspect_requests_version';

/** Deletes requests older than a day, and all requests after a change of version. */
export async function forgetRequests(db: Db, now: string, version: string): Promise<void> {
  const isUpdated = (await readSetting(db, versionSetting, z.string())) !== version;
  let rows = db.deleteFrom('suspect_work').where('kind', '=', 'request');
  if (!isUpdated) rows = rows.where('last_died_at', '<', new Date(Date.parse(now) - forgottenAfterMs).toISOString());
  await rows.execute();
  if (isUpdated) await saveSetting(db, versionSetting, version);
}

/**
 * The requests set aside, by operation and caller. Unlike resumed work, they are set aside at the server's start, and a
 * successful request does not clear the deaths, because an operation may crash with some arguments only.
 */
export class SuspectRequests {
  /** Time at which each request is allowed again (epoch ms), by key. */
  readonly #until = new Map<string, number>();
  /** Time at which each paused caller is allowed again (epoch ms). */
  readonly #pausedUntil = new Map<string, number>();

  /** Loads the requests that crashed the server within the last day. */
  load(rows: readonly SuspectRow[]): void {
    this.#until.clear();
    this.#pausedUntil.clear();
    const deathsOf = new Map<string, { deaths: number; diedAt: number }[]>();
    for (const { key, deaths, last_died_at: at, set_aside_at: setAsideAt } of rows) {
      const diedAt = at === null ? 0 : Date.parse(at);
      if (setAsideAt !== null) this.#until.set(key, diedAt + forgottenAfterMs);
      const { callerId } = parseRequestKey(key);
      deathsOf.set(callerId, [...(deathsOf.get(callerId) ?? []), { deaths, diedAt }]);
    }
    for (const [callerId, all] of deathsOf) this.#pauseIfDeadly(callerId, all);
  }

  #pauseIfDeadly(callerId: string, all: { deaths: number; diedAt: number }[]): void {
    const last = Math.max(...all.map(({ diedAt }) => diedAt));
    const recent = all.filter(({ diedAt }) => diedAt > last - pauseMs);
    const deaths = recent.reduce((sum, each) => sum + each.deaths, 0);
    if (deaths >= mostDeathsOfCaller) this.#pausedUntil.set(callerId, last + pauseMs);
  }

  /** Returns the time until which a request is refused (epoch ms); null if it is allowed. */
  refusedUntil({ key }: Item, now: number): number | null {
    if (this.#until.size === 0 && this.#pausedUntil.size === 0) return null;
    const until = Math.max(this.#until.get(key) ?? 0, this.#pausedUntil.get(parseRequestKey(key).callerId) ?? 0);
    return until > now ? until : null;
  }

  /** Allows a request and its caller again. */
  allow(key: string): void {
    this.#until.delete(key);
    this.#pausedUntil.delete(parseRequestKey(key).callerId);
  }
}

/** True if a row is still set aside; requests are for a day only. */
export const isStillAside = ({ kind, last_died_at: at }: SuspectRow, now: string): boolean =>
  kind !== 'request' || (at !== null && Date.parse(at) + forgottenAfterMs > Date.parse(now));
