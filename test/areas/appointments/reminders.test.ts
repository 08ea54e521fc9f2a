import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/environment/temporary-folder.ts';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { haircut, makeAgent, maria } from '../../support/shop/sales.ts';
import { pairChannel, type SimulatedChannel } from '../../support/shop/shop.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

interface Shop extends TestApp {
  clock: ManualClock;
  channel: SimulatedChannel;
  agent: string;
  /** Advances the clock; returns the messages sent to the client, newest first. */
  after(ms: number): Promise<string[]>;
}

/** It is 9:00 on 21 November in São Paulo; the agent sends reminders an hour before. */
async function openShop(options: { home?: string; minutes?: number; language?: string } = {}): Promise<Shop> {
  const { minutes = 60, language = 'pt', home } = options;
  const clock = new ManualClock();
  const shop = await startApp({ clock, ...(home ? { home } : {}) });
  const channel = await pairChannel(shop);
  await channel.customerSays(maria, 'Oi');
  const agent = await makeAgent(shop.api, { language, behavior: { appointmentReminderMinutes: minutes } });
  const after = async (ms: number) => {
    clock.advance(ms);
    await shop.settle();
    const shown = await channel.phoneShows(maria);
    return shown.filter((message) => !message.fromCustomer).map((message) => message.content);
  };
  return { ...shop, clock, channel, agent, after };
}

/** Today from 14 to 15 hours. */
const today = (agent: string, more: object = {}) =>
  haircut(agent, { startTime: '2026-11-21T14:00', endTime: '2026-11-21T15:00', ...more });

const reminder = 'Lembrete: seu horário de Corte é sábado, 21 de novembro às 14:00.';

test('the client is reminded once, at the agent’s lead time', async () => {
  const shop = await openShop();
  await shop.api.post('/api/appointments', today(shop.agent));
  expect(await shop.after(4 * hourMs - 1)).toEqual([]);
  expect(await shop.after(1)).toEqual([reminder]);
  expect(await shop.after(-2 * hourMs)).toEqual([reminder]);
  expect(await shop.after(24 * hourMs)).toEqual([reminder]);
  expect(await shop.events('message.sent')).toMatchObject([{ source: 'SYSTEM', data: { author: 'SYSTEM' } }]);
});

test('no reminder is sent without a lead time, after its time, or without a phone number', async () => {
  const quiet = await openShop({ minutes: 0 });
  await quiet.api.post('/api/appointments', today(quiet.agent));
  expect(await quiet.after(8 * hourMs)).toEqual([]);
  const shop = await openShop();
  await shop.api.post('/api/appointments', today(shop.agent, { startTime: '2026-11-21T09:30' }));
  const { clientPhone: _, ...nameless } = today(shop.agent, {
    startTime: '2026-11-21T16:00',
    endTime: '2026-11-21T17:00',
  });
  await shop.api.post('/api/appointments', nameless);
  await shop.api.post('/api/appointments', today(shop.agent, { status: 'COMPLETED' }));
  expect(await shop.after(8 * hourMs)).toEqual([]);
});

test('the reminder moves with the appointment, there and back', async () => {
  const shop = await openShop();
  const { body } = await shop.api.post('/api/appointments', today(shop.agent));
  const path = `/api/appointments/${body.id}`;
  await shop.api.patch(path, { startTime: '2026-11-21T18:00', endTime: '2026-11-21T19:00' });
  expect(await shop.after(4 * hourMs)).toEqual([]);
  await shop.api.patch(path, { startTime: '2026-11-21T15:00', endTime: '2026-11-21T16:00' });
  expect(await shop.after(hourMs)).toEqual([reminder.replace('14:00', '15:00')]);
  expect(await shop.after(24 * hourMs)).toHaveLength(1);
});

test.each(['cancel', 'complete', 'delete'])('the reminder of an appointment is cancelled: %s', async (end) => {
  const shop = await openShop();
  const { body } = await shop.api.post('/api/appointments', today(shop.agent));
  const path = `/api/appointments/${body.id}`;
  if (end === 'delete') await shop.api.delete(path);
  else await shop.api.patch(path, { status: end === 'cancel' ? 'CANCELLED' : 'COMPLETED' });
  expect(await shop.after(24 * hourMs)).toEqual([]);
});

test('a confirmed appointment keeps its reminder', async () => {
  const shop = await openShop();
  const { body } = await shop.api.post('/api/appointments', today(shop.agent));
  await shop.api.patch(`/api/appointments/${body.id}`, { status: 'CONFIRMED' });
  expect(await shop.after(4 * hourMs)).toEqual([reminder]);
});

test('a job repeated after a crash reminds once, and not after the appointment has started', async () => {
  const shop = await openShop();
  await shop.api.post('/api/appointments', today(shop.agent));
  expect(await shop.after(4 * hourMs)).toEqual([reminder]);
  // As after a crash between the send and the end of the job.
  const { platform } = shop.app;
  const runAgain = () =>
    platform.write(({ db }) =>
      db.updateTable('jobs').set({ status: 'PENDING' }).where('name', '=', 'appointment reminder').execute(),
    );
  await runAgain();
  expect(await shop.after(minuteMs)).toEqual([reminder]);
  await runAgain();
  expect(await shop.after(2 * hourMs)).toEqual([reminder]);
});

test('reminders are sent after a restart, and only for appointments that have not started', async () => {
  const home = await temporaryFolder();
  const first = await openShop({ home });
  await first.api.post('/api/appointments', today(first.agent));
  const early = { startTime: '2026-11-21T11:00', endTime: '2026-11-21T12:00' };
  await first.api.post('/api/appointments', today(first.agent, early));
  await first.app.stop();
  const clock = new ManualClock('2026-11-21T16:30:00.000Z');
  const second = await startApp({ home, clock });
  const sent = async () =>
    (await second.events('message.sent')).map((event) => (event.data as { content: string }).content);
  for (let round = 0; round < 20 && (await sent()).length === 0; round++) clock.advance(2_000);
  expect(await sent()).toEqual([reminder]);
});

test('a reminder is retried while the channel is disconnected', async () => {
  const shop = await openShop();
  await shop.api.post('/api/appointments', today(shop.agent));
  await shop.api.post(`/api/channels/${shop.channel.id}/deactivate`);
  for (let round = 0; round < 15; round++) expect(await shop.after(round === 0 ? 4 * hourMs : minuteMs)).toEqual([]);
  await shop.api.post(`/api/channels/${shop.channel.id}/reactivate`);
  expect(await shop.after(10 * minuteMs)).toEqual([reminder]);
});

test.each([
  ['en', 'Your appointment for Corte is confirmed for Saturday, November 21 at 02:00 PM.'],
  ['es', 'Tu cita de Corte está confirmada para el sábado, 21 de noviembre, 14:00.'],
  ['pt', 'Seu horário de Corte está confirmado para sábado, 21 de novembro às 14:00.'],
])('the client is notified of a change in the agent’s language: %s', async (language, text) => {
  const shop = await openShop({ language });
  const { body } = await shop.api.post('/api/appointments', today(shop.agent));
  const path = `/api/appointments/${body.id}`;
  const told = await shop.api.patch(path, { status: 'CONFIRMED', notifyClient: true });
  expect(told.body.notification).toMatchObject({ status: 'SENT', reason: null });
  expect(await shop.after(0)).toEqual([text]);
  expect((await shop.api.patch(path, { title: 'Barba' })).body.notification).toBeNull();
});

test('an appointment is changed even if the notification fails', async () => {
  const shop = await openShop();
  const nobody = { clientPhone: '+5511911112222' };
  const { body: stranger } = await shop.api.post('/api/appointments', today(shop.agent, nobody));
  const skipped = await shop.api.patch(`/api/appointments/${stranger.id}`, { status: 'CANCELLED', notifyClient: true });
  expect(skipped.body).toMatchObject({
    status: 'CANCELLED',
    notification: { status: 'SKIPPED', reason: 'no_conversation', messageId: null },
  });
  const { clientPhone: _, ...nameless } = today(shop.agent);
  const { body: unnamed } = await shop.api.post('/api/appointments', nameless);
  const none = await shop.api.patch(`/api/appointments/${unnamed.id}`, { status: 'CONFIRMED', notifyClient: true });
  expect(none.body.notification).toMatchObject({ status: 'SKIPPED', reason: 'no_contact' });
});
