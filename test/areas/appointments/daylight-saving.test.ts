import { expect, test } from 'vitest';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { haircut, makeAgent } from '../../support/shop/sales.ts';

/** Madrid goes from 2:00 to 3:00 on 29 March 2026 and from 3:00 back to 2:00 on 25 October 2026. */
async function openInMadrid(): Promise<TestApp> {
  const shop = await startApp({ clock: new ManualClock('2026-03-01T12:00:00.000Z') });
  await shop.app.platform.write(({ db }) => db.updateTable('workspaces').set({ timezone: 'Europe/Madrid' }).execute());
  return shop;
}

async function book({ api }: TestApp, startTime: string, endTime: string, agentFields: object = {}) {
  const agent = await makeAgent(api, agentFields);
  return api.post('/api/appointments', haircut(agent, { startTime, endTime, clientPhone: '+34612345678' }));
}

test('a local time that the clock skips uses the offset before the change', async () => {
  const { body } = await book(await openInMadrid(), '2026-03-29T02:30', '2026-03-29T04:00');
  expect(body).toMatchObject({ startTime: '2026-03-29T01:30:00.000Z', endTime: '2026-03-29T02:00:00.000Z' });
});

test('a local time that occurs twice is the first; an offset selects the second', async () => {
  const shop = await openInMadrid();
  const first = await book(shop, '2026-10-25T02:30', '2026-10-25T03:30');
  expect(first.body).toMatchObject({ startTime: '2026-10-25T00:30:00.000Z', endTime: '2026-10-25T02:30:00.000Z' });
  const second = await book(shop, '2026-10-25T02:30+01:00', '2026-10-25T03:30');
  expect(second.body).toMatchObject({ startTime: '2026-10-25T01:30:00.000Z', endTime: '2026-10-25T02:30:00.000Z' });
});

test('the length of a day is its elapsed hours: 23 in spring, 25 in autumn', async () => {
  const shop = await openInMadrid();
  expect((await book(shop, '2026-03-29T00:00', '2026-03-30T00:00')).status).toBe(201);
  expect((await book(shop, '2026-10-25T00:00', '2026-10-25T23:00')).status).toBe(201);
  expect((await book(shop, '2026-10-25T00:00', '2026-10-26T00:00')).status).toBe(400);
});

test.each([
  ['2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:00.000Z'],
  ['2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:00.000Z'],
])('the list of %s includes its first and last minute and nothing outside it', async (day, first, last) => {
  const shop = await openInMadrid();
  const agent = await makeAgent(shop.api);
  const minute = 60_000;
  const inside = [first, last].map((text) => Date.parse(text));
  for (const start of [...inside, Date.parse(first) - minute, Date.parse(last) + minute]) {
    const times = { startTime: new Date(start).toISOString(), endTime: new Date(start + minute).toISOString() };
    expect((await shop.api.post('/api/appointments', haircut(agent, times))).status).toBe(201);
  }
  const { body } = await shop.api.get(`/api/appointments?dateFrom=${day}&dateTo=${day}`);
  expect(body.data.map((entry: { startTime: string }) => entry.startTime)).toEqual([first, last]);
});

test('business hours keep their local time on both days', async () => {
  const shop = await openInMadrid();
  const businessHours = { days: { sat: [{ from: '22:00', to: '04:00' }], sun: [{ from: '09:00', to: '18:00' }] } };
  const isOutside = async (startTime: string, endTime: string) =>
    (await book(shop, startTime, endTime, { businessHours })).body.outsideBusinessHours;
  for (const [saturday, sunday] of [
    ['2026-03-28', '2026-03-29'],
    ['2026-10-24', '2026-10-25'],
  ]) {
    expect(await isOutside(`${sunday}T09:00`, `${sunday}T18:00`)).toBe(false);
    expect(await isOutside(`${sunday}T08:59`, `${sunday}T10:00`)).toBe(true);
    expect(await isOutside(`${saturday}T22:00`, `${sunday}T04:00`)).toBe(false);
    expect(await isOutside(`${saturday}T22:00`, `${sunday}T04:01`)).toBe(true);
  }
});
