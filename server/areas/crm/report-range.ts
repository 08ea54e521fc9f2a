import { Temporal } from 'temporal-polyfill';
import { invalid } from '../../platform/problem.ts';
import { dayOf, dayRange, lastDays } from '../../platform/text/days.ts';
import { readDay, readMoment } from '../../platform/text/times.ts';

const defaultDays = 30;
const longestYears = 10;
/** No report begins earlier, and dates before the year 0 cannot be written in a query. */
const firstDay = '2000-01-01';
/** No report ends later, because a query cannot contain later days. */
const lastOfAll = '9998-12-31';

export interface ReportRange {
  /** Start, UTC text. */
  from: string;
  /** End, exclusive, UTC text. */
  to: string;
}

/**
 * The half-open range of a report. Without `to` it ends with today, without `from` it has 30 days. Throws 400 if it is
 * empty, longer than ten years or ends before 2000.
 */
export function readRange(timezone: string, now: string, query: { from?: string; to?: string }): ReportRange {
  const to = query.to ?? dayOf(timezone, now);
  const lastDay = readDay(to) ? to : dayOf(timezone, readMoment(to) as string);
  if (lastDay < firstDay) throw invalid('query.to', `must not be before ${firstDay}`);
  if (lastDay > lastOfAll) throw invalid('query.to', `must not be after ${lastOfAll}`);
  const noon = Temporal.PlainDate.from(lastDay).toZonedDateTime({ timeZone: timezone, plainTime: '12:00' });
  const from = query.from ?? (lastDays(timezone, noon.toInstant().toString(), defaultDays)[0] as string);
  const range = dayRange(timezone, from, to) as ReportRange;
  if (range.from >= range.to) throw invalid('query.from', 'must be before to');
  const longest = Temporal.PlainDate.from(lastDay).subtract({ years: longestYears }).toString();
  if (range.from < longest) throw invalid('query.from', `must be at most ${longestYears} years before to`);
  return range;
}

export interface Week {
  /** Such as 2026-W47. */
  name: string;
  /** Its Monday, YYYY-MM-DD. */
  startsOn: string;
  /** The start of its Monday in the time zone, UTC text. */
  from: string;
}

/** The ISO weeks of the time zone that overlap a range, in order. */
export function weeksOf(timezone: string, { from, to }: ReportRange): Week[] {
  const begin = Temporal.PlainDate.from(dayOf(timezone, from));
  const weeks: Week[] = [];
  for (let monday = begin.subtract({ days: begin.dayOfWeek - 1 }); ; monday = monday.add({ weeks: 1 })) {
    const startsOn = monday.toString();
    const week = { name: nameWeek(monday), startsOn, from: dayRange(timezone, startsOn).from as string };
    if (week.from >= to) return weeks;
    weeks.push(week);
  }
}

const nameWeek = (monday: Temporal.PlainDate): string =>
  `${monday.yearOfWeek}-W${String(monday.weekOfYear).padStart(2, '0')}`;
