import { expect, test } from 'vitest';
import { startRestEndpoint } from '../../doubles/rest-endpoint.ts';
import { eventually, startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { bind, expectDisconnects, install, jobsOf, newestJob, retryJob } from '../../support/shop/integrations.ts';
import { emit } from '../../support/shop/webhooks.ts';

const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
const host = (url: string) => new URL(url).host;

async function start(clock?: ManualClock) {
  const endpoint = await startRestEndpoint(secret);
  const env = { FRONTDESK_OUTBOUND_ALLOW: host(endpoint.url) };
  const app = await startApp(clock ? { clock, env } : { env });
  return { ...app, endpoint };
}

test('each event is sent signed with the mapped fields, and request and response are stored', async () => {
  const app = await start();
  const { api, endpoint } = app;
  endpoint.authorization = 'Bearer let-me-in-please';
  const headers = { authorization: endpoint.authorization };
  const refused = await api.post('/api/integrations', {
    connector: 'http',
    credentials: { baseUrl: endpoint.url, signingSecret: secret, headers: { authorization: 'Bearer wrong' } },
  });
  expect(refused).toMatchObject({ status: 422, body: { code: 'credentials_refused' } });

  const made = await install(api, 'http', { baseUrl: endpoint.url, signingSecret: secret, headers });
  expect(made).toMatchObject({
    state: 'CONNECTED',
    account: host(endpoint.url),
    authorizationUrl: null,
    feedUrl: null,
  });
  expect(JSON.stringify(made)).not.toContain('let-me-in');
  const targets = await api.get(`/api/integrations/${made.id}/targets?action=send_event`);
  expect(targets).toMatchObject({ status: 200, body: { data: [], nextCursor: null } });

  const config = {
    path: '/people/{{data.name}}',
    fields: { who: '{{data.name}}', tags: '{{data.tags}}', gone: '{{data.x}}' },
  };
  const binding = await bind(api, made.id, 'lead.captured', 'send_event', config);
  await emit(app, 'lead.captured', { id: 'lead_1', name: 'Ana & Bia', tags: ['a', 'b'], x: null });
  const job = await newestJob(app, binding.id, 'SUCCEEDED');
  expect(endpoint.faults).toEqual([]);
  expect(endpoint.calls[0]).toMatchObject({
    path: '/people/Ana%20%26%20Bia',
    body: { who: 'Ana & Bia', tags: '["a","b"]', gone: '' },
    headers: { 'idempotency-key': job.id, authorization: endpoint.authorization, 'webhook-id': job.eventId },
  });
  expect(job).toMatchObject({ resourceId: 'lead_1', attemptCount: 1, error: null, event: { type: 'lead.captured' } });
  expect(job.attempts[0]).toMatchObject({ number: 1, response: '200 ok', error: null });
  expect(job.attempts[0].request).toContain('POST ');
  await expectDisconnects(app, made.id);
});

test('the whole event is sent when no fields are mapped', async () => {
  const app = await start();
  const made = await install(app.api, 'http', { baseUrl: app.endpoint.url, signingSecret: secret });
  const binding = await bind(app.api, made.id, 'order.created', 'send_event');
  await emit(app, 'order.created', { id: 'ord_1', total: 12.5 });
  const job = await newestJob(app, binding.id, 'SUCCEEDED');
  expect(app.endpoint.calls[0]?.body).toEqual(job.event);
  expect(job.event).toMatchObject({ type: 'order.created', data: { id: 'ord_1', total: 12.5 } });
});

test('a 4xx fails at once with the response; a manual retry is 202, or 409 unless it failed', async () => {
  const app = await start();
  const { api, endpoint } = app;
  const made = await install(api, 'http', { baseUrl: endpoint.url, signingSecret: secret });
  const binding = await bind(api, made.id, 'lead.captured', 'send_event');
  endpoint.answers = [{ status: 422, body: `no thanks, ${secret}` }];
  await emit(app);
  const failed = await newestJob(app, binding.id, 'FAILED', 1);
  expect(failed).toMatchObject({ error: { code: 'refused' }, nextAttemptAt: null });
  expect(failed.attempts[0].response).toBe('422 no thanks, [secret]');
  expect((await api.get(`/api/integrations/bindings/${binding.id}`)).body.failureCount).toBe(1);

  const retried = await retryJob(app, failed);
  expect(retried).toMatchObject({ attemptCount: 2, error: null });
  expect((await api.get(`/api/integrations/bindings/${binding.id}`)).body.failureCount).toBe(0);
  const again = await api.post(`/api/integrations/sync-jobs/${failed.id}/retry`);
  expect(again).toMatchObject({ status: 409, body: { code: 'not_retryable' } });
  expect(endpoint.effects.size).toBe(1);
});

test('a failing job is attempted six times within an hour with one key, and then FAILED', async () => {
  const clock = new ManualClock();
  const app = await start(clock);
  const { api, endpoint } = app;
  const made = await install(api, 'http', { baseUrl: endpoint.url, signingSecret: secret });
  const binding = await bind(api, made.id, 'lead.captured', 'send_event');
  endpoint.answers = Array.from({ length: 6 }, () => ({ status: 503 }));
  const startedAt = clock.now().getTime();
  await emit(app);
  const waits: number[] = [];
  for (let attempt = 1; attempt < 6; attempt++) {
    const { nextAttemptAt, error } = await newestJob(app, binding.id, 'RETRYING', attempt);
    expect(error.code).toBe('failing');
    const waitMs = Date.parse(nextAttemptAt) - clock.now().getTime();
    waits.push(waitMs);
    clock.advance(waitMs - 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(endpoint.calls).toHaveLength(attempt);
    clock.advance(1);
  }
  await newestJob(app, binding.id, 'FAILED', 6);
  expect(clock.now().getTime() - startedAt).toBeLessThanOrEqual(3_600_000);
  const planned = [5_000, 60_000, 240_000, 900_000, 1_800_000];
  for (const [index, waitMs] of waits.entries()) {
    expect(Math.abs(waitMs - (planned[index] as number))).toBeLessThanOrEqual((planned[index] as number) * 0.1);
  }
  expect(new Set(endpoint.calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

test('a 429 is retried when its Retry-After says', async () => {
  const clock = new ManualClock();
  const app = await start(clock);
  const made = await install(app.api, 'http', { baseUrl: app.endpoint.url, signingSecret: secret });
  const binding = await bind(app.api, made.id, 'lead.captured', 'send_event');
  app.endpoint.answers = [{ status: 429, headers: { 'retry-after': '600' } }];
  await emit(app);
  const job = await newestJob(app, binding.id, 'RETRYING', 1);
  expect(Date.parse(job.nextAttemptAt) - clock.now().getTime()).toBe(600_000);
  clock.advance(600_000);
  await newestJob(app, binding.id, 'SUCCEEDED', 2);
});

test('jobs of one resource keep their order while another resource continues', async () => {
  const clock = new ManualClock();
  const app = await start(clock);
  const { endpoint } = app;
  const made = await install(app.api, 'http', { baseUrl: endpoint.url, signingSecret: secret });
  const binding = await bind(app.api, made.id, 'order.updated', 'send_event', { fields: { n: '{{data.n}}' } });
  endpoint.answers = [{ status: 500 }];
  await emit(app, 'order.updated', { id: 'ord_1', n: 1 });
  await newestJob(app, binding.id, 'RETRYING', 1);
  for (const [id, n] of [
    ['ord_1', 2],
    ['ord_2', 9],
    ['ord_1', 3],
  ] as const)
    await emit(app, 'order.updated', { id, n });
  await eventually(async () => endpoint.calls.length === 2);
  expect(endpoint.calls.map(({ body }) => body.n)).toEqual(['1', '9']);
  clock.advance(10_000);
  await eventually(async () =>
    (await jobsOf(app.api, binding.id)).every((job: { status: string }) => job.status === 'SUCCEEDED'),
  );
  expect(endpoint.calls.map(({ body }) => body.n)).toEqual(['1', '9', '1', '2', '3']);
});

test('an address that the owner has not allowed is rejected, and a dead one is 502', async () => {
  const app = await startApp({ env: { FRONTDESK_OUTBOUND_ALLOW: '127.0.0.1:9' } });
  const connect = (baseUrl: string) =>
    app.api.post('/api/integrations', { connector: 'http', credentials: { baseUrl, signingSecret: secret } });
  expect(await connect('http://127.0.0.1:1/')).toMatchObject({ status: 403, body: { code: 'outbound_not_allowed' } });
  expect(await connect('http://127.0.0.1:9/')).toMatchObject({ status: 502, body: { code: 'connector_failed' } });
  expect((await app.api.get('/api/integrations')).body.data[0].installations).toEqual([]);
});

test('a check reports a failure, and the recovery', async () => {
  const app = await start();
  const made = await install(app.api, 'http', { baseUrl: app.endpoint.url, signingSecret: secret });
  const check = () => app.api.post(`/api/integrations/${made.id}/check`);
  expect((await check()).body).toMatchObject({ id: made.id, ok: true, state: 'CONNECTED', error: null });
  const { url } = app.endpoint;
  await app.endpoint.close();
  const broken = (await check()).body;
  expect(broken).toMatchObject({ ok: false, state: 'ERROR', error: { code: 'unreachable' } });
  expect(broken.latencyMs).toBeGreaterThanOrEqual(0);
  expect((await app.api.get(`/api/integrations/${made.id}`)).body).toMatchObject({
    state: 'ERROR',
    account: host(url),
  });
});

test('the wait for the next attempt starts at the end of the failed one, however long that took', async () => {
  const app = await start(new ManualClock());
  const clock = app.app.platform.clock as ManualClock;
  const made = await install(app.api, 'http', { baseUrl: app.endpoint.url, signingSecret: secret });
  const binding = await bind(app.api, made.id, 'lead.captured', 'send_event');
  app.endpoint.answers = [{ status: 503, headers: { 'retry-after': '7' }, delayMs: 1_500 }];
  await emit(app);
  await eventually(async () => app.endpoint.calls.length === 1);
  clock.advance(40_000);
  const { nextAttemptAt } = await newestJob(app, binding.id, 'RETRYING');
  expect(nextAttemptAt).toBe(new Date(clock.now().getTime() + 7_000).toISOString());
  expect(app.endpoint.calls).toHaveLength(1);
});
