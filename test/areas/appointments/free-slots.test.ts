import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { haircut, makeAgent } from '../../support/shop/sales.ts';

const minuteMs = 60_000;
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
type Range = { from: string; to: string };
interface Hours {
  timezone: string | null;
  days: Record<(typeof weekdays)[number], Range[]>;
  exceptions: { date: string; closed: boolean; ranges: Range[] }[];
}
interface Wish {
  durationMinutes: number;
  stepMinutes: number;
  from: string;
  days: number;
  limit: number;
}

const shopZone = 'America/Sao_Paulo';
/** Time zones with a day shortly before their clocks change: at night, at midnight, by half an hour; and two without. */
const places: [zone: string | null, first: string][] = [
  ['Europe/Lisbon', '2026-03-28'],
  ['Europe/Lisbon', '2026-10-24'],
  ['America/Santiago', '2026-04-04'],
  ['America/Santiago', '2026-09-05'],
  ['Africa/Cairo', '2026-04-23'],
  ['Africa/Cairo', '2026-10-29'],
  ['Australia/Lord_Howe', '2026-04-04'],
  ['Australia/Lord_Howe', '2026-10-03'],
  ['Asia/Kolkata', '2026-05-02'],
  [null, '2026-05-02'],
];

const toTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const minute = fc.integer({ min: 0, max: 24 * 4 }).map((quarter) => quarter * 15);

/** Ranges of one day that do not overlap; the last may cross midnight. */
const ranges = fc
  .tuple(fc.uniqueArray(minute, { minLength: 1, maxLength: 6 }), fc.option(fc.integer({ min: 1, max: 4 }), { freq: 3 }))
  .map(([minutes, late]): Range[] => {
    const sorted = minutes.toSorted((one, other) => one - other);
    const pairs: Range[] = [];
    for (let index = 0; index + 1 < sorted.length; index += 2) {
      pairs.push({ from: toTime(sorted[index] as number), to: toTime(sorted[index + 1] as number) });
    }
    const lastEnd = pairs.at(-1)?.to ?? '12:00';
    return late !== null && lastEnd <= '22:00' ? [...pairs, { from: '22:00', to: toTime(late * 60) }] : pairs;
  });

const dayAfter = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();

const cases = fc.constantFrom(...places).chain(([zone, first]) =>
  fc.record({
    first: fc.constant(first),
    hours: fc.option(
      fc.record({
        timezone: fc.constant(zone),
        days: fc
          .tuple(...weekdays.map(() => ranges))
          .map((all) => Object.fromEntries(all.map((each, index) => [weekdays[index], each]))) as fc.Arbitrary<
          Hours['days']
        >,
        exceptions: fc
          .array(ranges, { maxLength: 3 })
          .map((all) =>
            all.map((each, index) => ({ date: dayAfter(first, index + 1), closed: each.length === 0, ranges: each })),
          ),
      }),
      { freq: 8 },
    ),
    clashes: fc.array(fc.tuple(fc.integer({ min: -600, max: 6_000 }), fc.integer({ min: 1, max: 1_440 })), {
      maxLength: 6,
    }),
    wish: fc.record({
      durationMinutes: fc.constantFrom(5, 30, 45, 60, 240, 1_440),
      stepMinutes: fc.constantFrom(5, 20, 30, 60, 95, 1_440),
      from: fc.constantFrom(first, dayAfter(first, 1), `${first}T13:07:00.000Z`),
      days: fc.integer({ min: 1, max: 4 }),
      limit: fc.constantFrom(1, 100),
    }),
  }),
);

/** Reference implementation: compares each candidate with each range and each clash. */
function listNaively(hours: Hours | null, taken: { startTime: string; endTime: string }[], wish: Wish) {
  const first = wish.from.includes('T')
    ? Temporal.Instant.from(wish.from).toZonedDateTimeISO(shopZone).toPlainDate()
    : Temporal.PlainDate.from(wish.from);
  const startOf = (day: number) => first.add({ days: day }).toZonedDateTime(shopZone).epochMilliseconds;
  const from = wish.from.includes('T') ? Date.parse(wish.from) : startOf(0);
  const slots: { startTime: string; endTime: string }[] = [];
  for (let day = 0; day < wish.days; day++) {
    for (let start = startOf(day); start < startOf(day + 1); start += wish.stepMinutes * minuteMs) {
      const end = start + wish.durationMinutes * minuteMs;
      const isTaken = taken.some((one) => Date.parse(one.startTime) < end && start < Date.parse(one.endTime));
      if (start < from || isTaken || !isOpenNaively(hours, start, end)) continue;
      slots.push({ startTime: new Date(start).toISOString(), endTime: new Date(end).toISOString() });
    }
  }
  return slots.slice(0, wish.limit);
}

function isOpenNaively(hours: Hours | null, start: number, end: number): boolean {
  if (hours === null) return true;
  const zone = hours.timezone ?? shopZone;
  const dayOf = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
  const open: { start: number; end: number }[] = [];
  for (let day = dayOf(start).subtract({ days: 1 }); ; day = day.add({ days: 1 })) {
    if (Temporal.PlainDate.compare(day, dayOf(end)) > 0) break;
    const date = day.toString();
    const own = hours.exceptions.find((entry) => entry.date === date)?.ranges;
    const at = (on: Temporal.PlainDate, time: string) =>
      on.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds;
    for (const { from, to } of own ?? hours.days[weekdays[day.dayOfWeek - 1] as 'mon']) {
      const [last, until] =
        to === '24:00' ? [day.add({ days: 1 }), '00:00'] : [to < from ? day.add({ days: 1 }) : day, to];
      open.push({ start: at(day, from), end: at(last, until) });
    }
  }
  let reached = start;
  for (const range of open.sort((one, other) => one.start - other.start)) {
    if (range.start <= reached && range.end > reached) reached = range.end;
  }
  return reached >= end;
}

test('free slots equal the result of a plain comparison, over hours, exceptions, clashes and clock changes', async () => {
  const { api } = await startApp({ clock: new ManualClock('2026-01-01T00:00:00.000Z') });
  await fc.assert(
    fc.asyncProperty(cases, async ({ first, hours, clashes, wish }) => {
      const agent = await makeAgent(api, hours === null ? {} : { businessHours: hours });
      const taken: { startTime: string; endTime: string }[] = [];
      const noon = Date.parse(`${first}T12:00:00.000Z`);
      for (const [minutes, length] of clashes) {
        const startTime = new Date(noon + minutes * minuteMs).toISOString();
        const endTime = new Date(noon + (minutes + length) * minuteMs).toISOString();
        const booked = await api.post('/api/appointments', haircut(agent, { startTime, endTime, allowOverlap: true }));
        expect(booked.status).toBe(201);
        taken.push({ startTime, endTime });
      }
      const query = new URLSearchParams({ aiAgentId: agent, from: wish.from });
      for (const name of ['durationMinutes', 'stepMinutes', 'days', 'limit'] as const) query.set(name, `${wish[name]}`);
      const { status, body } = await api.get(`/api/appointments/free-slots?${query}`);
      expect(status).toBe(200);
      expect(body.data).toEqual(listNaively(hours, taken, wish));
    }),
    { numRuns: 80 },
  );
});

test('no slot ends after the last year that a time can have', async () => {
  const { api } = await startApp();
  const id = await makeAgent(api);
  const query = `aiAgentId=${id}&durationMinutes=60&stepMinutes=60&from=9999-12-31T20:00:00Z&days=2`;
  const { status, body } = await api.get(`/api/appointments/free-slots?${query}`);
  expect(status).toBe(200);
  expect(body.data.map(({ startTime }: { startTime: string }) => startTime.slice(0, 16))).toEqual([
    '9999-12-31T20:00',
    '9999-12-31T21:00',
    '9999-12-31T22:00',
  ]);
});
