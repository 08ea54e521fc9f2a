import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openWorkspace } from '../../support/server/app.ts';
import { faultsOf, haircut, makeAgent } from '../../support/shop/sales.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 23, 12, minute)).toISOString();

test('a taken slot is rejected with the conflicting appointments', async () => {
  const { api, events } = await openWorkspace();
  const agent = await makeAgent(api);
  const { body: first } = await api.post('/api/appointments', haircut(agent));
  const refused = await api.post(
    '/api/appointments',
    haircut(agent, { startTime: '2026-11-23T10:59', endTime: '2026-11-23T12:00' }),
  );
  expect(refused).toMatchObject({ status: 409, body: { code: 'slot_taken' } });
  const { id, startTime, endTime } = first;
  expect(refused.body.conflicts).toEqual([{ id, startTime, endTime }]);
  expect(await events('appointment.created')).toHaveLength(1);
});

test('allowOverlap books a taken slot', async () => {
  const { api } = await openWorkspace();
  const agent = await makeAgent(api);
  await api.post('/api/appointments', haircut(agent));
  expect((await api.post('/api/appointments', haircut(agent, { allowOverlap: true }))).status).toBe(201);
  expect((await api.post('/api/appointments', haircut(agent))).body.conflicts).toHaveLength(2);
});

test('appointments back to back, of another agent, cancelled or completed do not take a slot', async () => {
  const { api } = await openWorkspace();
  const agent = await makeAgent(api);
  const { body: first } = await api.post('/api/appointments', haircut(agent));
  const book = async (more: object) => (await api.post('/api/appointments', haircut(agent, more))).status;
  expect(await book({ startTime: '2026-11-23T11:00', endTime: '2026-11-23T12:00' })).toBe(201);
  expect(await book({ startTime: '2026-11-23T09:00', endTime: '2026-11-23T10:00' })).toBe(201);
  expect(await book({ aiAgentId: await makeAgent(api) })).toBe(201);
  expect(await book({ status: 'COMPLETED' })).toBe(201);
  expect(await book({ status: 'CANCELLED' })).toBe(201);
  expect(await book({})).toBe(409);
  await api.patch(`/api/appointments/${first.id}`, { status: 'CANCELLED' });
  expect(await book({})).toBe(201);
});

test('one of 50 concurrent requests gets the slot', async () => {
  const { api, events } = await openWorkspace();
  const agent = await makeAgent(api);
  const answers = await Promise.all(Array.from({ length: 50 }, () => api.post('/api/appointments', haircut(agent))));
  const statuses = Map.groupBy(answers, (answer) => answer.status);
  expect(statuses.get(201)).toHaveLength(1);
  expect(statuses.get(409)).toHaveLength(49);
  expect(await events('appointment.created')).toHaveLength(1);
});

test('one of two appointments moved concurrently gets the slot', async () => {
  const { api } = await openWorkspace();
  const agent = await makeAgent(api);
  const ids = [];
  for (const hour of [14, 16]) {
    const times = { startTime: `2026-11-23T${hour}:00`, endTime: `2026-11-23T${hour + 1}:00` };
    ids.push((await api.post('/api/appointments', haircut(agent, times))).body.id);
  }
  const slot = { startTime: '2026-11-23T10:00', endTime: '2026-11-23T11:00' };
  const moves = await Promise.all(ids.map((id) => api.patch(`/api/appointments/${id}`, slot)));
  expect(moves.map((move) => move.status).sort()).toEqual([200, 409]);
});

test('an appointment can be moved, even over itself, but not into another one', async () => {
  const { api, events } = await openWorkspace();
  const agent = await makeAgent(api);
  const { body: first } = await api.post('/api/appointments', haircut(agent));
  const next = { startTime: '2026-11-23T11:00', endTime: '2026-11-23T12:00' };
  const { body: second } = await api.post('/api/appointments', haircut(agent, next));
  const path = `/api/appointments/${second.id}`;
  const refused = await api.patch(path, { startTime: '2026-11-23T10:30' });
  expect(refused).toMatchObject({ status: 409, body: { code: 'slot_taken', conflicts: [{ id: first.id }] } });
  expect(await events('appointment.updated')).toEqual([]);
  const longer = await api.patch(path, { endTime: '2026-11-23T12:30' });
  expect(longer.body).toMatchObject({ startTime: second.startTime, endTime: '2026-11-23T15:30:00.000Z' });
  expect(await events('appointment.updated')).toMatchObject([
    { data: longer.body, previous: { endTime: second.endTime } },
  ]);
  expect((await api.patch(path, { startTime: '2026-11-23T10:30', allowOverlap: true })).status).toBe(200);
  expect((await api.patch(path, { startTime: '2026-11-23T10:15', status: 'CANCELLED' })).status).toBe(200);
  expect(faultsOf(await api.patch(`/api/appointments/${first.id}`, { startTime: '2026-11-23T11:00' }))).toEqual([
    'body.endTime',
  ]);
});

test.each(['CANCELLED', 'COMPLETED'])('an appointment that is %s can be neither moved nor revived', async (status) => {
  const { api, events } = await openWorkspace();
  const { body } = await api.post('/api/appointments', haircut(await makeAgent(api), { status }));
  const path = `/api/appointments/${body.id}`;
  for (const change of [{ status: 'PENDING' }, { status: 'CONFIRMED' }, { endTime: '2026-11-23T12:00' }]) {
    const refused = await api.patch(path, change);
    expect(refused).toMatchObject({ status: 409, body: { code: 'invalid_transition', allowed: [] } });
  }
  expect(await events('appointment.updated')).toEqual([]);
  expect((await api.patch(path, { status, notes: 'Was ill' })).body.notes).toBe('Was ill');
  expect((await api.patch(path, { notes: null })).body.notes).toBeNull();
});

test('an appointment is confirmed, unconfirmed and completed; a change without a difference emits nothing', async () => {
  const { api, events } = await openWorkspace();
  const { body } = await api.post('/api/appointments', haircut(await makeAgent(api)));
  for (const status of ['CONFIRMED', 'CONFIRMED', 'PENDING', 'COMPLETED']) {
    expect((await api.patch(`/api/appointments/${body.id}`, { status })).body.status).toBe(status);
  }
  const previous = (await events('appointment.updated')).map((event) => event.previous?.status);
  expect(previous).toEqual(['PENDING', 'CONFIRMED', 'PENDING']);
});

test('the overlap filter finds exactly the appointments that overlap', async () => {
  const { api } = await openWorkspace();
  const slot = fc.tuple(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 1, max: 240 }));
  await fc.assert(
    fc.asyncProperty(fc.array(slot, { minLength: 1, maxLength: 8 }), slot, async (slots, [start, length]) => {
      const agent = await makeAgent(api);
      const book = (from: number, minutes: number, more: object = {}) =>
        api.post('/api/appointments', haircut(agent, { startTime: at(from), endTime: at(from + minutes), ...more }));
      const booked = [];
      for (const [from, minutes] of slots) booked.push((await book(from, minutes, { allowOverlap: true })).body);
      const clashing = booked.filter(
        (entry) => !(Date.parse(entry.endTime) <= Date.parse(at(start)) || entry.startTime >= at(start + length)),
      );
      const answer = await book(start, length);
      expect(answer.status).toBe(clashing.length > 0 ? 409 : 201);
      const named = (answer.body.conflicts ?? []).map((entry: { id: string }) => entry.id);
      expect(named.sort()).toEqual(clashing.map((entry) => entry.id).sort());
    }),
    { numRuns: 25 },
  );
});
