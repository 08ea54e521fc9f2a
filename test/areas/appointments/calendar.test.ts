import { expect, test } from 'vitest';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { addPerson, type ConsoleClient, signIn } from '../../support/server/console.ts';
import { faultsOf, haircut, makeAgent, maria } from '../../support/shop/sales.ts';
import { pairChannel } from '../../support/shop/shop.ts';

const weekdays = { from: '09:00', to: '18:00' };
const hours = { days: { mon: [weekdays], tue: [{ from: '18:00', to: '02:00' }], wed: [weekdays] } };

interface Shop extends TestApp {
  clock: ManualClock;
  owner: ConsoleClient;
}

/** It is 9:00 on Saturday, 21 November 2026 in São Paulo. */
async function openShop(timezone = 'America/Sao_Paulo'): Promise<Shop> {
  const clock = new ManualClock('2026-11-21T12:00:00.000Z');
  const shop = await startApp({ clock });
  await shop.app.platform.write(({ db }) => db.updateTable('workspaces').set({ timezone }).execute());
  return { ...shop, clock, owner: await signIn(shop) };
}

const namesOf = ({ appointments }: { appointments: { clientName: string }[] }) =>
  appointments.map(({ clientName }) => clientName);

test('the calendar has the days, the agents with their opening times, and what overlaps the days', async () => {
  const shop = await openShop();
  const service = { name: 'Corte', durationMinutes: 30 };
  const agent = await makeAgent(shop.api, { businessHours: hours, services: [service] });
  const book = (clientName: string, startTime: string, endTime: string) =>
    shop.api.post('/api/appointments', haircut(agent, { clientName, startTime, endTime, allowOverlap: true }));
  await book('before', '2026-11-22T20:00', '2026-11-23T00:00');
  await book('over midnight', '2026-11-22T23:30', '2026-11-23T00:30');
  await book('in it', '2026-11-23T10:00', '2026-11-23T11:00');
  await book('after', '2026-11-25T00:00', '2026-11-25T01:00');
  const { body } = await shop.owner.get('/owner/calendar?from=2026-11-23&days=2');
  expect(namesOf(body)).toEqual(['over midnight', 'in it']);
  expect(body.lanes).toMatchObject([{ id: agent, name: 'Bia', isArchived: false, services: [service] }]);
  expect(body.days).toEqual([
    { date: '2026-11-23', from: '2026-11-23T03:00:00.000Z', to: '2026-11-24T03:00:00.000Z', clockChange: null },
    { date: '2026-11-24', from: '2026-11-24T03:00:00.000Z', to: '2026-11-25T03:00:00.000Z', clockChange: null },
  ]);
  // Tuesday's hours end on Wednesday, which is not shown.
  expect(body.open).toEqual([
    { aiAgentId: agent, from: '2026-11-23T12:00:00.000Z', to: '2026-11-23T21:00:00.000Z' },
    { aiAgentId: agent, from: '2026-11-24T21:00:00.000Z', to: '2026-11-25T03:00:00.000Z' },
  ]);
  const wednesday = (await shop.owner.get('/owner/calendar?from=2026-11-25&days=1')).body;
  expect(wednesday.open[0]).toEqual({
    aiAgentId: agent,
    from: '2026-11-25T03:00:00.000Z',
    to: '2026-11-25T05:00:00.000Z',
  });
});

test('the calendar is filtered by agent and state, and an archived agent keeps its lane', async () => {
  const shop = await openShop();
  const [first, second] = [await makeAgent(shop.api), await makeAgent(shop.api, { name: 'Caio' })];
  await shop.api.post('/api/appointments', haircut(first));
  await shop.api.post('/api/appointments', haircut(second, { clientName: 'Rui', status: 'CONFIRMED' }));
  const read = async (query: string) => (await shop.owner.get(`/owner/calendar?from=2026-11-23&days=7${query}`)).body;
  expect(namesOf(await read(`&aiAgentId=${first}`))).toEqual(['Maria José']);
  expect(namesOf(await read('&status=CONFIRMED,COMPLETED'))).toEqual(['Rui']);
  expect((await shop.api.post(`/api/ai-agents/${second}/archive`)).status).toBe(200);
  expect((await read('')).lanes).toMatchObject([
    { id: first, isArchived: false },
    { id: second, name: 'Caio', isArchived: true },
  ]);
});

test.each([
  ['2026-03-29', '02:00', 60, '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', '03:00', -60, '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
])('on %s the clock in Madrid changes at %s', async (date, at, minutes, from, to) => {
  const { owner } = await openShop('Europe/Madrid');
  const { body } = await owner.get(`/owner/calendar?from=${date}&days=1`);
  expect(body.days).toEqual([{ date, from, to, clockChange: { at, minutes } }]);
});

test('the calendar takes a day and at most six weeks, and refuses an unknown agent', async () => {
  const { owner } = await openShop();
  const faults = await owner.get('/owner/calendar?from=2026-02-30&days=43');
  expect(faults.status).toBe(400);
  expect(faultsOf(faults)).toEqual(['query.from', 'query.days']);
  expect((await owner.get('/owner/calendar?from=2026-11-23&days=1&aiAgentId=nobody')).status).toBe(400);
});

test('a slot is checked for those who have it and for opening times', async () => {
  const shop = await openShop();
  const agent = await makeAgent(shop.api, { businessHours: hours });
  const { body: taken } = await shop.api.post('/api/appointments', haircut(agent));
  const check = async (startTime: string, endTime: string, more = '') =>
    (await shop.owner.get(`/owner/slot-check?aiAgentId=${agent}&startTime=${startTime}&endTime=${endTime}${more}`))
      .body;
  expect(await check('2026-11-23T10:30', '2026-11-23T11:30')).toMatchObject({
    startTime: '2026-11-23T13:30:00.000Z',
    isOpen: true,
    conflicts: [{ id: taken.id, clientName: 'Maria José', startTime: taken.startTime, status: 'PENDING' }],
  });
  expect(await check('2026-11-23T10:30', '2026-11-23T11:30', `&exceptId=${taken.id}`)).toMatchObject({ conflicts: [] });
  expect(await check('2026-11-23T17:30', '2026-11-23T18:30')).toMatchObject({ isOpen: false, conflicts: [] });
  const backwards = await shop.owner.get(
    `/owner/slot-check?aiAgentId=${agent}&startTime=2026-11-23T11:00&endTime=2026-11-23T10:00`,
  );
  expect(faultsOf(backwards)).toEqual(['query.endTime']);
});

test('free slots are within opening times, free and to come', async () => {
  const shop = await openShop();
  const agent = await makeAgent(shop.api, { businessHours: hours });
  await shop.api.post(
    '/api/appointments',
    haircut(agent, { startTime: '2026-11-23T09:30', endTime: '2026-11-23T17:30' }),
  );
  const read = (query: string) => shop.api.get(`/api/appointments/free-slots?aiAgentId=${agent}${query}`);
  const { body } = await read('&durationMinutes=30&limit=3');
  expect(body.data).toEqual([
    { startTime: '2026-11-23T12:00:00.000Z', endTime: '2026-11-23T12:30:00.000Z' },
    { startTime: '2026-11-23T20:30:00.000Z', endTime: '2026-11-23T21:00:00.000Z' },
    { startTime: '2026-11-24T21:00:00.000Z', endTime: '2026-11-24T21:30:00.000Z' },
  ]);
  const later = await read('&from=2026-11-25&limit=1');
  expect(later.body.data).toEqual([{ startTime: '2026-11-25T03:00:00.000Z', endTime: '2026-11-25T04:00:00.000Z' }]);
  expect((await read('&from=2026-11-01&days=1')).body.data).toEqual([]);
  expect((await read('&durationMinutes=4')).status).toBe(400);
  expect((await shop.api.get('/api/appointments/free-slots?aiAgentId=nobody')).status).toBe(400);
});

test('a booking tells of its reminder and of the message about its latest change', async () => {
  const shop = await openShop();
  const channel = await pairChannel(shop);
  await channel.customerSays(maria, 'Oi');
  const agent = await makeAgent(shop.api, { behavior: { appointmentReminderMinutes: 60 } });
  const times = { startTime: '2026-11-21T14:00', endTime: '2026-11-21T15:00' };
  const { body: made } = await shop.api.post('/api/appointments', haircut(agent, times));
  const read = async () => (await shop.owner.get(`/owner/appointments/${made.id}`)).body;
  const conversation = (await shop.api.get('/api/conversations')).body.data[0];
  expect(await read()).toMatchObject({
    agentName: 'Bia',
    conversationId: conversation.id,
    noticeStatus: null,
    reminder: { state: 'PLANNED', at: '2026-11-21T16:00:00.000Z', messageStatus: null },
  });
  await shop.api.patch(`/api/appointments/${made.id}`, { status: 'CONFIRMED', notifyClient: true });
  await shop.settle();
  expect(await read()).toMatchObject({ noticeStatus: expect.stringMatching(/^(SENT|DELIVERED|READ)$/) });
  shop.clock.advance(4 * 3_600_000);
  await shop.settle();
  expect(await read()).toMatchObject({
    reminder: { state: 'SENT', at: '2026-11-21T16:00:00.000Z', messageStatus: expect.stringMatching(/SENT|DELIVERED/) },
  });
  expect((await shop.owner.get('/owner/appointments/appt_nothing')).status).toBe(404);
});

test('a reminder for someone without a conversation was skipped, and without a lead time there is none', async () => {
  const shop = await openShop();
  const agent = await makeAgent(shop.api, { behavior: { appointmentReminderMinutes: 60 } });
  const times = { startTime: '2026-11-21T14:00', endTime: '2026-11-21T15:00' };
  const { body: made } = await shop.api.post('/api/appointments', haircut(agent, times));
  const { body: other } = await shop.api.post('/api/appointments', haircut(await makeAgent(shop.api), times));
  shop.clock.advance(4 * 3_600_000);
  await shop.settle();
  expect((await shop.owner.get(`/owner/appointments/${made.id}`)).body.reminder).toMatchObject({ state: 'SKIPPED' });
  expect((await shop.owner.get(`/owner/appointments/${other.id}`)).body.reminder).toBeNull();
});

test('a person’s appointments are the next ones, soonest first, and the past ones, latest first', async () => {
  const shop = await openShop();
  const agent = await makeAgent(shop.api);
  const book = (title: string, day: number, more: object = {}) => {
    const date = `2026-11-${day}`;
    const slot = { startTime: `${date}T10:00`, endTime: `${date}T11:00`, allowOverlap: true };
    return shop.api.post('/api/appointments', haircut(agent, { title, ...slot, ...more }));
  };
  await book('later', 27);
  await book('sooner', 24);
  await book('cancelled', 25, { status: 'CANCELLED' });
  await book('long ago', 10);
  await book('lately', 19);
  await book('of another', 24, { clientPhone: '+5511911112222' });
  const { body } = await shop.owner.get(`/owner/contacts/${encodeURIComponent('(11) 98765-4321')}/appointments`);
  const titles = (list: { title: string }[]) => list.map(({ title }) => title);
  expect(titles(body.next)).toEqual(['sooner', 'later']);
  expect(titles(body.past)).toEqual(['cancelled', 'lately', 'long ago']);
  expect(body.count).toBe(5);
});

test('attendants read the calendar, keys and other workspaces do not', async () => {
  const shop = await openShop();
  const agent = await makeAgent(shop.api);
  const { body: made } = await shop.api.post('/api/appointments', haircut(agent));
  const { client } = await addPerson(shop.owner, 'Lia');
  expect(namesOf((await client.get('/owner/calendar?from=2026-11-23&days=1')).body)).toEqual(['Maria José']);
  expect((await client.get(`/owner/appointments/${made.id}`)).status).toBe(200);
  expect((await shop.api.get('/owner/calendar?from=2026-11-23&days=1')).status).toBe(403);
  await shop.otherWorkspace();
  const { workspaces } = (await shop.owner.get('/owner/session')).body;
  const other = workspaces.find(({ id }: { id: string }) => id !== shop.workspace.id);
  await shop.owner.put('/owner/session/workspace', { workspaceId: other.id });
  expect((await shop.owner.get(`/owner/appointments/${made.id}`)).status).toBe(404);
  expect(namesOf((await shop.owner.get('/owner/calendar?from=2026-11-23&days=1')).body)).toEqual([]);
});
