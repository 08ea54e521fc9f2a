import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from '../../support/app.ts';
import { bind, expectDisconnects, install, newestJob, retryJob } from '../../support/integrations.ts';
import { haircut, makeAgent } from '../../support/sales.ts';
import { startRadicale, withoutRadicale } from '../../support/services.ts';

if (withoutRadicale) console.warn(`Skipped: ${withoutRadicale}`);

const login = { user: 'loja', password: 'a secret for the test' };
const authorization = `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`;

let server: Awaited<ReturnType<typeof startRadicale>>;
beforeAll(async () => {
  if (!withoutRadicale) server = await startRadicale(login.user, login.password);
}, 30_000);
afterAll(() => server?.remove());

const dav = (method: string, path: string, body?: string) =>
  fetch(server.url + path, { method, headers: { authorization }, ...(body ? { body } : {}) });

const makeCalendar = (name: string) =>
  dav(
    'MKCALENDAR',
    `/${login.user}/${name}/`,
    `<C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop>
      <D:displayname>${name}</D:displayname>
      <C:supported-calendar-component-set><C:comp name="VEVENT"/></C:supported-calendar-component-set>
    </D:prop></D:set></C:mkcalendar>`,
  );

async function start(calendars: string[]) {
  for (const name of calendars) expect((await makeCalendar(name)).status).toBe(201);
  const app = await startApp({ env: { FRONTDESK_OUTBOUND_ALLOW: new URL(server.url).host } });
  const agent = await makeAgent(app.api);
  const credentials = { serverUrl: server.url, ...login };
  const installation = await install(app.api, 'caldav', credentials);
  const targets = async (query = '') =>
    app.api.get(`/api/integrations/${installation.id}/targets?action=sync_appointment${query}`);
  return { ...app, agent, installation, credentials, targets };
}

test.skipIf(withoutRadicale)(
  'an appointment appears in the calendar, changes there, and goes when it is cancelled or deleted',
  async () => {
    const app = await start(['agenda', 'ferias']);
    const { api, agent, installation } = app;
    expect(installation.account).toBe(`loja on ${new URL(server.url).host}`);
    const first = (await app.targets('&limit=1')).body;
    const second = (await app.targets(`&limit=1&cursor=${first.nextCursor}`)).body;
    expect([first.data[0].name, second.data[0].name]).toEqual(['agenda', 'ferias']);
    expect(second.nextCursor).toBeNull();
    expect((await app.targets('&targetId=nothing')).status).toBe(404);

    const config = { calendar: first.data[0].id };
    const draft = { installationId: installation.id, eventName: 'order.created', action: 'sync_appointment', config };
    expect(await api.post('/api/integrations/bindings', draft)).toMatchObject({
      status: 422,
      body: { code: 'unknown_event' },
    });
    const created = await bind(api, installation.id, 'appointment.created', 'sync_appointment', config);
    const updated = await bind(api, installation.id, 'appointment.updated', 'sync_appointment', config);
    const deleted = await bind(api, installation.id, 'appointment.deleted', 'sync_appointment', config);

    const { body: made } = await api.post('/api/appointments', haircut(agent));
    const job = await newestJob(app, created.id, 'SUCCEEDED');
    const path = `/${login.user}/agenda/${made.id}.ics`;
    expect(job.reference).toBe(server.url + path);
    const shown = await (await dav('GET', path)).text();
    expect(shown).toContain(`UID:${made.id}`);
    expect(shown).toContain('SUMMARY:Corte: Maria José');
    expect(shown).toContain('DTSTART:20261123T130000Z');
    expect(JSON.stringify([job, installation])).not.toContain(login.password);

    await api.patch(`/api/appointments/${made.id}`, { startTime: '2026-11-23T15:00', endTime: '2026-11-23T16:00' });
    await newestJob(app, updated.id, 'SUCCEEDED');
    expect(await (await dav('GET', path)).text()).toContain('DTSTART:20261123T180000Z');
    await api.patch(`/api/appointments/${made.id}`, { status: 'CANCELLED' });
    await app.settle();
    await newestJob(app, updated.id, 'SUCCEEDED');
    expect((await dav('GET', path)).status).toBe(404);
    await api.delete(`/api/appointments/${made.id}`);
    // It was gone already: that is what was wanted.
    await newestJob(app, deleted.id, 'SUCCEEDED');
    await expectDisconnects(app, installation.id);
  },
);

test.skipIf(withoutRadicale)(
  'a calendar that is gone fails at once, and is written to by a retry when it is back',
  async () => {
    const app = await start(['some']);
    const { api, agent, installation } = app;
    const calendar = `${server.url}/${login.user}/missing/`;
    const binding = await bind(api, installation.id, 'appointment.created', 'sync_appointment', { calendar });
    const { body: made } = await api.post('/api/appointments', haircut(agent));
    const failed = await newestJob(app, binding.id, 'FAILED', 1);
    expect(failed.error.code).toBe('refused');
    expect((await makeCalendar('missing')).status).toBe(201);
    await retryJob(app, failed);
    expect((await dav('GET', `/${login.user}/missing/${made.id}.ics`)).status).toBe(200);
  },
);

test.skipIf(withoutRadicale)('the password goes to no server but the account’s own', async () => {
  const app = await start(['own']);
  const calendar = 'https://calendar.example.com/loja/agenda/';
  const binding = await bind(app.api, app.installation.id, 'appointment.created', 'sync_appointment', { calendar });
  await app.api.post('/api/appointments', haircut(app.agent));
  const failed = await newestJob(app, binding.id, 'FAILED', 1);
  expect(failed.error.message).toContain('is no calendar of this account');
});

test.skipIf(withoutRadicale)(
  'a wrong password and what is no such server are told; one that is away is 502',
  async () => {
    const app = await start(['wrong']);
    const connect = (change: object) =>
      app.api.post('/api/integrations', { connector: 'caldav', credentials: { ...app.credentials, ...change } });
    expect(await connect({ password: 'wrong' })).toMatchObject({ status: 422, body: { code: 'credentials_refused' } });
    expect(await connect({ serverUrl: 'http://127.0.0.1:1/' })).toMatchObject({ status: 403 });
    await server.stop();
    expect(await app.targets()).toMatchObject({ status: 502, body: { code: 'connector_failed' } });
    const check = await app.api.post(`/api/integrations/${app.installation.id}/check`);
    expect(check.body).toMatchObject({ ok: false, state: 'ERROR', error: { code: 'unreachable' } });
  },
);
