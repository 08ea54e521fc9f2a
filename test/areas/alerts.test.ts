import { expect, test } from 'vitest';
import { ManualClock } from '../support/server/clock.ts';
import { signIn } from '../support/server/console.ts';
import { maria, openConversation } from '../support/shop/conversation.ts';

const minuteMs = 60_000;

/** A conversation in which nobody waits, its console, and the alerts that are raised from now on. */
async function openAlerts(start?: string) {
  const clock = new ManualClock(start);
  const open = await openConversation({ clock });
  const desk = await signIn(open.shop);
  await open.api.post(`${open.path}/messages`, { content: 'Olá' });
  await open.api.patch(open.path, { status: 'ACTIVE' });
  const { scheduler } = open.shop.app.platform;
  const before = (await open.shop.events('alert.raised')).length;
  const alerts = async () => (await open.shop.events('alert.raised')).slice(before).map(({ data }) => data);
  const kinds = async () => (await alerts()).map(({ kind }) => kind);
  const pass = async (minutes: number) => {
    for (let gone = 0; gone < minutes; gone++) {
      clock.advance(minuteMs);
      await scheduler.tick();
      await open.shop.settle();
    }
  };
  return { ...open, clock, desk, alerts, kinds, pass };
}

test('a handoff raises an alert that says who waits and what was written last', async () => {
  const { api, alerts, path, received, clock } = await openAlerts();
  await api.patch(path, { status: 'HANDED_OFF' });
  expect((await alerts())[0]).toEqual({
    key: `${received.conversationId} ${clock.now().toISOString()} waiting`,
    kind: 'waiting',
    conversationId: received.conversationId,
    contact: { id: expect.stringMatching(/^ct_/), name: 'Maria', phone: maria, username: null },
    text: 'Olá',
    notice: null,
    waitingSince: clock.now().toISOString(),
    assignedToUserId: null,
  });
});

test('a customer who goes on writing raises one alert, for the one who has the conversation', async () => {
  const { desk, channel, path, alerts, kinds } = await openAlerts();
  await desk.post(`${path}/messages`, { content: 'Oi, Maria' });
  expect(await kinds()).toEqual([]);
  await channel.customerSays(maria, 'E a conta?');
  await channel.customerSays(maria, 'Alô?');
  expect(await kinds()).toEqual(['waiting']);
  const { body } = await desk.get(path);
  expect(body.assignedToUserId).not.toBeNull();
  expect((await alerts())[0]?.assignedToUserId).toBe(body.assignedToUserId);
});

test('the end of a snooze raises an alert', async () => {
  const { desk, path, clock, kinds, pass } = await openAlerts();
  await desk.post(`${path}/messages`, { content: 'Até já' });
  await desk.post(`${path}/snooze`, { until: new Date(clock.now().getTime() + 2 * minuteMs).toISOString() });
  await pass(1);
  expect(await kinds()).toEqual([]);
  await pass(1);
  expect(await kinds()).toEqual(['waiting']);
});

test('a wait that lasts too long calls everybody, once', async () => {
  const { desk, path, alerts, channel, kinds, pass } = await openAlerts();
  await desk.put('/owner/alerts', { mutedChannelIds: [], quietHours: null, overdueMinutes: 3 });
  await desk.post(`${path}/messages`, { content: 'Oi' });
  await channel.customerSays(maria, 'E aí?');
  await pass(2);
  expect(await kinds()).toEqual(['waiting']);
  await pass(4);
  expect(await kinds()).toEqual(['waiting', 'overdue']);
  expect((await alerts())[1]?.assignedToUserId).toBeNull();
});

test('an answer in time prevents the second alert, and no limit raises none', async () => {
  const answered = await openAlerts();
  await answered.api.patch(answered.path, { status: 'HANDED_OFF' });
  await answered.pass(9);
  await answered.desk.post(`${answered.path}/messages`, { content: 'Oi' });
  await answered.pass(5);
  expect(await answered.kinds()).toEqual(['waiting']);

  const unlimited = await openAlerts();
  await unlimited.desk.put('/owner/alerts', { mutedChannelIds: [], quietHours: null, overdueMinutes: null });
  await unlimited.api.patch(unlimited.path, { status: 'HANDED_OFF' });
  await unlimited.pass(20);
  expect(await unlimited.kinds()).toEqual(['waiting']);
});

test('a muted channel alerts nobody', async () => {
  const { api, desk, channel, path, kinds, pass } = await openAlerts();
  await desk.put('/owner/alerts', { mutedChannelIds: [channel.id], quietHours: null, overdueMinutes: 1 });
  await api.patch(path, { status: 'HANDED_OFF' });
  await pass(3);
  expect(await kinds()).toEqual([]);
  expect((await desk.get('/api/conversations/queue')).body.waiting).toBe(1);
});

test.each([
  // São Paulo is three hours behind UTC.
  ['2026-11-22T00:59:00.000Z', ['waiting']],
  ['2026-11-22T01:00:00.000Z', []],
  ['2026-11-22T10:59:00.000Z', []],
  ['2026-11-22T11:00:00.000Z', ['waiting']],
])('quiet hours from 22:00 to 08:00 in the shop’s time zone: at %s', async (at, expected) => {
  const { api, desk, path, kinds } = await openAlerts(at);
  await desk.put('/owner/alerts', {
    mutedChannelIds: [],
    quietHours: { from: '22:00', to: '08:00' },
    overdueMinutes: null,
  });
  await api.patch(path, { status: 'HANDED_OFF' });
  expect(await kinds()).toEqual(expected);
});

test.each([
  [{ mutedChannelIds: [], quietHours: { from: '25:00', to: '08:00' }, overdueMinutes: 1 }, 'body.quietHours.from'],
  [{ mutedChannelIds: [], quietHours: { from: '08:00', to: '08:00' }, overdueMinutes: 1 }, 'body.quietHours.to'],
  [{ mutedChannelIds: [], quietHours: null, overdueMinutes: 0 }, 'body.overdueMinutes'],
  [{ mutedChannelIds: 'all', quietHours: null, overdueMinutes: 1 }, 'body.mutedChannelIds'],
])('the settings %j are rejected at %s', async (body, field) => {
  const { desk } = await openAlerts();
  const before = (await desk.get('/owner/alerts')).body;
  const { status, body: problem } = await desk.put('/owner/alerts', body);
  expect([status, problem.errors[0].field]).toEqual([400, field]);
  expect((await desk.get('/owner/alerts')).body).toEqual(before);
});

test('where no agent answers, the first message of a customer calls a person', async () => {
  const { channel, shop } = await openAlerts();
  const { conversationId } = await channel.customerSays('+5521998765432', 'Bom dia');
  const [alert] = (await shop.events('alert.raised')).slice(-1);
  expect(alert?.data).toMatchObject({ kind: 'waiting', conversationId, text: 'Bom dia' });
});
