import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { isOpenAt } from '../../../server/areas/agents/configuration/business-hours.ts';
import { BusinessHoursDraft } from '../../../server/areas/agents/configuration/configuration.schemas.ts';

const zone = 'America/Sao_Paulo';
const closedWeek = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
const hours = (days: object, more: object = {}) =>
  BusinessHoursDraft.parse({ days: { ...closedWeek, ...days }, ...more });

/** The UTC text of a local time. */
const at = (local: string, timeZone = zone): string =>
  new Date(Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).epochMilliseconds).toISOString();
const isOpen = (days: ReturnType<typeof hours>, local: string, timeZone = zone): boolean =>
  isOpenAt(days, timeZone, at(local, timeZone), at(local, timeZone));

describe('a range that crosses midnight', () => {
  const night = hours({ fri: [{ from: '20:00', to: '02:00' }] });

  // 20 November 2026 is a Friday.
  test.each([
    ['2026-11-20T19:59', false],
    ['2026-11-20T20:00', true],
    ['2026-11-20T23:59', true],
    ['2026-11-21T00:00', true],
    ['2026-11-21T01:59', true],
    ['2026-11-21T02:00', false],
    ['2026-11-20T01:00', false],
  ])('gives open at %s: %s', (local, expected) => {
    expect(isOpen(night, local)).toBe(expected);
  });

  test('is open throughout midnight, but not beyond its end', () => {
    expect(isOpenAt(night, zone, at('2026-11-20T23:00'), at('2026-11-21T02:00'))).toBe(true);
    expect(isOpenAt(night, zone, at('2026-11-20T23:00'), at('2026-11-21T02:01'))).toBe(false);
  });
});

test('a day of 24 hours continues into the next one without a gap', () => {
  const whole = [{ from: '00:00', to: '24:00' }];
  const always = hours({ mon: whole, tue: whole, wed: whole, thu: whole, fri: whole, sat: whole, sun: whole });
  expect(isOpenAt(always, zone, at('2026-11-20T10:00'), at('2026-11-27T10:00'))).toBe(true);
});

test('an exception replaces the ranges that begin on its date, but not the end of the night before', () => {
  const night = [{ from: '20:00', to: '02:00' }];
  const days = { thu: night, fri: night };
  const closed = hours(days, { exceptions: [{ date: '2026-12-25', closed: true }] });
  expect(isOpen(closed, '2026-12-25T01:00')).toBe(true);
  expect(isOpen(closed, '2026-12-25T21:00')).toBe(false);
  expect(isOpen(closed, '2026-12-26T01:00')).toBe(false);
  expect(isOpen(closed, '2027-01-01T21:00')).toBe(true);
  const short = hours(days, { exceptions: [{ date: '2026-12-25', ranges: [{ from: '09:00', to: '10:00' }] }] });
  expect(isOpen(short, '2026-12-25T09:30')).toBe(true);
  expect(isOpen(short, '2026-12-25T21:00')).toBe(false);
});

test('hours with their own time zone are read in it', () => {
  const lisbon = hours({ mon: [{ from: '09:00', to: '18:00' }] }, { timezone: 'Europe/Lisbon' });
  expect(isOpenAt(lisbon, zone, '2026-11-23T09:00:00.000Z', '2026-11-23T18:00:00.000Z')).toBe(true);
  expect(isOpenAt(lisbon, zone, '2026-11-23T18:00:00.000Z', '2026-11-23T18:00:00.000Z')).toBe(false);
});

test('opening and closing follow local time when the clocks change', () => {
  const sunday = hours({ sat: [{ from: '22:00', to: '04:00' }], sun: [{ from: '09:00', to: '18:00' }] });
  const newYork = 'America/New_York';
  // On 8 March 2026 the clocks go from 02:00 to 03:00, on 1 November from 02:00 back to 01:00.
  for (const day of ['2026-03-08', '2026-11-01']) {
    expect(isOpen(sunday, `${day}T03:59`, newYork)).toBe(true);
    expect(isOpen(sunday, `${day}T04:00`, newYork)).toBe(false);
    expect(isOpen(sunday, `${day}T08:59`, newYork)).toBe(false);
    expect(isOpen(sunday, `${day}T09:00`, newYork)).toBe(true);
  }
  // The repeated hour is open both times.
  expect(isOpenAt(sunday, newYork, '2026-11-01T05:30:00.000Z', '2026-11-01T05:30:00.000Z')).toBe(true);
  expect(isOpenAt(sunday, newYork, '2026-11-01T06:30:00.000Z', '2026-11-01T06:30:00.000Z')).toBe(true);
});

const clock = fc.integer({ min: 0, max: 23 * 60 + 59 });
const hhmm = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** The minutes of a week, from Monday 00:00, that a range of a day covers when no clocks change. */
const covers = (day: number, from: number, to: number, minute: number): boolean => {
  const start = day * 1440 + from;
  const end = day * 1440 + (to < from ? to + 1440 : to);
  return [minute, minute + 7 * 1440].some((moment) => moment >= start && moment < end);
};

test('a shop is open exactly at the minutes of the week that a range covers', () => {
  const names = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
  const rangeOfDay = fc.record({ day: fc.nat(6), from: clock, to: clock }).filter((entry) => entry.from !== entry.to);
  const week = fc.uniqueArray(rangeOfDay, { selector: (entry) => entry.day, maxLength: 7 });
  fc.assert(
    fc.property(week, fc.nat(7 * 1440 - 1), (ranges, minute) => {
      const days = Object.fromEntries(
        ranges.map(({ day, from, to }) => [names[day], [{ from: hhmm(from), to: hhmm(to) }]]),
      );
      const moment = new Date(Date.parse('2026-11-16T00:00:00.000Z') + minute * 60_000).toISOString();
      const expected = ranges.some(({ day, from, to }) => covers(day, from, to, minute));
      expect(isOpenAt(hours(days), 'UTC', moment, moment)).toBe(expected);
    }),
  );
});

test('a shop is open during a span exactly if it is open at each of its minutes, even when clocks change', () => {
  const days = hours({
    sat: [{ from: '20:00', to: '03:30' }],
    sun: [
      { from: '03:30', to: '06:00' },
      { from: '07:00', to: '09:00' },
    ],
  });
  const span = fc.record({ start: fc.integer({ min: -300, max: 900 }), minutes: fc.integer({ min: 1, max: 240 }) });
  const changes = fc.constantFrom('2026-03-08T05:00:00.000Z', '2026-11-01T05:00:00.000Z', '2026-06-07T05:00:00.000Z');
  fc.assert(
    fc.property(span, changes, ({ start, minutes }, base) => {
      const moment = (minute: number) => new Date(Date.parse(base) + minute * 60_000).toISOString();
      const open = (minute: number) => isOpenAt(days, 'America/New_York', moment(minute), moment(minute));
      const each = Array.from({ length: minutes }, (_, index) => open(start + index)).every(Boolean);
      expect(isOpenAt(days, 'America/New_York', moment(start), moment(start + minutes))).toBe(each);
    }),
    { numRuns: 40 },
  );
});

test('overlapping ranges of one day are rejected by name', () => {
  const parsed = BusinessHoursDraft.safeParse({
    days: {
      mon: [
        { from: '08:00', to: '12:00' },
        { from: '11:59', to: '18:00' },
      ],
      tue: [
        { from: '20:00', to: '02:00' },
        { from: '21:00', to: '22:00' },
      ],
      wed: [
        { from: '13:00', to: '18:00' },
        { from: '08:00', to: '12:00' },
      ],
    },
  });
  expect(parsed.error?.issues.map((issue) => issue.path.join('.'))).toEqual(['days.mon.1.from', 'days.tue.1.from']);
});
