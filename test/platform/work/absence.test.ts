import { expect, test } from 'vitest';
import { saveSetting } from '../../../server/platform/settings.ts';
import { recordAbsence } from '../../../server/platform/work/absence.ts';
import { openPeopleShop } from '../../areas/people/support.ts';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { signIn } from '../../support/server/console.ts';

const minuteMs = 60_000;
const evening = '2026-03-02T23:00:00.000Z';
const at = (time: string, day = '03') => `2026-03-${day}T${time}:00.000Z`;

const readAbsence = async (shop: TestApp) => (await (await signIn(shop)).get('/owner/notices')).body.absence;
const record = ({ app }: TestApp, from: string, to: string) =>
  app.platform.write(({ db }) => recordAbsence(db, from, to));

/** A shop that was last running in the evening. */
async function openShop() {
  const clock = new ManualClock(evening);
  const shop = await startApp({ clock });
  await shop.app.platform.scheduler.tick();
  return { clock, shop };
}

test('a night with the program off is shown with its times at the next start', async () => {
  const { clock, shop } = await openShop();
  await shop.app.stop();
  clock.advance(8.5 * 60 * minuteMs);
  const next = await startApp({ clock, home: shop.home });
  expect(await readAbsence(next)).toEqual({ from: evening, to: at('07:30'), customers: 0 });
  clock.advance(25 * 60 * minuteMs);
  expect((await readAbsence(next))?.to).not.toBe(at('07:30'));
});

test('customers who wrote meanwhile are counted by when they wrote, each once', async () => {
  const clock = new ManualClock(evening);
  const { shop, graph, handled } = await openPeopleShop({ clock });
  const { scheduler } = shop.app.platform;
  await scheduler.tick();
  const says = async (phone: string, when: string) => {
    const timestamp = String(Date.parse(when) / 1_000);
    graph.messages.customerSends({ phone, name: phone }, 'text', { body: 'Oi' }, { timestamp });
    await handled();
  };
  clock.advance(8.5 * 60 * minuteMs);
  await scheduler.tick();
  await says('+5511970000001', at('01:00'));
  await says('+5511970000001', at('02:00'));
  await says('+5511970000002', at('07:29'));
  await says('+5511970000003', at('22:00', '02'));
  clock.advance(minuteMs);
  await says('+5511970000004', at('07:31'));
  expect(await readAbsence(shop)).toEqual({ from: evening, to: at('07:30'), customers: 2 });
});

test('a night asleep is noticed by the server itself', async () => {
  const { clock, shop } = await openShop();
  clock.advance(8 * 60 * minuteMs);
  await shop.app.platform.scheduler.tick();
  expect(await readAbsence(shop)).toEqual({ from: evening, to: at('07:00'), customers: 0 });
});

test('a restart is no absence', async () => {
  const { clock, shop } = await openShop();
  await shop.app.stop();
  clock.advance(9 * minuteMs);
  expect(await readAbsence(await startApp({ clock, home: shop.home }))).toBeNull();
});

test('a night in pieces is one absence, though the computer woke for moments', async () => {
  const { clock, shop } = await openShop();
  await record(shop, evening, at('02:00'));
  await record(shop, at('02:01'), at('05:00'));
  await record(shop, at('05:02'), at('07:20'));
  await record(shop, at('07:19'), at('07:21'));
  clock.advance(9 * 60 * minuteMs);
  expect(await readAbsence(shop)).toMatchObject({ from: evening, to: at('07:20') });
  await record(shop, at('07:40'), at('07:55'));
  expect(await readAbsence(shop)).toMatchObject({ from: at('07:40'), to: at('07:55') });
});

test('a clock that was set back, and the state of a restored backup, are none', async () => {
  const { clock, shop } = await openShop();
  await record(shop, at('12:00'), evening);
  expect(await readAbsence(shop)).toBeNull();
  await shop.app.platform.write(({ db }) => saveSetting(db, 'sending_paused', 'restored'));
  clock.advance(8 * 60 * minuteMs);
  await shop.app.platform.scheduler.tick();
  expect(await readAbsence(shop)).toBeNull();
});
