import { kept } from '../../components/values/formatters.ts';

/** Conversions between moments and the shop's clock. Dates are YYYY-MM-DD; the browser's own zone plays no part. */

export const minuteMs = 60_000;
const dayMs = 86_400_000;
export const dayMinutes = 1_440;

const clockIn = kept((zone: string) => {
  const two = '2-digit' as const;
  const parts = { year: 'numeric', month: two, day: two, hour: two, minute: two } as const;
  // Sweden writes dates as ISO does.
  return new Intl.DateTimeFormat('sv', { ...parts, hourCycle: 'h23', timeZone: zone });
});

/** What the clock shows at a moment, as the epoch ms at which UTC shows the same. */
const wallOf = (at: number, zone: string): number =>
  Date.parse(`${clockIn(zone).format(at).replace(',', '').replace(' ', 'T')}Z`);

export interface ClockTime {
  date: string;
  /** After midnight, as the clock shows it. */
  minutes: number;
}

/** What the clock of a zone shows at a moment. */
export function clockAt(at: string | number, zone: string): ClockTime {
  const wall = new Date(wallOf(new Date(at).getTime(), zone));
  return { date: wall.toISOString().slice(0, 10), minutes: wall.getUTCHours() * 60 + wall.getUTCMinutes() };
}

/**
 * The moment at which the clock shows a time, by the server's rule (RFC 5545, 3.3.5): a time that is skipped is read with
 * the offset before the change, one that occurs twice is the first.
 */
export function momentOf({ date, minutes }: ClockTime, zone: string): string {
  const wall = Date.parse(`${date}T00:00:00Z`) + minutes * minuteMs;
  const [before = 0, after = 0] = [wall - dayMs, wall + dayMs].map((at) => wallOf(at, zone) - at);
  const fitting = [wall - before, wall - after].filter((at) => wallOf(at, zone) === wall);
  return new Date(fitting.length > 0 ? Math.min(...fitting) : wall - before).toISOString();
}

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The Monday of a date's week, with which Today's weeks begin too. */
export const mondayOf = (date: string): string => addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7));

export const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

const pad = (value: number): string => String(value).padStart(2, '0');

/** HH:MM of minutes after midnight. */
export const writeClock = (minutes: number): string => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;

/** Minutes after midnight of HH:MM. */
export const readClock = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** An end of HH:MM, at which midnight belongs to the day that ends. */
export const writeEnd = (minutes: number): string => (minutes === dayMinutes ? '24:00' : writeClock(minutes));
