import { expect, test } from 'vitest';
import { setSendingPaused } from '../../../server/platform/work/sending-pause.ts';
import { startRestEndpoint } from '../../doubles/rest-endpoint.ts';
import { eventually, openWorkspace } from '../../support/server/app.ts';
import { bind, install, jobsOf, newestJob } from '../../support/shop/integrations.ts';
import { faultsOf } from '../../support/shop/sales.ts';
import { emit } from '../../support/shop/webhooks.ts';

const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;

async function start() {
  const endpoint = await startRestEndpoint(secret);
  const app = await openWorkspace();
  const installation = await install(app.api, 'http', { baseUrl: endpoint.url, signingSecret: secret });
  return { ...app, endpoint, installation };
}

test('each connector is listed with its forms and the state of its installations', async () => {
  const { api, installation } = await start();
  const { data } = (await api.get('/api/integrations')).body;
  const http = data.find((entry: { key: string }) => entry.key === 'http');
  expect(http.credentialsSchema).toMatchObject({ type: 'object', additionalProperties: false });
  expect(http.credentialsSchema.required.sort()).toEqual(['baseUrl', 'signingSecret']);
  expect(http.actions[0]).toMatchObject({ key: 'send_event', configSchema: { type: 'object' } });
  expect(http.installations).toHaveLength(1);
  expect(http.installations[0]).toMatchObject({ id: installation.id, state: 'CONNECTED', error: null });
  expect(JSON.stringify(data)).not.toContain(secret);
});

test('an unknown connector or a missing credential is rejected with the field', async () => {
  const { api } = await openWorkspace();
  expect(await api.post('/api/integrations', { connector: 'fax' })).toMatchObject({ status: 400 });
  const refused = await api.post('/api/integrations', {
    connector: 'http',
    credentials: { baseUrl: 'ftp://x', extra: 1 },
  });
  expect(refused.status).toBe(400);
  expect(faultsOf(refused).sort()).toEqual([
    'body.credentials.baseUrl',
    'body.credentials.extra',
    'body.credentials.signingSecret',
  ]);
});

test('credentials are sealed in the database and never in a response', async () => {
  const { api, app, installation } = await start();
  const rows = await app.platform.database.read.selectFrom('integration_installations').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
  expect(rows[0]?.credentials).toMatch(/^[\w-]+$/);
  const answers = [await api.get('/api/integrations'), await api.get(`/api/integrations/${installation.id}`)];
  expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(secret.slice(6));
});

test('an invalid binding is rejected with 404, 422 or 409', async () => {
  const { api, installation, otherWorkspace } = await start();
  const path = '/api/integrations/bindings';
  const good = { installationId: installation.id, eventName: 'lead.captured', action: 'send_event' };
  expect(await api.post(path, { ...good, installationId: 'inst_x' })).toMatchObject({ status: 404 });
  expect(await (await otherWorkspace()).post(path, good)).toMatchObject({ status: 404 });
  const cases = [
    [{ eventName: 'lead.lost' }, 'unknown_event', 'body.eventName'],
    [{ action: 'fax' }, 'unknown_action', 'body.action'],
    [{ config: { path: '{{#open}}' } }, 'config_invalid', 'body.config.path'],
    [{ config: { fields: { a: '{{> partial}}' } } }, 'config_invalid', 'body.config.fields.a'],
    [{ config: { surprise: 1 } }, 'config_invalid', 'body.config.surprise'],
  ] as const;
  for (const [change, code, field] of cases) {
    const answer = await api.post(path, { ...good, ...change });
    expect(answer).toMatchObject({ status: 422, body: { code } });
    expect(faultsOf(answer)).toContain(field);
  }
  expect((await api.post(path, good)).status).toBe(201);
  expect(await api.post(path, good)).toMatchObject({ status: 409, body: { code: 'binding_exists' } });
  expect((await api.post(path, { ...good, config: { path: '/other' } })).status).toBe(201);
  expect((await api.post(path, { ...good, eventName: 'order.created' })).status).toBe(201);
  expect((await api.get(path)).body.data).toHaveLength(3);
});

test('a binding is changed, deactivated, activated and deleted', async () => {
  const app = await start();
  const { api, installation, endpoint } = app;
  const binding = await bind(api, installation.id, 'lead.captured', 'send_event');
  const other = await bind(api, installation.id, 'order.created', 'send_event');
  const path = `/api/integrations/bindings/${binding.id}`;
  const changed = await api.patch(path, { eventName: 'order.deleted', config: { method: 'PUT' } });
  expect(changed).toMatchObject({
    status: 200,
    body: { eventName: 'order.deleted', config: { method: 'PUT', path: '' } },
  });
  expect((await api.patch(path, { eventName: 'nothing' })).status).toBe(422);
  expect((await api.patch(path, { action: 'nothing' })).status).toBe(422);
  expect((await api.patch(path, { config: { method: 'GET' } })).status).toBe(422);
  expect((await api.patch(path, { eventName: 'order.created', config: {} })).status).toBe(409);

  expect((await api.patch(path, { active: false })).body).toMatchObject({
    active: false,
    disabledReason: 'binding_disabled',
  });
  await emit(app, 'order.deleted', { id: 'ord_1' });
  await emit(app, 'order.created', { id: 'ord_2' });
  await newestJob(app, other.id, 'SUCCEEDED');
  expect(await jobsOf(api, binding.id).catch(() => [])).toEqual([]);
  expect((await api.patch(path, { active: true })).body).toMatchObject({ active: true, disabledReason: null });
  await emit(app, 'order.deleted', { id: 'ord_1' });
  await newestJob(app, binding.id, 'SUCCEEDED');
  expect(endpoint.calls.map(({ method }) => method)).toEqual(['POST', 'PUT']);

  const stale = await api.patch(path, { active: false }, { headers: { 'if-match': '"stale"' } });
  expect(stale.status).toBe(412);
  expect((await api.delete(path)).status).toBe(204);
  expect((await api.delete(path)).status).toBe(404);
  expect((await api.get(path)).status).toBe(404);
  // The history stays.
  expect(await jobsOf(api, binding.id)).toHaveLength(1);
});

test('waiting jobs fail when their binding is deactivated, and cannot be retried before it is active', async () => {
  const app = await start();
  const { api, installation, endpoint } = app;
  const binding = await bind(api, installation.id, 'lead.captured', 'send_event');
  endpoint.answers = [{ status: 500 }];
  await emit(app);
  const waiting = await newestJob(app, binding.id, 'RETRYING');
  await api.patch(`/api/integrations/bindings/${binding.id}`, { active: false });
  expect(await newestJob(app, binding.id, 'FAILED')).toMatchObject({ error: { code: 'binding_disabled' } });
  const retry = () => api.post(`/api/integrations/sync-jobs/${waiting.id}/retry`);
  expect(await retry()).toMatchObject({ status: 409, body: { code: 'binding_disabled' } });
  await api.patch(`/api/integrations/bindings/${binding.id}`, { active: true });
  expect((await retry()).status).toBe(202);
  await newestJob(app, binding.id, 'SUCCEEDED');
});

test('a preview fills the templates from the newest event or an example, and sends nothing', async () => {
  const app = await start();
  const { api, installation, endpoint } = app;
  const body = {
    installationId: installation.id,
    eventName: 'lead.captured',
    action: 'send_event',
    config: { fields: { who: '{{data.name}} {{data.email}}' } },
  };
  const path = '/api/integrations/bindings/preview';
  const example = await api.post(path, body);
  expect(example).toMatchObject({ status: 200, body: { isExample: true, event: { type: 'lead.captured' } } });
  expect(example.body.filled.body).toEqual({ who: 'Ana Souza ana.souza@example.com' });
  await emit(app, 'lead.captured', { name: 'Rui', email: null });
  expect((await api.post(path, body)).body).toMatchObject({ isExample: false, filled: { body: { who: 'Rui ' } } });
  expect((await api.post(path, { ...body, action: 'fax' })).status).toBe(422);
  expect((await api.post(path, { ...body, installationId: 'inst_x' })).status).toBe(404);
  await app.settle();
  expect(endpoint.calls).toEqual([]);
  expect((await api.get('/api/integrations/sync-jobs')).body).toEqual({ jobs: [], nextCursor: null });
});

test('a binding is disabled with a reason after 50 failures in a row', async () => {
  const app = await start();
  const { api, installation, endpoint } = app;
  const binding = await bind(api, installation.id, 'lead.captured', 'send_event');
  endpoint.answers = Array.from({ length: 60 }, () => ({ status: 400 }));
  for (let index = 0; index < 51; index++) await emit(app, 'lead.captured', { id: `lead_${index % 3}` });
  const off = await eventually(async () => {
    const { body } = await api.get(`/api/integrations/bindings/${binding.id}`);
    return !body.active && body;
  });
  expect(off).toMatchObject({ disabledReason: 'binding_failing', failureCount: 50 });
  expect(off.disabledAt).not.toBeNull();
  await eventually(async () =>
    (await jobsOf(api, binding.id)).every(({ status }: { status: string }) => status === 'FAILED'),
  );
  expect(endpoint.effects.size).toBe(0);
});

test('sync jobs are listed by status and binding, newest first, paginated', async () => {
  const app = await start();
  const { api, installation, endpoint } = app;
  const binding = await bind(api, installation.id, 'lead.captured', 'send_event');
  endpoint.answers = [{ status: 400 }];
  for (let index = 0; index < 5; index++) {
    await emit(app, 'lead.captured', { id: `lead_${index}` });
    await eventually(async () => (await jobsOf(api, binding.id))[0]?.resourceId === `lead_${index}`);
    await newestJob(app, binding.id, index === 0 ? 'FAILED' : 'SUCCEEDED');
  }
  const list = (query: string) => api.get(`/api/integrations/sync-jobs?${query}`);
  const first = (await list('limit=2')).body;
  expect(Object.keys(first)).toEqual(['jobs', 'nextCursor']);
  expect(first.jobs.map((job: { resourceId: string }) => job.resourceId)).toEqual(['lead_4', 'lead_3']);
  const second = (await list(`limit=2&cursor=${first.nextCursor}`)).body;
  const last = (await list(`limit=2&cursor=${second.nextCursor}`)).body;
  expect(last).toMatchObject({ jobs: [{ resourceId: 'lead_0' }], nextCursor: null });
  expect((await list('status=FAILED')).body.jobs).toHaveLength(1);
  expect((await list('status=DONE')).status).toBe(400);
  expect((await list('bindingId=bind_x')).status).toBe(400);
  expect((await list(`cursor=${first.nextCursor}x`)).status).toBe(400);
  const stranger = await app.otherWorkspace();
  expect((await stranger.get('/api/integrations/sync-jobs')).body.jobs).toEqual([]);
  expect((await stranger.get(`/api/integrations/sync-jobs/${first.jobs[0].id}`)).status).toBe(404);
  expect((await stranger.post(`/api/integrations/sync-jobs/${first.jobs[0].id}/retry`)).status).toBe(404);
});

test('nothing is sent while the owner has paused sending', async () => {
  const app = await start();
  const { api, installation, endpoint } = app;
  const binding = await bind(api, installation.id, 'lead.captured', 'send_event');
  await app.app.platform.write(({ db }) => setSendingPaused(db, true));
  await emit(app);
  await newestJob(app, binding.id, 'PENDING');
  await app.settle();
  expect(endpoint.calls).toEqual([]);
  await app.app.platform.write(({ db }) => setSendingPaused(db, false));
  await newestJob(app, binding.id, 'SUCCEEDED');
});

test('new credentials replace the old ones and reconnect a disconnected installation', async () => {
  const app = await start();
  const { api, installation, endpoint } = app;
  const path = `/api/integrations/${installation.id}`;
  const bad = await api.put(`${path}/credentials`, { credentials: { baseUrl: endpoint.url } });
  expect(faultsOf(bad)).toEqual(['body.credentials.signingSecret']);
  const binding = await bind(api, installation.id, 'lead.captured', 'send_event');
  await api.delete(path);
  const disconnected = { installationId: installation.id, eventName: 'order.created', action: 'send_event' };
  expect(await api.post('/api/integrations/bindings', disconnected)).toMatchObject({
    status: 422,
    body: { code: 'installation_disconnected' },
  });
  expect((await api.get(`${path}/targets?action=send_event`)).status).toBe(422);
  expect((await api.patch(`/api/integrations/bindings/${binding.id}`, { active: true })).status).toBe(422);
  const credentials = { baseUrl: endpoint.url, signingSecret: secret };
  expect((await api.put(`${path}/credentials`, { credentials })).body).toMatchObject({
    state: 'CONNECTED',
    disconnectedAt: null,
  });
  expect((await api.patch(`/api/integrations/bindings/${binding.id}`, { active: true })).status).toBe(200);
  await emit(app);
  await newestJob(app, binding.id, 'SUCCEEDED');
  expect((await api.get(`${path}/targets?action=fax`)).status).toBe(422);
  expect((await api.get(`${path}/targets`)).status).toBe(400);
  expect((await api.get('/api/integrations/inst_x/targets?action=send_event')).status).toBe(404);
  expect((await api.delete('/api/integrations/inst_x')).status).toBe(404);
});
