import { z } from 'zod';
import type { Db } from '../database/database.ts';
import { dayMs, minuteMs } from '../durations.ts';
import { readSetting, saveSetting } from '../settings.ts';
import { readPauseReason } from './sending-pause.ts';

const settingsKey = 'absence';
/** A shorter pause, such as a restart, is not reported. */
export const leastAbsenceMs = 10 * minuteMs;
/** A sleep is reported by the shell at once and by the next tick again. */
const sameEndMs = 2 * minuteMs;
const shownForMs = dayMs;

/** A time during which nothing ran: the program was closed, or the computer slept or was off. */
const Absence = z.object({ from: z.string(), to: z.string() });
export type Absence = z.infer<typeof Absence>;

/**
 * Records that nothing ran since `from`, unless that is only a moment. Joins the last absence when little time lies
 * between them: a sleeping computer wakes for seconds now and then. After a restore, `from` would be the backup's.
 */
export async function recordAbsence(db: Db, from: string, to: string): Promise<void> {
  if (Date.parse(to) - Date.parse(from) < leastAbsenceMs || (await readPauseReason(db)) === 'restored') return;
  const last = await readSetting(db, settingsKey, Absence);
  const sinceMs = last && Date.parse(from) - Date.parse(last.to);
  const joins = last !== null && sinceMs !== null && sinceMs < leastAbsenceMs && from < to && last.to < to;
  if (last && joins && Date.parse(to) - Date.parse(last.to) < sameEndMs) return;
  await saveSetting(db, settingsKey, joins ? { from: last.from, to } : { from, to });
}

/** Returns the last absence, for a day after its end; null without one. */
export async function readAbsence(db: Db, now: string): Promise<Absence | null> {
  const last = await readSetting(db, settingsKey, Absence);
  const endedMs = last && Date.parse(now) - Date.parse(last.to);
  return endedMs !== null && endedMs >= 0 && endedMs < shownForMs ? last : null;
}
