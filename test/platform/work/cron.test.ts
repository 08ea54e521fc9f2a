import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { latestMoment } from '../../../server/platform/work/cron.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** All due moments from noon of the day before to noon of the day after, checked every 10 minutes. */
function momentsAround(cron: string, timezone: string, day: string): string[] {
  const noon = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: timezone, plainTime: '12:00' });
  const [from, to] = [noon.subtract({ days: 1 }), noon.add({ days: 1 })].map((at) => at.epochMilliseconds);
  const found: number[] = [];
  for (let at = from as number; at < (to as number); at += 10 * minuteMs) {
    const moment = latestMoment(cron, timezone, at, at + 10 * minuteMs);
    if (moment !== null) found.push(moment);
  }
  return found.map((moment) => new Date(moment).toISOString().slice(0, 16));
}

/** The first three local times are skipped, the others occur twice. */
test.each([
  ['America/New_York', '2026-03-08', '30 2', ['2026-03-08T07:30', '2026-03-09T06:30']],
  ['Europe/Madrid', '2026-03-29', '30 2', ['2026-03-29T01:30', '2026-03-30T00:30']],
  ['America/Santiago', '2026-09-06', '30 0', ['2026-09-06T04:30', '2026-09-07T03:30']],
  ['America/New_York', '2026-11-01', '30 1', ['2026-11-01T05:30', '2026-11-02T06:30']],
  ['Europe/Madrid', '2026-10-25', '30 2', ['2026-10-25T00:30', '2026-10-26T01:30']],
  ['America/Santiago', '2026-04-04', '30 23', ['2026-04-04T02:30', '2026-04-05T02:30']],
  // By half an hour only.
  ['Australia/Lord_Howe', '2026-10-04', '15 2', ['2026-10-03T15:45', '2026-10-04T15:15']],
  // No clock change.
  ['America/Sao_Paulo', '2026-03-08', '30 2', ['2026-03-08T05:30', '2026-03-09T05:30']],
])('in %s on %s what is due daily at %s is due once', (timezone, day, time, expected) => {
  expect(momentsAround(`${time} * * *`, timezone, day)).toEqual(expected);
});

test.each([
  ['2026-03-08', 47],
  ['2026-11-01', 49],
])('on %s an hourly expression is due in each elapsed hour', (day, count) => {
  const times = momentsAround('30 * * * *', 'America/New_York', day).map((text) => Date.parse(`${text}Z`));
  expect(times).toHaveLength(count);
  expect(times.at(-1)).toBe((times[0] as number) + (count - 1) * hourMs);
});

test('after a long gap the latest missed moment is found', () => {
  const at = (text: string) => Date.parse(text);
  const sundays = ['30 2 * * 0', 'America/New_York'] as const;
  expect(latestMoment(...sundays, at('2026-03-05T00:00Z'), at('2026-03-13T00:00Z'))).toBe(at('2026-03-08T07:30Z'));
  expect(latestMoment(...sundays, at('2026-03-08T07:30Z'), at('2026-03-13T00:00Z'))).toBeNull();
});

/** The days of 2026 with a clock change, each with its zone. */
const changes = Intl.supportedValuesOf('timeZone').flatMap((zone) => {
  const newYear = Temporal.PlainDate.from('2026-01-01').toZonedDateTime(zone);
  const first = newYear.getTimeZoneTransition('next');
  const found = [first, first?.getTimeZoneTransition('next')];
  return found.flatMap((at) => (at?.year === 2026 ? [{ zone, day: at.toPlainDate() }] : []));
});

test('each minute of the days around any clock change is due once', () => {
  expect(changes.length).toBeGreaterThan(200);
  const minutes = fc.record({ change: fc.constantFrom(...changes), day: fc.integer({ min: -1, max: 1 }) });
  fc.assert(
    fc.property(minutes, fc.nat(23), fc.nat(59), ({ change: { zone, day }, day: days }, hour, minute) => {
      const date = day.add({ days });
      const due = date.toZonedDateTime({ timeZone: zone, plainTime: { hour, minute } }).epochMilliseconds;
      const cron = `${minute} ${hour} ${date.day} ${date.month} *`;
      expect(latestMoment(cron, zone, due - 3 * hourMs, due)).toBe(due);
      expect(latestMoment(cron, zone, due - 3 * hourMs, due - 1)).toBeNull();
      expect(latestMoment(cron, zone, due, due + 3 * hourMs)).toBeNull();
    }),
    { numRuns: 150 },
  );
});
