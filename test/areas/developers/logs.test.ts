import { expect, test } from 'vitest';
import { eventKinds } from '../../../server/areas/events.ts';
import { startSink } from '../../doubles/webhook-sink.ts';
import { openWorkspace, startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { emit, newestDelivery, subscribe } from '../../support/shop/webhooks.ts';

const logs = '/api/developers/logs';
const hourMs = 3_600_000;

test('the catalogue describes every event kind with an example payload', async () => {
  const { api, workspace } = await openWorkspace();
  const { body } = await api.get('/api/developers/events');
  expect(body.data.map((entry: { type: string }) => entry.type)).toEqual([...eventKinds]);
  for (const { type, group, description, example } of body.data) {
    expect(group).not.toBe('');
    expect(description).toMatch(/\.$/);
    expect(example).toMatchObject({ id: expect.stringMatching(/^evt_/), type, workspaceId: workspace.id });
    expect(Object.keys(example.data).length).toBeGreaterThan(1);
    expect(example.previous).not.toBeNull();
  }
});

test('the event log is paginated, newest first', async () => {
  const clock = new ManualClock();
  const shop = await startApp({ clock });
  for (const kind of ['lead.captured', 'order.created', 'order.updated'] as const) {
    await emit(shop, kind, { kind });
    clock.advance(1_000);
  }
  const first = await shop.api.get(`${logs}?limit=2`);
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ page: 1, limit: 2, total: 3, hasMore: true });
  expect(first.body.data.map((entry: { type: string }) => entry.type)).toEqual(['order.updated', 'order.created']);
  expect(first.body.data[0]).toEqual({
    id: expect.stringMatching(/^evt_/),
    type: 'order.updated',
    source: 'SYSTEM',
    actor: { id: null, name: null },
    workspaceId: shop.workspace.id,
    occurredAt: '2026-11-21T12:00:02.000Z',
    data: { kind: 'order.updated' },
    previous: null,
    createdAt: '2026-11-21T12:00:02.000Z',
    updatedAt: '2026-11-21T12:00:02.000Z',
  });
  expect((await shop.api.get(`${logs}?limit=2&page=2`)).body).toMatchObject({ hasMore: false, data: [{}] });
});

test('the log is filtered by kind, source and days of the workspace', async () => {
  // São Paulo is three hours behind UTC: at 02:30 UTC it is still the day before.
  const clock = new ManualClock('2026-11-21T02:30:00.000Z');
  const shop = await startApp({ clock });
  await emit(shop, 'lead.captured');
  clock.advance(hourMs);
  await emit(shop, 'order.created');
  const types = async (query: string) =>
    (await shop.api.get(`${logs}?${query}`)).body.data.map((entry: { type: string }) => entry.type);
  expect(await types('dateTo=2026-11-20')).toEqual(['lead.captured']);
  expect(await types('dateFrom=2026-11-21&dateTo=2026-11-21')).toEqual(['order.created']);
  expect(await types('dateFrom=2026-11-21T02:30:00Z')).toEqual(['order.created', 'lead.captured']);
  expect(await types('dateFrom=2026-11-21T00:00:00-03:00')).toEqual(['order.created']);
  expect(await types('event=lead.captured')).toEqual(['lead.captured']);
  expect(await types('source=API')).toEqual([]);
  for (const query of ['event=lead.lost', 'source=api', 'dateFrom=yesterday', 'dateTo=2026-02-30', 'webhookId=wh_0']) {
    expect([query, (await shop.api.get(`${logs}?${query}`)).status]).toEqual([query, 400]);
  }
});

test('the log lists the events delivered to an endpoint, and the deliveries of an event', async () => {
  const shop = await openWorkspace();
  const sink = await startSink();
  const endpoint = await subscribe(shop.api, sink.url, ['order.created']);
  await emit(shop, 'lead.captured');
  await emit(shop, 'order.created');
  const delivery = await newestDelivery(shop, 'DELIVERED');
  const list = await shop.api.get(`${logs}?webhookId=${endpoint.id}`);
  expect(list.body).toMatchObject({ total: 1, data: [{ id: delivery.eventId }] });
  const one = await shop.api.get(`${logs}/${delivery.eventId}`);
  expect(one.body).toMatchObject({ type: 'order.created', deliveries: [{ id: delivery.id, status: 'DELIVERED' }] });
});

test('the log contains no events of another workspace', async () => {
  const shop = await openWorkspace();
  await emit(shop);
  const [event] = await shop.events();
  const other = await shop.otherWorkspace();
  expect((await other.get(logs)).body).toMatchObject({ total: 0, data: [] });
  expect((await other.get(`${logs}/${event?.id}`)).status).toBe(404);
});

test('the statistics count endpoints, deliveries, attempts and events', async () => {
  const clock = new ManualClock();
  const shop = await startApp({ clock });
  expect((await shop.api.get('/api/developers/stats')).body).toMatchObject({
    endpoints: { total: 0, active: 0, disabled: 0 },
    deliveries: { last24Hours: { delivered: 0, successRate: null } },
    attempts: { count: 0, averageDurationMs: null, p95DurationMs: null },
    events: [],
  });
  const sink = await startSink();
  const endpoint = await subscribe(shop.api, sink.url);
  await emit(shop);
  await newestDelivery(shop, 'DELIVERED');
  clock.advance(48 * hourMs);
  sink.answerWith({ status: 500 });
  await emit(shop);
  await newestDelivery(shop, 'RETRYING');
  await emit(shop, 'order.created');
  await shop.api.post(`/api/developers/webhooks/${endpoint.id}/test`);
  await shop.api.patch(`/api/developers/webhooks/${endpoint.id}`, { active: false });
  await newestDelivery(shop, 'FAILED');
  const { body } = await shop.api.get('/api/developers/stats');
  expect(body.endpoints).toEqual({ total: 1, active: 0, disabled: 1 });
  expect(body.deliveries.last24Hours).toMatchObject({ delivered: 0, successRate: 0 });
  expect(body.deliveries.last7Days.delivered).toBe(1);
  expect(body.attempts).toMatchObject({ count: 2, p95DurationMs: expect.any(Number) });
  expect(body.events).toEqual([
    { type: 'lead.captured', count: 2 },
    { type: 'order.created', count: 1 },
  ]);
});
