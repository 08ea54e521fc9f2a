import { expect, test } from 'vitest';
import { startSink } from '../../doubles/webhook-sink.ts';
import { startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { emit, newestDelivery, subscribe } from '../../support/shop/webhooks.ts';

const deliveries = '/api/developers/deliveries';

async function startShop() {
  const clock = new ManualClock();
  const shop = await startApp({ clock });
  const sink = await startSink();
  const endpoint = await subscribe(shop.api, sink.url);
  return { ...shop, clock, sink, endpoint };
}

test('a retry of a delivered delivery sends it with the same webhook-id', async () => {
  const shop = await startShop();
  await emit(shop);
  const { id } = await newestDelivery(shop, 'DELIVERED');
  const retried = await shop.api.post(`${deliveries}/${id}/retry`);
  expect(retried.status).toBe(200);
  expect(retried.body).toMatchObject({ id, status: 'DELIVERED', attemptCount: 2 });
  expect(retried.body.attempts[1]).toMatchObject({ number: 2, trigger: 'MANUAL', status: 200 });
  expect(new Set(shop.sink.requests.map((request) => request.headers['webhook-id'])).size).toBe(1);
});

test('a failed retry of a delivered delivery leaves it delivered', async () => {
  const shop = await startShop();
  await emit(shop);
  const { id } = await newestDelivery(shop, 'DELIVERED');
  shop.sink.answerWith({ status: 500 });
  const retried = await shop.api.post(`${deliveries}/${id}/retry`);
  expect(retried.body).toMatchObject({ status: 'DELIVERED', error: null, lastStatus: 500, nextAttemptAt: null });
});

test('a failed manual retry keeps the schedule of the delivery, a successful one ends it', async () => {
  const shop = await startShop();
  shop.sink.answerWith({ status: 500 });
  await emit(shop);
  const before = await newestDelivery(shop, 'RETRYING');
  const failed = await shop.api.post(`${deliveries}/${before.id}/retry`);
  expect(failed.body).toMatchObject({ status: 'RETRYING', nextAttemptAt: before.nextAttemptAt, attemptCount: 2 });
  shop.clock.advance(6_000);
  const scheduled = await newestDelivery(shop, 'RETRYING', 3);
  // The second wait of the schedule, 5 minutes: a manual attempt uses none.
  expect(Date.parse(scheduled.nextAttemptAt) - shop.clock.now().getTime()).toBeGreaterThan(4 * 60_000);
  shop.sink.answerWith({});
  const good = await shop.api.post(`${deliveries}/${before.id}/retry`);
  expect(good.body).toMatchObject({ status: 'DELIVERED', nextAttemptAt: null, error: null });
  shop.clock.advance(48 * 3_600_000);
  await shop.settle();
  expect(shop.sink.requests).toHaveLength(4);
});

test('the wait for the next attempt starts at the end of the failed one, however long that took', async () => {
  const shop = await startShop();
  shop.sink.answerWith({ status: 503, headers: { 'retry-after': '7' }, delayMs: 1_500 });
  await emit(shop);
  await shop.sink.received(1);
  shop.clock.advance(14_000);
  const { nextAttemptAt, attempts } = await newestDelivery(shop, 'RETRYING');
  expect(nextAttemptAt).toBe(new Date(shop.clock.now().getTime() + 7_000).toISOString());
  expect(Date.parse(attempts[0].at)).toBe(shop.clock.now().getTime() - 14_000);
  expect(shop.sink.requests).toHaveLength(1);
});

test('a failed manual retry leaves a failed delivery failed, without a schedule', async () => {
  const shop = await startShop();
  shop.sink.answerWith({ status: 500 });
  const { body: made } = await shop.api.post(`/api/developers/webhooks/${shop.endpoint.id}/test`);
  const retried = await shop.api.post(`${deliveries}/${made.id}/retry`);
  expect(retried.status).toBe(200);
  expect(retried.body).toMatchObject({ status: 'FAILED', nextAttemptAt: null, attemptCount: 2 });
});

test('a retry is rejected while the endpoint is disabled or deleted', async () => {
  const shop = await startShop();
  await emit(shop);
  const { id } = await newestDelivery(shop, 'DELIVERED');
  const endpoint = `/api/developers/webhooks/${shop.endpoint.id}`;
  await shop.api.patch(endpoint, { active: false });
  const off = await shop.api.post(`${deliveries}/${id}/retry`);
  expect([off.status, off.body.code]).toEqual([409, 'endpoint_disabled']);
  await shop.api.delete(endpoint);
  const deleted = await shop.api.post(`${deliveries}/${id}/retry`);
  expect([deleted.status, deleted.body.code]).toEqual([409, 'endpoint_disabled']);
  expect(shop.sink.requests).toHaveLength(1);
});

test('a retry of a delivery that is being sent is rejected', async () => {
  const shop = await startShop();
  shop.sink.answerWith({ status: 500 });
  await emit(shop);
  const { id } = await newestDelivery(shop, 'RETRYING');
  shop.sink.answerWith({ delayMs: 300 });
  const both = await Promise.all([
    shop.api.post(`${deliveries}/${id}/retry`),
    shop.api.post(`${deliveries}/${id}/retry`),
  ]);
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
  expect(both.find((answer) => answer.status === 409)?.body.code).toBe('not_retryable');
  expect(shop.sink.requests).toHaveLength(2);
});

test('a retry of a delivery that was not sent yet is rejected', async () => {
  const shop = await startShop();
  shop.sink.answerWith('hang');
  await emit(shop);
  await shop.sink.received(1);
  const { body } = await shop.api.get(deliveries);
  const refused = await shop.api.post(`${deliveries}/${body.data[0].id}/retry`);
  expect([refused.status, refused.body.code]).toEqual([409, 'not_retryable']);
});

test('deliveries are listed by endpoint, status and kind, newest first, with a cursor', async () => {
  const shop = await startShop();
  const second = await subscribe(shop.api, shop.sink.url, ['order.created', 'lead.captured']);
  for (const kind of ['lead.captured', 'order.created', 'lead.captured'] as const) {
    await emit(shop, kind);
    await shop.settle();
    shop.clock.advance(1_000);
  }
  await shop.sink.received(5);
  const list = async (query: string) => (await shop.api.get(`${deliveries}?${query}`)).body;
  expect((await list(`endpointId=${second.id}`)).data).toHaveLength(3);
  expect((await list('event=order.created')).data).toMatchObject([{ endpointId: second.id, event: 'order.created' }]);
  expect((await list(`endpointId=${shop.endpoint.id}&event=order.created`)).data).toEqual([]);
  expect((await list('status=FAILED')).data).toEqual([]);
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { data: { id: string; createdAt: string }[]; nextCursor: string | null } = await list(
      `limit=2&cursor=${cursor}`,
    );
    seen.push(...page.data.map((entry) => `${entry.createdAt} ${entry.id}`));
    cursor = page.nextCursor;
  }
  expect(seen).toHaveLength(5);
  expect(seen).toEqual(seen.toSorted().reverse());
});

test('a foreign cursor, an unknown status and an unknown endpoint are rejected', async () => {
  const shop = await startShop();
  await emit(shop);
  await emit(shop);
  await shop.sink.received(2);
  const { body } = await shop.api.get(`${deliveries}?limit=1`);
  const field = async (query: string) => {
    const { status, body: problem } = await shop.api.get(`${deliveries}?${query}`);
    return [status, problem.errors?.[0].field];
  };
  expect(await field(`limit=1&event=lead.captured&cursor=${body.nextCursor}`)).toEqual([400, 'query.cursor']);
  expect(await field('cursor=garbage')).toEqual([400, 'query.cursor']);
  expect(await field('status=delivered')).toEqual([400, 'query.status']);
  expect(await field('endpointId=wh_nothing')).toEqual([400, 'query.endpointId']);
});

test('a delivery of another workspace can be neither read nor retried', async () => {
  const shop = await startShop();
  await emit(shop);
  const { id } = await newestDelivery(shop, 'DELIVERED');
  const other = await shop.otherWorkspace();
  expect((await other.get(`${deliveries}/${id}`)).status).toBe(404);
  expect((await other.post(`${deliveries}/${id}/retry`)).status).toBe(404);
  expect((await other.get(`${deliveries}?endpointId=${shop.endpoint.id}`)).status).toBe(400);
});
