import type { Agent } from '../queries.ts';

export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Day = (typeof days)[number];

/** Start and end as HH:MM, empty while incomplete. The end of the day is 00:00, as clocks show it. */
export interface Range {
  /** Unique among the ranges of the page. */
  key: number;
  from: string;
  to: string;
}

/** A day with its own hours; without ranges it is closed. */
export interface ExceptionalDay {
  key: number;
  /** YYYY-MM-DD, empty while incomplete. */
  date: string;
  ranges: Range[];
}

export interface Hours {
  isAlways: boolean;
  /** Null: the shop's. */
  timezone: string | null;
  days: Record<Day, Range[]>;
  exceptions: ExceptionalDay[];
}

type Fault = 'empty' | 'same' | 'overlap' | 'noDate' | 'twice';

/** Faults by the key of the range or day. */
export type Faults = Map<number, Fault>;

type Saved = NonNullable<Agent['businessHours']>;

export const mostRanges = 12;
export const mostExceptions = 400;
const usual = { from: '09:00', to: '18:00' };

let lastKey = 0;
export const nextKey = (): number => ++lastKey;

const toRange = ({ from, to }: { from: string; to: string }): Range => ({
  key: nextKey(),
  from,
  to: to === '24:00' ? '00:00' : to,
});
const fromRange = ({ from, to }: Range) => ({ from, to: to === '00:00' ? '24:00' : to });

export const copyRanges = (ranges: Range[]): Range[] => ranges.map(({ from, to }) => ({ key: nextKey(), from, to }));

/** Converts saved hours to the form's. An agent without hours gets usual ones. */
export function readHours({ businessHours }: Agent): Hours {
  const { timezone = null, exceptions = [] } = businessHours ?? {};
  const rangesOf = (day: Day) => businessHours?.days[day] ?? (day === 'sat' || day === 'sun' ? [] : [usual]);
  return {
    isAlways: businessHours === null,
    timezone,
    days: Object.fromEntries(days.map((day) => [day, rangesOf(day).map(toRange)])) as Hours['days'],
    exceptions: exceptions.map(({ date, ranges }) => ({ key: nextKey(), date, ranges: ranges.map(toRange) })),
  };
}

/** Converts the form's hours to the API's: days in calendar order, ranges by start. */
export function toBusinessHours({ isAlways, timezone, days: week, exceptions }: Hours): Saved | null {
  if (isAlways) return null;
  const inOrder = (ranges: Range[]) => ranges.map(fromRange).sort((a, b) => a.from.localeCompare(b.from));
  return {
    timezone,
    days: Object.fromEntries(days.map((day) => [day, inOrder(week[day])])) as Record<Day, Saved['days'][Day]>,
    exceptions: exceptions
      .map(({ date, ranges }) => ({ date, closed: ranges.length === 0, ranges: inOrder(ranges) }))
      .sort((a, b) => a.date.localeCompare(b.date)),
  };
}

/**
 * Suggests the next range of a day: the usual hours first, then starting an hour after the last; empty if that is too
 * late.
 */
export function proposeRange(ranges: Range[]): Range {
  const last = ranges.at(-1);
  if (!last) return { key: nextKey(), ...usual };
  const hour = last.to > last.from ? Number(last.to.slice(0, 2)) + 1 : 24;
  if (hour > 20) return { key: nextKey(), from: '', to: '' };
  const at = (value: number) => `${String(value).padStart(2, '0')}:00`;
  return { key: nextKey(), from: at(hour), to: at(Math.min(hour + 4, 23)) };
}

export const endsNextDay = ({ from, to }: Range): boolean => from !== '' && to !== '' && to < from && to !== '00:00';
export const isWholeDay = ({ from, to }: Range): boolean => from === '00:00' && to === '00:00';

/** Checks the hours against the server's rules (`BusinessHoursDraft`). */
export function findFaults({ isAlways, days: week, exceptions }: Hours): Faults {
  const faults: Faults = new Map();
  if (isAlways) return faults;
  for (const day of days) findRangeFaults(week[day], faults);
  for (const [index, { key, date, ranges }] of exceptions.entries()) {
    if (date === '') faults.set(key, 'noDate');
    else if (exceptions.slice(0, index).some((before) => before.date === date)) faults.set(key, 'twice');
    findRangeFaults(ranges, faults);
  }
  return faults;
}

function findRangeFaults(ranges: Range[], faults: Faults): void {
  const endOf = ({ from, to }: Range) => (to === '00:00' || to < from ? '24:00' : to);
  for (const [index, range] of ranges.entries()) {
    const { key, from, to } = range;
    if (from === '' || to === '') faults.set(key, 'empty');
    else if (from === to && !isWholeDay(range)) faults.set(key, 'same');
    else if (ranges.slice(0, index).some((before) => from < endOf(before) && before.from < endOf(range))) {
      faults.set(key, 'overlap');
    }
  }
}
