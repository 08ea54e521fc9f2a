import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { startSink } from '../../doubles/webhook-sink.ts';
import { eventually, openWorkspace, startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { emit, newestDelivery, subscribe } from '../../support/shop/webhooks.ts';

const path = '/api/developers/webhooks';
const draft = { url: 'https://93.184.215.14/hook', events: ['lead.captured'] };
const hourMs = 3_600_000;

test('the secret is shown only at creation and is sealed in the database', async () => {
  const { api, app } = await startApp({ clock: new ManualClock() });
  const created = await api.post(path, { ...draft, events: ['lead.captured', 'order.created', 'lead.captured'] });
  expect(created.status).toBe(201);
  const { secret, ...shown } = created.body;
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(shown).toEqual({
    id: expect.stringMatching(/^wh_/),
    url: draft.url,
    events: ['lead.captured', 'order.created'],
    description: null,
    active: true,
    disabledReason: null,
    disabledAt: null,
    failingSince: null,
    previousSecretExpiresAt: null,
    createdAt: '2026-11-21T12:00:00.000Z',
    updatedAt: '2026-11-21T12:00:00.000Z',
  });
  expect((await api.get(path)).body).toEqual({ data: [shown] });
  const row = await app.platform.database.read.selectFrom('webhook_endpoints').selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(secret.slice(6));
});

test.each([
  ['url', { url: 'ftp://shop.example' }],
  ['url', { url: 'http://user:pass@93.184.215.14/' }],
  ['url', { url: `https://93.184.215.14/${'u'.repeat(2000)}` }],
  ['events', { events: [] }],
  ['events[0]', { events: ['lead.lost'] }],
  ['description', { description: 'd'.repeat(256) }],
  ['active', { active: true }],
])('an endpoint with an invalid %s is rejected', async (field, part) => {
  const { api } = await openWorkspace();
  const refused = await api.post(path, { ...draft, ...part });
  expect(refused.status).toBe(400);
  expect(refused.body.errors.map((error: { field: string }) => error.field)).toEqual([`body.${field}`]);
  expect((await api.get(path)).body.data).toEqual([]);
});

test('an address that is not allowed is rejected at creation and at a change', async () => {
  const { api } = await startApp({ env: { FRONTDESK_OUTBOUND_ALLOW: '' } });
  const refused = await api.post(path, { ...draft, url: 'http://127.0.0.1:9/hook' });
  expect(refused.status).toBe(403);
  expect(refused.body.code).toBe('outbound_not_allowed');
  expect(refused.body.detail).toContain('npx frontdesk outbound allow 127.0.0.1:9');
  const { body: endpoint } = await api.post(path, draft);
  const changed = await api.patch(`${path}/${endpoint.id}`, { url: 'http://192.168.0.7/hook' });
  expect(changed.body.code).toBe('outbound_not_allowed');
  expect((await api.get(`${path}/${endpoint.id}`)).body.url).toBe(draft.url);
});

test('a change sets the given fields and leaves the others', async () => {
  const { api } = await openWorkspace();
  const { body: endpoint } = await api.post(path, { ...draft, description: 'Kitchen' });
  const changed = await api.patch(`${path}/${endpoint.id}`, { events: ['order.created', 'order.created'] });
  expect(changed.status).toBe(200);
  expect(changed.body).toMatchObject({ events: ['order.created'], description: 'Kitchen', url: draft.url });
  const stale = await api.patch(`${path}/${endpoint.id}`, { active: false }, { headers: { 'if-match': '"old"' } });
  expect(stale.status).toBe(412);
});

test('a disabled endpoint receives nothing, and its waiting deliveries fail', async () => {
  const clock = new ManualClock();
  const shop = await startApp({ clock });
  const sink = await startSink();
  sink.answerWith({ status: 500 });
  const endpoint = await subscribe(shop.api, sink.url);
  await emit(shop);
  await newestDelivery(shop, 'RETRYING');
  const off = await shop.api.patch(`${path}/${endpoint.id}`, { active: false });
  expect(off.body).toMatchObject({
    active: false,
    disabledReason: 'endpoint_disabled',
    disabledAt: clock.now().toJSON(),
  });
  const failed = await newestDelivery(shop, 'FAILED');
  expect(failed).toMatchObject({ error: 'endpoint_disabled', nextAttemptAt: null });
  await emit(shop);
  await shop.settle();
  clock.advance(48 * hourMs);
  expect((await shop.api.get('/api/developers/deliveries')).body.data).toHaveLength(1);
  const on = await shop.api.patch(`${path}/${endpoint.id}`, { active: true });
  expect(on.body).toMatchObject({ active: true, disabledReason: null, disabledAt: null, failingSince: null });
  expect(sink.requests).toHaveLength(1);
});

test('the deliveries of a deleted endpoint stay readable, and waiting ones fail', async () => {
  const shop = await startApp({ clock: new ManualClock() });
  const sink = await startSink();
  sink.answerWith({ status: 500 });
  const endpoint = await subscribe(shop.api, sink.url);
  await emit(shop);
  await newestDelivery(shop, 'RETRYING');
  const gone = await shop.api.delete(`${path}/${endpoint.id}`);
  expect([gone.status, gone.body]).toEqual([200, { id: endpoint.id, deleted: true }]);
  const failed = await newestDelivery(shop, 'FAILED');
  expect(failed).toMatchObject({ endpointId: endpoint.id, endpoint: null, error: 'endpoint_deleted' });
  const listed = await shop.api.get(`/api/developers/deliveries?endpointId=${endpoint.id}`);
  expect(listed.body.data).toHaveLength(1);
  expect((await shop.api.delete(`${path}/${endpoint.id}`)).status).toBe(404);
});

test('deliveries are signed with the old and the new secret for 24 hours after a rotation', async () => {
  // The verifier compares with the real time.
  const clock = new ManualClock(new Date().toISOString());
  const shop = await startApp({ clock });
  const sink = await startSink();
  const before = await subscribe(shop.api, sink.url);
  const rotated = await shop.api.post(`${path}/${before.id}/rotate-secret`);
  expect(rotated.status).toBe(200);
  expect(rotated.body.secret).not.toBe(before.secret);
  expect(Date.parse(rotated.body.previousSecretExpiresAt) - clock.now().getTime()).toBe(24 * hourMs);
  await emit(shop);
  const [first] = await sink.received(1);
  for (const secret of [before.secret, rotated.body.secret]) {
    expect(new Webhook(secret).verify(first?.raw ?? '', first?.headers ?? {})).toMatchObject({ type: 'lead.captured' });
  }
  clock.advance(24 * hourMs);
  await emit(shop);
  const second = (await sink.received(2))[1];
  expect(second?.headers['webhook-signature'].split(' ')).toHaveLength(1);
});

test('each of the five newest replaced secrets signs for its own 24 hours', async () => {
  // The verifier compares with the real time.
  const clock = new ManualClock(new Date().toISOString());
  const shop = await startApp({ clock });
  const sink = await startSink();
  const { id, secret } = await subscribe(shop.api, sink.url);
  const rotate = async () => (await shop.api.post(`${path}/${id}/rotate-secret`)).body.secret as string;
  const deliver = async () => {
    const count = sink.requests.length;
    await emit(shop);
    return (await sink.received(count + 1)).at(-1) as (typeof sink.requests)[number];
  };
  const countSignatures = async () => (await deliver()).headers['webhook-signature'].split(' ').length;
  const second = await rotate();
  clock.advance(60_000);
  const third = await rotate();
  const { raw, headers } = await deliver();
  expect([secret, second, third].map((each) => isVerified(each, raw, headers))).toEqual([true, true, true]);
  const row = await shop.app.platform.database.read.selectFrom('webhook_endpoints').selectAll().executeTakeFirst();
  for (const each of [secret, second, third]) expect(JSON.stringify(row)).not.toContain(each.slice(6));
  clock.advance(24 * hourMs - 60_000);
  expect(await countSignatures()).toBe(2);
  clock.advance(60_000);
  expect(await countSignatures()).toBe(1);
  for (let rotations = 0; rotations < 7; rotations++) await rotate();
  expect(await countSignatures()).toBe(6);
});

function isVerified(secret: string, raw: string, headers: Record<string, unknown>): boolean {
  try {
    new Webhook(secret).verify(raw, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

test('a test event returns its attempt, successful or not, even for a disabled endpoint', async () => {
  const shop = await openWorkspace();
  const sink = await startSink();
  const endpoint = await subscribe(shop.api, sink.url, ['order.created', 'lead.captured']);
  const good = await shop.api.post(`${path}/${endpoint.id}/test`);
  expect(good.status).toBe(200);
  expect(good.body).toMatchObject({ test: true, status: 'DELIVERED', event: 'order.created', attemptCount: 1 });
  expect(good.body.attempts).toMatchObject([
    { number: 1, trigger: 'MANUAL', status: 200, responseBody: 'ok', error: null },
  ]);
  expect(sink.requests[0]?.body).toMatchObject({ id: good.body.eventId, type: 'order.created', data: { test: true } });
  await shop.api.patch(`${path}/${endpoint.id}`, { active: false });
  sink.answerWith({ status: 503, body: 'closed' });
  const bad = await shop.api.post(`${path}/${endpoint.id}/test`);
  expect(bad.status).toBe(200);
  expect(bad.body).toMatchObject({ status: 'FAILED', nextAttemptAt: null, error: 'http_status', lastStatus: 503 });
  expect(await shop.events('order.created')).toEqual([]);
});

test('an endpoint of another workspace can be neither read nor changed', async () => {
  const shop = await openWorkspace();
  const sink = await startSink();
  const endpoint = await subscribe(shop.api, sink.url);
  const other = await shop.otherWorkspace();
  const theirs = await subscribe(other, sink.url);
  expect((await other.get(path)).body.data.map((entry: { id: string }) => entry.id)).toEqual([theirs.id]);
  for (const [method, suffix] of [
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/test'],
    ['POST', '/rotate-secret'],
  ] as const) {
    expect((await other.call(method, `${path}/${endpoint.id}${suffix}`, {})).status).toBe(404);
  }
  await emit(shop);
  await eventually(async () => sink.requests.length > 0);
  await shop.settle();
  expect(sink.requests).toHaveLength(1);
  expect((await other.get('/api/developers/deliveries')).body.data).toEqual([]);
});
