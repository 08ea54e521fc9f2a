import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateEnd } from '../../../server/areas/campaigns/sending/estimate-end.ts';
import { nextAllowed } from '../../../server/areas/campaigns/sending/sending-hours.ts';
import { dayMs } from '../../../server/platform/durations.ts';
import { countIn, Steps } from '../../../server/platform/running/steps.ts';
import { signIn } from '../../support/server/console.ts';
import { openCampaigns, people } from './support.ts';

type Pace = Parameters<typeof estimateEnd>[1];

/** One message after the other. */
function countMessages(fromMs: number, { count, intervalMs, timezone, hours }: Pace): number {
  let at = nextAllowed(fromMs, timezone, hours);
  for (let sent = 1; sent < count; sent++) at = nextAllowed(at + intervalMs, timezone, hours);
  return at;
}

/** In Casablanca the clock changes for the month of Ramadan; in New York and Lisbon for the summer. */
const zones = ['America/Sao_Paulo', 'America/New_York', 'Europe/Lisbon', 'Africa/Casablanca', 'Asia/Kolkata'];
const windows = [
  ...[null, { from: '09:00', to: '09:01' }, { from: '02:30', to: '02:31' }, { from: '01:15', to: '01:18' }],
  ...[
    { from: '00:00', to: '00:02' },
    { from: '23:57', to: '23:59' },
    { from: '00:00', to: '23:59' },
  ],
];

test('the end is that of sending one message after the other, in every zone and over every change of the clock', () => {
  const pace = fc.record({
    count: fc.integer({ min: 1, max: 500 }),
    intervalMs: fc.constantFrom(20_000, 45_000, 59_000, 60_000),
    timezone: fc.constantFrom(...zones),
    hours: fc.constantFrom(...windows),
  });
  const fromMs = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) });
  const same = fc.property(fromMs, pace, (from, each) => {
    expect(estimateEnd(from, each).to).toBe(countMessages(from, each));
  });
  fc.assert(same, { numRuns: 150, seed: 20_261_127 });
});

test('the end of ten thousand messages, one a day, is found in few steps', () => {
  const pace = { count: 10_000, intervalMs: 60_000, timezone: 'UTC', hours: { from: '09:00', to: '09:01' } };
  const steps = new Steps(1_000);
  const { from, to } = countIn(steps, () => estimateEnd(Date.UTC(2026, 10, 21), pace));
  expect(to - from).toBe(9_999 * dayMs);
});

test('the outlook of a campaign that takes decades is shown', async () => {
  const campaigns = await openCampaigns({ at: '2026-11-21T12:00:00.000Z' });
  const path = await campaigns.draft(people(10_000), { sendIntervalMs: 60_000 });
  const owner = await signIn(campaigns.shop);
  const rules = (await owner.get('/api/marketing-campaigns/sending-rules')).body;
  await owner.put('/api/marketing-campaigns/sending-rules', { ...rules, sendingHours: { from: '09:00', to: '09:01' } });
  const outlook = await owner.get(`${path.replace('/api/marketing-campaigns', '/owner/campaigns')}/outlook`);
  const last = Date.parse('2026-11-21T12:00:00.000Z') + 9_999 * dayMs;
  expect([outlook.status, outlook.body.endsAt]).toEqual([200, new Date(last).toISOString()]);
});
