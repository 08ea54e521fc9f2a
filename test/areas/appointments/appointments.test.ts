import { expect, test } from 'vitest';
import { openWorkspace, startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { faultsOf, haircut, makeAgent, maria } from '../../support/shop/sales.ts';

test('an appointment is booked at the local time of the workspace and emits appointment.created', async () => {
  const { api, events } = await startApp({ clock: new ManualClock() });
  const agent = await makeAgent(api);
  const { body: lead } = await api.post('/api/leads', { aiAgentId: agent, phone: maria });
  const draft = haircut(agent, {
    clientPhone: '11 98765-4321',
    clientEmail: 'maria@example.com',
    notes: 'First time',
    leadId: lead.id,
  });
  const created = await api.post('/api/appointments', draft);
  expect(created.status).toBe(201);
  const at = '2026-11-21T12:00:00.000Z';
  expect(created.body).toEqual({
    ...draft,
    id: expect.stringMatching(/^appt_[0-9a-z]{26}$/),
    startTime: '2026-11-23T13:00:00.000Z',
    endTime: '2026-11-23T14:00:00.000Z',
    contactId: expect.stringMatching(/^ct_[0-9a-z]{26}$/),
    clientPhone: maria,
    status: 'PENDING',
    source: 'DASHBOARD',
    outsideBusinessHours: false,
    notification: null,
    unconfirmed: null,
    createdAt: at,
    updatedAt: at,
  });
  expect(await events('appointment.created')).toMatchObject([{ data: created.body, previous: null }]);
  expect((await api.get('/api/appointments')).body).toMatchObject({ total: 1, data: [created.body] });
});

test('a booking accepts times with an offset, a status and a source', async () => {
  const { api } = await openWorkspace();
  const agent = await makeAgent(api);
  const times = { startTime: '2026-11-23T10:00:00+01:00', endTime: '2026-11-23T09:30Z' };
  const { body } = await api.post('/api/appointments', {
    aiAgentId: agent,
    title: 'Corte',
    ...times,
    status: 'CONFIRMED',
    source: 'BOT',
  });
  expect(body).toMatchObject({
    startTime: '2026-11-23T09:00:00.000Z',
    endTime: '2026-11-23T09:30:00.000Z',
    status: 'CONFIRMED',
    source: 'BOT',
    clientName: null,
    clientPhone: null,
    leadId: null,
  });
});

test('a malformed appointment is rejected with every fault', async () => {
  const { api, otherWorkspace, events } = await openWorkspace();
  const agent = await makeAgent(api);
  const refused = await api.post('/api/appointments', {
    aiAgentId: '',
    title: ' ',
    startTime: 'tomorrow',
    endTime: '2026-11-23',
    status: 'DONE',
    source: 'API',
    notes: 'x'.repeat(501),
    clientEmail: 'nobody',
    allowOverlap: 'yes',
    room: 7,
  });
  expect(refused.status).toBe(400);
  expect(new Set(faultsOf(refused))).toEqual(
    new Set(
      [
        'aiAgentId',
        'title',
        'startTime',
        'endTime',
        'status',
        'source',
        'notes',
        'clientEmail',
        'allowOverlap',
        'room',
      ].map((name) => `body.${name}`),
    ),
  );
  const faults = async (more: object) => {
    const answer = await api.post('/api/appointments', haircut(agent, more));
    return [answer.status, faultsOf(answer)[0]];
  };
  expect(await faults({ endTime: '2026-11-23T10:00' })).toEqual([400, 'body.endTime']);
  expect(await faults({ endTime: '2026-11-23T09:00' })).toEqual([400, 'body.endTime']);
  expect(await faults({ endTime: '2026-11-24T10:01' })).toEqual([400, 'body.endTime']);
  expect(await faults({ startTime: '2026-02-30T10:00' })).toEqual([400, 'body.startTime']);
  expect(await faults({ startTime: '2026-11-23T24:30Z' })).toEqual([400, 'body.startTime']);
  expect(await faults({ clientPhone: 'none' })).toEqual([400, 'body.clientPhone']);
  expect(await faults({ leadId: 'lead_x' })).toEqual([400, 'body.leadId']);
  expect(await faults({ aiAgentId: await makeAgent(await otherWorkspace()) })).toEqual([400, 'body.aiAgentId']);
  expect(await events('appointment.created')).toEqual([]);
});

test('a deleted appointment emits appointment.deleted', async () => {
  const { api, events } = await openWorkspace();
  const { body } = await api.post('/api/appointments', haircut(await makeAgent(api)));
  expect(await api.delete(`/api/appointments/${body.id}`)).toMatchObject({
    status: 200,
    body: { id: body.id, deleted: true },
  });
  expect((await api.delete(`/api/appointments/${body.id}`)).status).toBe(404);
  expect((await api.get('/api/appointments?search=corte')).body.total).toBe(0);
  expect(await events('appointment.deleted')).toMatchObject([{ data: body }]);
});

test('appointments are listed by filter, search and sort', async () => {
  const clock = new ManualClock();
  const { api } = await startApp({ clock });
  const [agent, second] = [await makeAgent(api), await makeAgent(api, { name: 'Leo' })];
  const make = async (more: object) => {
    const { status } = await api.post('/api/appointments', haircut(agent, more));
    expect(status).toBe(201);
    clock.advance(1_000);
  };
  await make({ title: 'c', startTime: '2026-11-25T10:00', endTime: '2026-11-25T11:00', clientName: 'João' });
  await make({ title: 'a', startTime: '2026-11-23T22:00', endTime: '2026-11-24T02:00', status: 'CONFIRMED' });
  const lisbon = { clientPhone: '+351912345678', source: 'BOT' };
  await make({ title: 'b', startTime: '2026-11-24T10:00', endTime: '2026-11-24T11:00', aiAgentId: second, ...lisbon });
  const titles = async (query: string) => {
    const { status, body } = await api.get(`/api/appointments?${query}`);
    return status === 200 ? body.data.map((entry: { title: string }) => entry.title).join('') : body.errors[0].field;
  };
  expect(await titles('')).toBe('abc');
  expect(await titles('sort=-startTime')).toBe('cba');
  expect(await titles('sort=createdAt')).toBe('cab');
  expect(await titles('sort=-createdAt')).toBe('bac');
  expect(await titles(`aiAgentId=${second}`)).toBe('b');
  expect(await titles('status=CONFIRMED')).toBe('a');
  expect(await titles('status=CONFIRMED,PENDING')).toBe('abc');
  expect(await titles('source=BOT')).toBe('b');
  expect(await titles('search=joao')).toBe('c');
  expect(await titles('search=351912')).toBe('b');
  expect(await titles('dateFrom=2026-11-24&dateTo=2026-11-24')).toBe('b');
  expect(await titles('dateFrom=2026-11-24&dateTo=2026-11-24&overlap=true')).toBe('ab');
  expect(await titles('dateTo=2026-11-23')).toBe('a');
  expect(await titles('dateFrom=2026-11-24T05:00:00Z&overlap=true')).toBe('bc');
  expect(await titles('limit=2&page=2')).toBe('c');
  expect((await api.get('/api/appointments?limit=2')).body).toMatchObject({ total: 3, hasMore: true });
  expect(await titles('dateFrom=2026-11-24&dateTo=2026-11-23')).toBe('query.dateTo');
  expect(await titles('status=DONE')).toBe('query.status');
  expect(await titles('source=API')).toBe('query.source');
  expect(await titles('sort=title')).toBe('query.sort');
  expect(await titles('overlap=1')).toBe('query.overlap');
  expect(await titles('aiAgentId=nobody')).toBe('query.aiAgentId');
});

test('an appointment of another workspace can be neither read nor changed', async () => {
  const { api, otherWorkspace } = await openWorkspace();
  const { body } = await api.post('/api/appointments', haircut(await makeAgent(api)));
  const other = await otherWorkspace();
  expect((await other.get('/api/appointments')).body.total).toBe(0);
  expect((await other.get('/api/appointments?search=corte')).body.total).toBe(0);
  expect((await other.patch(`/api/appointments/${body.id}`, { title: 'Mine' })).status).toBe(404);
  expect((await other.delete(`/api/appointments/${body.id}`)).status).toBe(404);
  expect((await api.get('/api/appointments')).body.data).toEqual([body]);
});

test('an appointment outside the agent’s business hours is booked and reported as such', async () => {
  const { api } = await openWorkspace();
  const agent = await makeAgent(api, {
    businessHours: {
      days: {
        mon: [
          { from: '08:00', to: '12:00' },
          { from: '12:00', to: '18:00' },
          { from: '22:00', to: '02:00' },
        ],
        wed: [{ from: '00:00', to: '24:00' }],
      },
      exceptions: [
        { date: '2026-11-30', closed: true },
        { date: '2026-12-01', ranges: [{ from: '08:00', to: '09:00' }] },
      ],
    },
  });
  const isOutside = async (startTime: string, endTime: string) => {
    const answer = await api.post('/api/appointments', haircut(agent, { startTime, endTime, allowOverlap: true }));
    expect(answer.status).toBe(201);
    return answer.body.outsideBusinessHours;
  };
  expect(await isOutside('2026-11-23T08:00', '2026-11-23T18:00')).toBe(false);
  expect(await isOutside('2026-11-23T07:59', '2026-11-23T09:00')).toBe(true);
  expect(await isOutside('2026-11-23T17:00', '2026-11-23T18:01')).toBe(true);
  expect(await isOutside('2026-11-23T23:00', '2026-11-24T02:00')).toBe(false);
  expect(await isOutside('2026-11-24T01:00', '2026-11-24T02:01')).toBe(true);
  expect(await isOutside('2026-11-24T10:00', '2026-11-24T11:00')).toBe(true);
  expect(await isOutside('2026-11-25T00:00', '2026-11-26T00:00')).toBe(false);
  expect(await isOutside('2026-11-30T09:00', '2026-11-30T10:00')).toBe(true);
  expect(await isOutside('2026-12-01T08:00', '2026-12-01T09:00')).toBe(false);
});

test('business hours with their own time zone are read in it', async () => {
  const { api } = await openWorkspace();
  const agent = await makeAgent(api, {
    businessHours: { timezone: 'Europe/Lisbon', days: { mon: [{ from: '10:00', to: '11:00' }] } },
  });
  const { body: outside } = await api.post('/api/appointments', haircut(agent));
  expect(outside.outsideBusinessHours).toBe(true);
  const lisbon = { startTime: '2026-11-23T07:00', endTime: '2026-11-23T08:00' };
  const moved = await api.patch(`/api/appointments/${outside.id}`, lisbon);
  expect(moved.body.outsideBusinessHours).toBe(false);
});
