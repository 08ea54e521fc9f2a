import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { nextAllowed } from '../../../server/areas/campaigns/sending/sending-hours.ts';
import { readTimeIn } from '../../../server/platform/text/times.ts';
import { openCampaigns, people } from './support.ts';

const hours = { from: '08:00', to: '20:00' };
const next = (at: string, zone: string, open: typeof hours | null = hours) =>
  new Date(nextAllowed(Date.parse(at), zone, open)).toISOString();

test.each([
  ['before the hours begin', '2026-11-21T10:59:59.999Z', 'America/Sao_Paulo', '2026-11-21T11:00:00.000Z'],
  ['as they begin', '2026-11-21T11:00:00.000Z', 'America/Sao_Paulo', '2026-11-21T11:00:00.000Z'],
  ['just before they end', '2026-11-21T22:59:59.999Z', 'America/Sao_Paulo', '2026-11-21T22:59:59.999Z'],
  ['as they end', '2026-11-21T23:00:00.000Z', 'America/Sao_Paulo', '2026-11-22T11:00:00.000Z'],
  ['in a zone of half an hour', '2026-11-21T02:00:00.000Z', 'Asia/Kolkata', '2026-11-21T02:30:00.000Z'],
  [
    'on the night in which Madrid loses an hour',
    '2026-03-28T22:00:00.000Z',
    'Europe/Madrid',
    '2026-03-29T06:00:00.000Z',
  ],
  ['on the night in which Madrid wins one', '2026-10-24T22:00:00.000Z', 'Europe/Madrid', '2026-10-25T07:00:00.000Z'],
  [
    'on the night in which New York loses an hour',
    '2026-03-08T02:00:00.000Z',
    'America/New_York',
    '2026-03-08T12:00:00.000Z',
  ],
])('%s', (_title, at, zone, expected) => expect(next(at, zone)).toBe(expected));

test('a start that the clock skips that day moves to after the gap', () => {
  const night = { from: '02:30', to: '03:30' };
  expect(next('2026-03-29T00:00:00.000Z', 'Europe/Madrid', night)).toBe('2026-03-29T01:30:00.000Z');
  expect(next('2026-03-28T12:00:00.000Z', 'Europe/Madrid', null)).toBe('2026-03-28T12:00:00.000Z');
});

test('a start that occurs twice that day counts the first time', () => {
  const night = { from: '02:30', to: '04:00' };
  expect(next('2026-10-25T00:10:00.000Z', 'Europe/Madrid', night)).toBe('2026-10-25T00:30:00.000Z');
  expect(next('2026-10-25T01:10:00.000Z', 'Europe/Madrid', night)).toBe('2026-10-25T01:10:00.000Z');
});

test('the next moment is always within the hours, not before now and at most about a day away', () => {
  const zones = ['America/Sao_Paulo', 'Europe/Madrid', 'Asia/Kolkata', 'Pacific/Apia', 'Australia/Lord_Howe'];
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_000_000_000_000 }), fc.constantFrom(...zones), (at, zone) => {
      const found = nextAllowed(at, zone, hours);
      const { hour } = Temporal.Instant.fromEpochMilliseconds(found).toZonedDateTimeISO(zone);
      expect(hour).toBeGreaterThanOrEqual(8);
      expect(hour).toBeLessThan(20);
      expect(found).toBeGreaterThanOrEqual(at);
      expect(found - at).toBeLessThan(37 * 3_600_000);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['2026-11-28T09:00', '2026-11-28T12:00:00.000Z'],
  ['2026-11-28T09:00:00Z', '2026-11-28T09:00:00.000Z'],
  ['2026-11-28T09:00:00+02:00', '2026-11-28T07:00:00.000Z'],
  ['2026-11-28', '2026-11-28T03:00:00.000Z'],
  ['tomorrow', null],
  ['2026-13-01T09:00', null],
])('%s without an offset is local time in the campaign’s zone', (text, expected) => {
  expect(readTimeIn('America/Sao_Paulo', text)).toBe(expected);
});

test('a campaign stops when its hours end and goes on when they begin, in its own time zone', async () => {
  const { api, launch, run, sent } = await openCampaigns({ at: '2026-11-21T22:59:59.000Z' });
  const path = await launch(people(10));
  await run(1_000);
  expect(await sent()).toHaveLength(4);
  expect((await api.get(path)).body).toMatchObject({ status: 'RUNNING', holdReason: 'quiet_hours' });
  await run(11 * 3_600_000 + 59 * 60_000, 600_000);
  expect(await sent()).toHaveLength(4);
  await run(60_000, 60_000);
  await run(3_000);
  const messages = await sent();
  expect(messages.map((message) => message.phone)).toEqual(people(10).map(({ phone }) => phone));
  expect(messages[4]?.at).toBe('2026-11-22T11:00:00.000Z');
  const madrid = await launch(people(2, 50), { timezone: 'Europe/Madrid' });
  expect((await api.get(madrid)).body.holdReason).toBeNull();
  const tokyo = await launch(people(2, 60), { timezone: 'Asia/Tokyo' });
  expect((await api.get(tokyo)).body.holdReason).toBe('quiet_hours');
});

test('changed hours apply at once to a campaign that waits for them', async () => {
  const { api, launch, run, sent } = await openCampaigns({ at: '2026-11-21T04:00:00.000Z' });
  await launch(people(2));
  await run(1_000);
  expect(await sent()).toHaveLength(0);
  const path = '/api/marketing-campaigns/sending-rules';
  const { body: rules } = await api.get(path);
  await api.put(path, { ...rules, sendingHours: null });
  await run(1_000);
  expect(await sent()).toHaveLength(2);
});
