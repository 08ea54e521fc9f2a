import { expect, test } from 'vitest';
import { dayOf, dayRange, lastDays } from '../../../server/platform/text/days.ts';
import { DayOrTime } from '../../../server/platform/text/times.ts';

const newYork = 'America/New_York';
const lengthHours = ({ from = '', to = '' }: { from?: string; to?: string }) =>
  (Date.parse(to) - Date.parse(from)) / 3_600_000;

test.each([
  ['of 23 hours', newYork, '2026-03-08', 23],
  ['of 25 hours', newYork, '2026-11-01', 25],
  ['that begins at one because midnight is left out', 'America/Sao_Paulo', '2018-11-04', 23],
  ['like any other', 'America/Sao_Paulo', '2026-11-21', 24],
])('finds the range of a day %s', (_name, timezone, day, hours) => {
  const range = dayRange(timezone, day, day);
  expect(lengthHours(range)).toBe(hours);
  expect(dayOf(timezone, range.from ?? '')).toBe(day);
  expect(dayOf(timezone, new Date(Date.parse(range.to ?? '') - 1).toISOString())).toBe(day);
  expect(dayOf(timezone, range.to ?? '')).not.toBe(day);
});

test('includes both days and leaves an open range open', () => {
  expect(dayRange('America/Sao_Paulo', '2026-11-20', '2026-11-21')).toEqual({
    from: '2026-11-20T03:00:00.000Z',
    to: '2026-11-22T03:00:00.000Z',
  });
  expect(dayRange('UTC', undefined, '2026-11-21')).toEqual({ to: '2026-11-22T00:00:00.000Z' });
  expect(dayRange('UTC')).toEqual({});
});

test('takes a full timestamp as it is', () => {
  expect(dayRange('America/Sao_Paulo', '2026-11-21T10:00:00-05:00', '2026-11-21T16:00:00Z')).toEqual({
    from: '2026-11-21T15:00:00.000Z',
    to: '2026-11-21T16:00:00.000Z',
  });
});

test('lists the last days across a daylight-saving change, oldest first', () => {
  expect(lastDays(newYork, '2026-11-02T04:30:00.000Z', 3)).toEqual(['2026-10-30', '2026-10-31', '2026-11-01']);
});

test.each(['2026-11-21', '2026-11-21T10:00:00Z', '2026-11-21T10:00:00.123-03:00'])('accepts %s', (text) => {
  expect(DayOrTime.safeParse(text).success).toBe(true);
});

test.each(['2026-02-30', '2026-11-21T10:00:00', '21/11/2026', 'today', '2026-11', ''])('rejects %j', (text) => {
  expect(DayOrTime.safeParse(text).success).toBe(false);
});
