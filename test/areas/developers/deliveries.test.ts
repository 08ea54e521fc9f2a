import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { retryWaitsMs } from '../../../server/areas/developers/deliveries/retry-schedule.ts';
import { type SinkAnswer, startSink } from '../../doubles/webhook-sink.ts';
import { temporaryFolder } from '../../support/environment/temporary-folder.ts';
import { eventually, openWorkspace, startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { emit, newestDelivery, subscribe } from '../../support/shop/webhooks.ts';

const webhooks = '/api/developers/webhooks';
const deliveries = '/api/developers/deliveries';
const dayMs = 24 * 3_600_000;

test('an event is delivered once, signed according to Standard Webhooks, in the shape of the contract', async () => {
  const shop = await openWorkspace();
  const sink = await startSink();
  const { secret } = await subscribe(shop.api, `${sink.url}/hook`, ['order.updated']);
  await emit(shop, 'order.updated', { id: 'ord_1', total: 70 }, { total: 62 });
  await emit(shop, 'order.created', { id: 'ord_2' });
  const delivery = await newestDelivery(shop, 'DELIVERED');
  const [event] = await shop.events('order.updated');
  expect(sink.requests).toHaveLength(1);
  const [request] = sink.requests;
  expect(new Webhook(secret).verify(request?.raw ?? '', request?.headers ?? {})).toEqual({
    id: event?.id,
    type: 'order.updated',
    occurredAt: event?.occurredAt,
    workspaceId: shop.workspace.id,
    source: 'SYSTEM',
    data: { id: 'ord_1', total: 70 },
    previous: { total: 62 },
  });
  expect(() => new Webhook(secret).verify(`${request?.raw} `, request?.headers ?? {})).toThrow();
  expect(request?.path).toBe('/hook');
  expect(request?.headers['webhook-id']).toBe(event?.id);
  expect(request?.headers['user-agent']).toMatch(/^Frontdesk\/\d+\.\d+\.\d+/);
  expect(delivery).toMatchObject({ attemptCount: 1, lastStatus: 200, error: null, nextAttemptAt: null, test: false });
  expect(delivery.payload).toEqual(request?.body);
  expect(sink.faults).toEqual([]);
});

test('the payload omits `previous` when nothing changed', async () => {
  const shop = await openWorkspace();
  const sink = await startSink();
  await subscribe(shop.api, sink.url);
  await emit(shop);
  const [request] = await sink.received(1);
  expect(Object.keys(request?.body)).toEqual(['id', 'type', 'occurredAt', 'workspaceId', 'source', 'data']);
});

test('a failing delivery is attempted ten times on the published schedule, with the same webhook-id, and then fails', async () => {
  const clock = new ManualClock();
  const shop = await startApp({ clock });
  const sink = await startSink();
  sink.answerWith({ status: 500, body: 'broken' });
  await subscribe(shop.api, sink.url);
  await emit(shop);
  for (const [index, waitMs] of retryWaitsMs.entries()) {
    const delivery = await newestDelivery(shop, 'RETRYING', index + 1);
    const actualMs = Date.parse(delivery.nextAttemptAt) - clock.now().getTime();
    expect(Math.abs(actualMs - waitMs)).toBeLessThanOrEqual(waitMs * 0.1);
    clock.advance(actualMs - 1);
    expect(sink.requests).toHaveLength(index + 1);
    clock.advance(1);
  }
  const failed = await newestDelivery(shop, 'FAILED', 10);
  expect(failed).toMatchObject({ nextAttemptAt: null, error: 'http_status', lastStatus: 500, deliveredAt: null });
  expect(failed.attempts).toHaveLength(10);
  expect(failed.attempts[9]).toMatchObject({ number: 10, trigger: 'SCHEDULED', status: 500, responseBody: 'broken' });
  expect(new Set(sink.requests.map((request) => request.headers['webhook-id'])).size).toBe(1);
  clock.advance(dayMs);
  await shop.settle();
  expect(sink.requests).toHaveLength(10);
});

test('an endpoint that returns 410 is disabled, and its waiting deliveries fail', async () => {
  const clock = new ManualClock();
  const shop = await startApp({ clock });
  const sink = await startSink();
  sink.answerWith({ status: 500 });
  const endpoint = await subscribe(shop.api, sink.url);
  await emit(shop);
  await newestDelivery(shop, 'RETRYING');
  clock.advance(1_000);
  sink.answerWith({ status: 410 });
  await emit(shop);
  expect(await newestDelivery(shop, 'FAILED')).toMatchObject({ error: 'endpoint_gone', lastStatus: 410 });
  expect((await shop.api.get(`${webhooks}/${endpoint.id}`)).body).toMatchObject({
    active: false,
    disabledReason: 'endpoint_gone',
    disabledAt: clock.now().toJSON(),
  });
  await eventually(async () => {
    const { body } = await shop.api.get(`${deliveries}?status=FAILED`);
    return body.data.length === 2 && body.data.every((entry: { error: string }) => entry.error === 'endpoint_gone');
  });
});

test.each([
  ['seconds', '3600', 3_600_000],
  ['a date', 'Sat, 21 Nov 2026 14:00:00 GMT', 7_200_000],
  ['more than a day, capped', '999999', dayMs],
])('Retry-After is honoured as %s', async (_name, header, waitMs) => {
  const clock = new ManualClock('2026-11-21T12:00:00.000Z');
  const shop = await startApp({ clock });
  const sink = await startSink();
  sink.answerWith({ status: 429, headers: { 'retry-after': header } });
  await subscribe(shop.api, sink.url);
  await emit(shop);
  const delivery = await newestDelivery(shop, 'RETRYING');
  expect(Date.parse(delivery.nextAttemptAt) - clock.now().getTime()).toBe(waitMs);
});

test('a redirect is a failure and is not followed', async () => {
  const shop = await openWorkspace();
  const sink = await startSink();
  sink.answerWith({ status: 307, headers: { location: `${sink.url}/elsewhere` } });
  await subscribe(shop.api, `${sink.url}/hook`);
  await emit(shop);
  expect(await newestDelivery(shop, 'RETRYING')).toMatchObject({ lastStatus: 307, error: 'http_status' });
  expect(sink.requests.map((request) => request.path)).toEqual(['/hook']);
});

test('an attempt stores the first 2 KiB of the response, or the error without one', async () => {
  const clock = new ManualClock();
  const shop = await startApp({ clock });
  const sink = await startSink();
  sink.answerWith({ status: 400, body: 'é'.repeat(5_000) });
  await subscribe(shop.api, sink.url);
  await emit(shop);
  const answered = await newestDelivery(shop, 'RETRYING');
  expect(answered.attempts[0].responseBody).toBe('é'.repeat(1_024));
  await sink.close();
  clock.advance(6_000);
  const refused = await newestDelivery(shop, 'RETRYING', 2);
  expect(refused.attempts[1]).toMatchObject({ status: null, responseBody: null, error: 'connect' });
});

test('an address that is no longer allowed receives nothing, and the attempt says so', async () => {
  const home = await temporaryFolder();
  const sink = await startSink();
  const first = await startApp({ home });
  await subscribe(first.api, sink.url);
  await first.app.stop();
  const shop = await startApp({ home, env: { FRONTDESK_OUTBOUND_ALLOW: '' } });
  await emit(shop);
  const delivery = await newestDelivery(shop, 'RETRYING');
  expect(delivery.attempts).toMatchObject([{ status: null, error: 'outbound_not_allowed' }]);
  expect(sink.requests).toEqual([]);
});

test.each<[string, Exclude<SinkAnswer, 'hang'>]>([
  ['never ends', { end: 'never' }],
  ['is cut off', { end: 'cut', headers: { 'content-length': '100' } }],
  ['is in a coding that nobody here knows', { headers: { 'content-encoding': 'zstd' } }],
  ['is no gzip, as its head says', { headers: { 'content-encoding': 'gzip' } }],
])('an endpoint that says 200 has the event, once, also when the body %s', async (_, answer) => {
  const shop = await openWorkspace();
  const sink = await startSink();
  sink.answerWith(answer);
  await subscribe(shop.api, sink.url);
  await emit(shop);
  expect(await newestDelivery(shop, 'DELIVERED')).toMatchObject({ attemptCount: 1, lastStatus: 200, error: null });
  expect(sink.requests).toHaveLength(1);
  sink.answerWith({ status: 503, ...answer });
  await emit(shop);
  expect(await newestDelivery(shop, 'RETRYING')).toMatchObject({ lastStatus: 503, error: 'http_status' });
});

test('an endpoint that hangs does not delay another', async () => {
  const shop = await openWorkspace();
  const [hanging, good] = [await startSink(), await startSink()];
  hanging.answerWith('hang');
  await subscribe(shop.api, hanging.url);
  await subscribe(shop.api, good.url);
  for (let count = 0; count < 100; count++) await emit(shop);
  await good.received(100);
  // An endpoint without a response yet gets no higher concurrency.
  expect(hanging.requests).toHaveLength(2);
});

test('an endpoint that failed for five days in a row is disabled, one that recovered in between is not', async () => {
  const clock = new ManualClock();
  const shop = await startApp({ clock });
  const sink = await startSink();
  const endpoint = await subscribe(shop.api, sink.url);
  const state = async () => (await shop.api.get(`${webhooks}/${endpoint.id}`)).body;
  const fail = async () => {
    sink.answerWith({ status: 500 });
    await emit(shop);
    await newestDelivery(shop, 'RETRYING', 1);
  };
  await fail();
  expect((await state()).failingSince).toBe(clock.now().toJSON());
  sink.answerWith({});
  clock.advance(6_000);
  await newestDelivery(shop, 'DELIVERED');
  expect((await state()).failingSince).toBeNull();
  await fail();
  clock.advance(5 * dayMs - 1);
  await newestDelivery(shop, 'RETRYING', 2);
  expect((await state()).active).toBe(true);
  clock.advance(1);
  await emit(shop);
  await newestDelivery(shop, 'FAILED');
  expect(await state()).toMatchObject({ active: false, disabledReason: 'endpoint_failing' });
  const on = await shop.api.patch(`${webhooks}/${endpoint.id}`, { active: true });
  expect(on.body).toMatchObject({ active: true, disabledReason: null, failingSince: null });
});

test('a delivery interrupted by a stop is sent again with the same webhook-id', async () => {
  const home = await temporaryFolder();
  const sink = await startSink();
  sink.answerWith('hang');
  const first = await startApp({ home });
  await subscribe(first.api, sink.url);
  await emit(first);
  await sink.received(1);
  await first.app.stop();
  sink.answerWith({});
  const second = await startApp({ home });
  const delivery = await newestDelivery(second, 'DELIVERED');
  const [before, after] = await sink.received(2);
  expect(after?.headers['webhook-id']).toBe(before?.headers['webhook-id']);
  expect(after?.raw).toBe(before?.raw);
  expect(delivery.attempts).toHaveLength(1);
});

test('deliveries and their attempts are deleted after 30 days', async () => {
  const clock = new ManualClock();
  const shop = await startApp({ clock });
  const sink = await startSink();
  await subscribe(shop.api, sink.url);
  await emit(shop);
  const old = await newestDelivery(shop, 'DELIVERED');
  clock.advance(31 * dayMs);
  await emit(shop);
  await eventually(async () => sink.requests.length === 2);
  await newestDelivery(shop, 'DELIVERED');
  await shop.app.platform.scheduler.tick();
  await shop.settle();
  expect((await shop.api.get(`${deliveries}/${old.id}`)).status).toBe(404);
  expect((await shop.api.get(deliveries)).body.data).toHaveLength(1);
  const attempts = await shop.app.platform.database.read.selectFrom('delivery_attempts').selectAll().execute();
  expect(attempts).toHaveLength(1);
});
