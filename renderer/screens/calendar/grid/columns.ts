import { useMemo } from 'react';
import { useConsole } from '../../../session.ts';
import type { CalendarView, Day, Entry, Lane } from '../calendar.ts';
import { dayMinutes, readClock } from '../shop-time.ts';
import { type Hidden, type Placed, placeEntries, type Range, rangeOn } from './place-entries.ts';

/** A day, or a day of one agent. */
export interface Column {
  key: string;
  day: Day;
  /** Null: all agents. */
  lane: Lane | null;
  count: number;
  placed: Placed[];
  hidden: Hidden[];
  closed: Range[];
  /** What the clock skips on this day. */
  skipped: Range | null;
  /** What the clock shows twice. */
  repeated: Range | null;
}

/** As many stand beside each other in a column of a week, and of a day. */
const mostBeside = { week: 3, day: 6 };

/** The columns of a week: its days; of a day: its agents, those with hours or appointments. */
export function useColumns(calendar: CalendarView | undefined, view: 'week' | 'day', agent: string | null): Column[] {
  const { timezone } = useConsole().workspace;
  return useMemo(() => {
    if (!calendar) return [];
    const lanes = calendar.lanes.filter(({ id }) => agent === null || id === agent);
    const pairs =
      view === 'week' || lanes.length === 0
        ? calendar.days.map((day) => ({ day, lane: null }))
        : calendar.days.flatMap((day) => lanes.map((lane) => ({ day, lane })));
    return pairs.map(({ day, lane }) => toColumn(calendar, day, lane, agent, mostBeside[view], timezone));
  }, [calendar, view, agent, timezone]);
}

function toColumn(
  calendar: CalendarView,
  day: Day,
  lane: Lane | null,
  agent: string | null,
  most: number,
  zone: string,
): Column {
  const only = lane?.id ?? agent;
  const entries = calendar.appointments.flatMap((entry: Entry) => {
    const isHere = entry.startTime < day.to && entry.endTime > day.from && (only === null || entry.aiAgentId === only);
    const range = isHere && rangeOn(entry.startTime, entry.endTime, day.date, zone);
    return range ? [{ ...range, entry }] : [];
  });
  const open = calendar.open.flatMap(({ aiAgentId, from, to }) => {
    const isHere = from < day.to && to > day.from && (only === null || aiAgentId === only);
    return (isHere && rangeOn(from, to, day.date, zone)) || [];
  });
  const { clockChange } = day;
  const at = clockChange ? readClock(clockChange.at) : 0;
  const change = clockChange?.minutes ?? 0;
  return {
    key: `${day.date} ${lane?.id ?? ''}`,
    day,
    lane,
    count: entries.length,
    ...placeEntries(entries, most),
    // Without an agent there are no hours to be outside of.
    closed: calendar.lanes.length === 0 ? [] : gapsOf(open),
    skipped: change > 0 ? { from: at, to: at + change } : null,
    repeated: change < 0 ? { from: at + change, to: at } : null,
  };
}

/** What of a day no range covers. */
function gapsOf(ranges: Range[]): Range[] {
  const gaps: Range[] = [];
  let at = 0;
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    if (from > at) gaps.push({ from: at, to: from });
    at = Math.max(at, to);
  }
  if (at < dayMinutes) gaps.push({ from: at, to: dayMinutes });
  return gaps;
}

/** Where the day's business begins in any column: what is scrolled to first. */
export function beginOf(columns: Column[]): number {
  const begins = columns.flatMap(({ closed, placed }) => {
    const opens = closed[0]?.from === 0 ? closed[0].to : 0;
    const hasHours = opens > 0 && opens < dayMinutes;
    return [...(hasHours ? [opens] : []), ...placed.map(({ from }) => from)];
  });
  return begins.length === 0 ? 8 * 60 : Math.min(...begins);
}
