import { expect, test } from 'vitest';
import { openCampaigns, people } from './support.ts';

test('a scheduled campaign starts at its time, with the texts of that moment', async () => {
  const { api, draft, run, sent, rest, clock } = await openCampaigns();
  const path = await draft([{ phone: people(1)[0]?.phone }]);
  const started = await api.post(`${path}/start`, { scheduledAt: '2026-11-23T09:00' });
  expect(started.body).toMatchObject({ status: 'SCHEDULED', scheduledAt: '2026-11-23T12:00:00.000Z', startedAt: null });
  expect((await api.put(`${path}/variables`, { mappings: [] })).status).toBe(409);
  await api.post('/api/contacts/import', { csv: `phone,name\n${people(1)[0]?.phone},Rita` });
  clock.advance(Date.parse('2026-11-23T11:59:59.000Z') - clock.now().getTime());
  await rest();
  expect(await sent()).toEqual([]);
  clock.advance(1_000);
  await run(1_000);
  expect((await sent()).map((message) => message.content)).toEqual(['Oi Rita, hoje tem novidade!']);
  expect((await api.get(path)).body).toMatchObject({ status: 'COMPLETED', startedAt: '2026-11-23T12:00:00.000Z' });
});

test('a scheduled campaign that can no longer start is FAILED with the reason; a disconnected channel only holds it', async () => {
  const { api, draft, rest, clock, templateId, channel, sent, run } = await openCampaigns();
  const scheduledAt = '2026-11-22T09:00';
  const waiting = await draft(people(1, 50));
  await api.post(`${waiting}/start`, { scheduledAt });
  await channel.faults({ dropped: true });
  clock.advance(86_400_000);
  await rest();
  expect((await api.get(waiting)).body).toMatchObject({ status: 'RUNNING', holdReason: 'channel_not_connected' });
  await channel.faults({});
  await run(1_000);
  expect(await sent()).toHaveLength(1);
  const doomed = await draft(people(1));
  await api.post(`${doomed}/start`, { scheduledAt: '2026-11-24T09:00' });
  await api.delete(`/api/chat-templates/${templateId}`);
  clock.advance(2 * 86_400_000);
  await rest();
  expect((await api.get(doomed)).body).toMatchObject({ status: 'FAILED', statusReason: 'template_gone' });
  expect(await sent()).toHaveLength(1);
});

test('a scheduled campaign can be paused, scheduled again by a resume, and cancelled', async () => {
  const { api, draft, rest, clock, sent } = await openCampaigns();
  const path = await draft(people(2));
  await api.post(`${path}/start`, { scheduledAt: '2026-11-22T09:00' });
  expect((await api.post(`${path}/pause`, {})).body.status).toBe('PAUSED');
  expect((await api.post(`${path}/resume`, {})).body.status).toBe('SCHEDULED');
  await api.post(`${path}/pause`, {});
  clock.advance(2 * 86_400_000);
  await rest();
  expect(await sent()).toEqual([]);
  expect((await api.post(`${path}/resume`, {})).body.status).toBe('RUNNING');
  const other = await draft(people(2));
  await api.post(`${other}/start`, { scheduledAt: '2026-11-30T09:00' });
  expect((await api.post(`${other}/cancel`, {})).body.status).toBe('CANCELLED');
  clock.advance(20 * 86_400_000);
  await rest();
  expect((await api.get(other)).body).toMatchObject({ status: 'CANCELLED', recipients: { PENDING: 2 } });
  expect((await api.post(`${await draft(people(1))}/start`, { scheduledAt: 'soon' })).status).toBe(400);
});

test('two concurrent starts start the campaign once, and nobody gets two messages', async () => {
  const { api, draft, run, sent } = await openCampaigns();
  const path = await draft(people(300));
  const answers = await Promise.all(Array.from({ length: 4 }, () => api.post(`${path}/start`, {})));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  await run(20_000);
  const phones = (await sent()).map((message) => message.phone);
  expect(new Set(phones).size).toBe(phones.length);
  expect(phones.length).toBeGreaterThan(75);
});
