import { afterAll, beforeEach, expect, test } from 'vitest';
import { client, startGoogle } from '../../doubles/google-server.ts';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import {
  bind,
  expectDisconnects,
  install,
  newestJob,
  replaceEndpoints,
  retryJob,
} from '../../support/shop/integrations.ts';
import { haircut, makeAgent } from '../../support/shop/sales.ts';
import { emit } from '../../support/shop/webhooks.ts';

const google = await startGoogle();
replaceEndpoints(google.endpoints);

afterAll(() => google.close());
beforeEach(() => {
  google.sheet.length = 0;
  google.events.clear();
  google.calls.length = 0;
  google.refreshFails = false;
});

async function start() {
  const clock = new ManualClock();
  const app = await startApp({ clock, env: { FRONTDESK_OUTBOUND_ALLOW: new URL(google.url).host } });
  return { ...app, clock };
}

/** Follows the redirect as a browser that returns from Google. */
const visit = (url: string) =>
  fetch(url, { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' } });

async function connect({ api }: Pick<TestApp, 'api'>, connector: string) {
  const made = await install(api, connector, client);
  expect(made).toMatchObject({ state: 'EXPIRED', error: { code: 'authorization_pending' } });
  const landed = await visit(google.consent(made.authorizationUrl));
  expect([landed.status, await landed.text()]).toEqual([200, expect.stringContaining('Conectado')]);
  const connected = (await api.get(`/api/integrations/${made.id}`)).body;
  expect(connected).toMatchObject({ state: 'CONNECTED', account: 'loja@example.com', error: null });
  expect(google.faults).toEqual([]);
  return connected;
}

test('consent is accepted once, only from its requester, and a denial is reported', async () => {
  const { api, clock } = await start();
  const made = await install(api, 'google_sheets', client);
  expect(JSON.stringify(made)).not.toContain(client.clientSecret);
  const refused = await visit(google.consent(made.authorizationUrl, false));
  expect(refused.status).toBe(400);
  const back = google.consent(made.authorizationUrl);
  const forged = new URL(back);
  forged.searchParams.set('state', `${made.id}.forged`);
  expect((await visit(forged.href)).status).toBe(400);
  expect((await visit(`${new URL(back).origin}/integrations/oauth/callback`)).status).toBe(400);
  expect((await api.get(`/api/integrations/${made.id}`)).body.state).toBe('EXPIRED');
  expect((await visit(back)).status).toBe(200);
  expect((await visit(back)).status).toBe(400);
  expect((await api.get(`/api/integrations/${made.id}`)).body.state).toBe('CONNECTED');

  const late = (await api.put(`/api/integrations/${made.id}/credentials`, { credentials: client })).body;
  clock.advance(10 * 60_000);
  expect((await visit(google.consent(late.authorizationUrl))).status).toBe(400);
});

test('google_sheets appends one row under the right columns, even if a response is lost', async () => {
  const app = await start();
  const { id } = await connect(app, 'google_sheets');
  const targets = async (query = '') =>
    app.api.get(`/api/integrations/${id}/targets?action=append_row&limit=1${query}`);
  const first = (await targets()).body;
  const second = (await targets(`&cursor=${first.nextCursor}`)).body;
  expect([first.data[0].name, second.data[0].name, second.nextCursor]).toEqual(['Leads', 'Pedidos', null]);
  expect((await targets('&targetId=sheet_1')).body.data[0].name).toBe("Ana's");
  expect((await targets('&targetId=sheet_9')).status).toBe(404);

  google.sheet.push(['Fone', 'Nota']);
  const config = {
    spreadsheet: 'sheet_1',
    sheet: "Ana's",
    fields: { Nome: '{{data.name}}', Fone: '{{data.phone}}', Nota: '{{data.score}}' },
  };
  const binding = await bind(app.api, id, 'lead.captured', 'append_row', config);
  google.losesAnswer = true;
  await emit(app, 'lead.captured', { id: 'lead_1', name: '=Ana', phone: '+55', score: 7.5 });
  const waiting = await newestJob(app, binding.id, 'RETRYING', 1);
  app.clock.advance(10_000);
  const job = await newestJob(app, binding.id, 'SUCCEEDED', 2);
  expect(google.sheet).toEqual([
    ['Fone', 'Nota', 'Nome', 'Frontdesk event'],
    ['+55', 7.5, '=Ana', waiting.eventId],
  ]);
  expect(job.reference).toBe("Ana's!2");
  expect(JSON.stringify(job)).not.toContain('ya29.');
  expect(google.faults).toEqual([]);
  await expectDisconnects(app, id);
  expect(google.revoked.at(-1)).toMatch(/^1\/\//);
});

test('an expired token is refreshed once for all jobs; if that is rejected the installation is EXPIRED until new consent', async () => {
  const app = await start();
  const { id } = await connect(app, 'google_sheets');
  const config = { spreadsheet: 'sheet_1', sheet: "Ana's", fields: { Nome: '{{data.name}}' } };
  const binding = await bind(app.api, id, 'lead.captured', 'append_row', config);
  const made = google.tokensMade;
  app.clock.advance(3_600_000);
  await Promise.all([1, 2, 3].map(() => app.api.post(`/api/integrations/${id}/check`)));
  expect(google.tokensMade).toBe(made + 1);

  google.refreshFails = true;
  app.clock.advance(3_600_000);
  await emit(app, 'lead.captured', { id: 'lead_1', name: 'Ana' });
  const failed = await newestJob(app, binding.id, 'FAILED', 1);
  expect(failed.error.code).toBe('unauthorized');
  const expired = (await app.api.get(`/api/integrations/${id}`)).body;
  expect(expired).toMatchObject({ state: 'EXPIRED', error: { code: 'unauthorized' } });
  expect((await app.api.post(`/api/integrations/${id}/check`)).body).toMatchObject({ ok: false, state: 'EXPIRED' });

  const again = await app.api.put(`/api/integrations/${id}/credentials`, { credentials: client });
  google.refreshFails = false;
  expect((await visit(google.consent(again.body.authorizationUrl))).status).toBe(200);
  await retryJob(app, failed);
  expect(google.sheet).toHaveLength(2);
});

test('an unreachable sign-in service is retried, and the consent stays', async () => {
  const app = await start();
  const { id } = await connect(app, 'google_sheets');
  const config = { spreadsheet: 'sheet_1', sheet: "Ana's", fields: { Nome: '{{data.name}}' } };
  const binding = await bind(app.api, id, 'lead.captured', 'append_row', config);
  app.clock.advance(3_600_000);
  google.failures.push({ status: 503, body: {} });
  await emit(app, 'lead.captured', { id: 'lead_1', name: 'Ana' });
  expect((await newestJob(app, binding.id, 'RETRYING', 1)).error.code).toBe('failing');
  expect((await app.api.get(`/api/integrations/${id}`)).body.state).toBe('CONNECTED');
  google.failures.push({ status: 429, body: {} });
  app.clock.advance(10_000);
  expect((await newestJob(app, binding.id, 'RETRYING', 2)).error.code).toBe('failing');
  app.clock.advance(100_000);
  await newestJob(app, binding.id, 'SUCCEEDED', 3);
});

test('a rate limit is retried, a missing sheet fails at once, and an unreachable Google is 502', async () => {
  const app = await start();
  const { id } = await connect(app, 'google_sheets');
  const config = { spreadsheet: 'sheet_9', sheet: 'X', fields: { Nome: '{{data.name}}' } };
  const binding = await bind(app.api, id, 'lead.captured', 'append_row', config);
  google.failures.push({ status: 403, body: { error: { errors: [{ reason: 'rateLimitExceeded' }] } } });
  await emit(app, 'lead.captured', { id: 'lead_1', name: 'Ana' });
  expect((await newestJob(app, binding.id, 'RETRYING', 1)).error.code).toBe('busy');
  app.clock.advance(10_000);
  expect((await newestJob(app, binding.id, 'FAILED', 2)).error.code).toBe('refused');
  google.failures.push({ status: 500 });
  const targets = await app.api.get(`/api/integrations/${id}/targets?action=append_row`);
  expect(targets).toMatchObject({ status: 502, body: { code: 'connector_failed' } });
});

test('google_calendar follows an appointment: created, moved, cancelled, restored', async () => {
  const app = await start();
  const { api } = app;
  const agent = await makeAgent(api);
  const { id } = await connect(app, 'google_calendar');
  const targets = async (query = '') =>
    api.get(`/api/integrations/${id}/targets?action=sync_appointment&limit=1${query}`);
  const first = (await targets()).body;
  const second = (await targets(`&cursor=${first.nextCursor}`)).body;
  expect([first.data[0].name, second.data[0].name, second.nextCursor]).toEqual(['Agenda', 'Férias', null]);
  expect((await targets('&targetId=x')).status).toBe(404);
  const config = { calendar: first.data[0].id };
  const created = await bind(api, id, 'appointment.created', 'sync_appointment', config);
  const updated = await bind(api, id, 'appointment.updated', 'sync_appointment', config);
  const { body: made } = await api.post('/api/appointments', haircut(agent));
  const { reference } = await newestJob(app, created.id, 'SUCCEEDED');
  const change = async (fields: object) => {
    expect((await api.patch(`/api/appointments/${made.id}`, fields)).status).toBe(200);
    await app.settle();
    await newestJob(app, updated.id, 'SUCCEEDED');
    return google.events.get(reference);
  };
  expect(google.events.get(reference)).toMatchObject({
    summary: 'Corte: Maria José',
    start: { dateTime: '2026-11-23T13:00:00.000Z' },
    status: 'confirmed',
  });
  const moved = await change({ startTime: '2026-11-23T15:00', endTime: '2026-11-23T16:00' });
  expect(moved?.start.dateTime).toBe('2026-11-23T18:00:00.000Z');

  const people = { attendees: [{ email: 'ana@example.com' }], location: 'Sala 2', description: 'Trazer a foto' };
  google.events.set(reference, { ...moved, ...people });
  const again = await change({ startTime: '2026-11-23T16:00', endTime: '2026-11-23T17:00', title: 'Corte e barba' });
  expect(again).toMatchObject({ ...people, summary: 'Corte e barba: Maria José' });
  expect(again?.start.dateTime).toBe('2026-11-23T19:00:00.000Z');
  expect((await change({ status: 'CANCELLED' }))?.status).toBe('cancelled');
  expect(google.events.size).toBe(1);
  expect(google.faults).toEqual([]);

  google.failures.push({ status: 400, body: { error: 'no' } });
  const { body: next } = await api.post('/api/appointments', haircut(agent, { title: 'Barba' }));
  const failed = await newestJob(app, created.id, 'FAILED', 1);
  expect(failed.resourceId).toBe(next.id);
  await retryJob(app, failed);
  expect(google.events.size).toBe(2);
  await expectDisconnects(app, id);
});
