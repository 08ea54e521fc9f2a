import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startRadicale, withoutRadicale } from '../../support/environment/services.ts';
import { startApp } from '../../support/server/app.ts';
import { bind, expectDisconnects, install, newestJob, retryJob } from '../../support/shop/integrations.ts';
import { haircut, makeAgent } from '../../support/shop/sales.ts';

if (withoutRadicale) console.warn(`Skipped: ${withoutRadicale}`);

const login = { user: 'loja', password: 'a secret for the test' };
const authorization = `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`;

let server: Awaited<ReturnType<typeof startRadicale>>;
beforeAll(async () => {
  if (!withoutRadicale) server = await startRadicale(login.user, login.password);
});
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

async function start(calendars: string[], allow: string[] = []) {
  for (const name of calendars) expect((await makeCalendar(name)).status).toBe(201);
  const app = await startApp({ env: { FRONTDESK_OUTBOUND_ALLOW: [new URL(server.url).host, ...allow].join(',') } });
  const agent = await makeAgent(app.api);
  const credentials = { serverUrl: server.url, ...login };
  const installation = await install(app.api, 'caldav', credentials);
  const targets = async (query = '') =>
    app.api.get(`/api/integrations/${installation.id}/targets?action=sync_appointment${query}`);
  return { ...app, agent, installation, credentials, targets };
}

test.skipIf(withoutRadicale)(
  'an appointment is added to the calendar, changed there, and removed when cancelled or deleted',
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
    // It was gone already, as wanted.
    await newestJob(app, deleted.id, 'SUCCEEDED');
    await expectDisconnects(app, installation.id);
  },
);

/** Lines that a person's calendar program adds to an event. */
const added = [
  'LOCATION;LANGUAGE=pt:Rua das Flores\\, 12',
  `X-NOTE-OF-MINE;X-P="a:b":${'á'.repeat(60)}`,
  'ATTENDEE;CN="Silva, Ana":mailto:ana@example.com',
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  'DESCRIPTION:Daqui a pouco',
  'TRIGGER:-PT15M',
  'END:VALARM',
];

const unfold = (text: string) => text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/);

/** An event of the past that a person deleted stays deleted. */
const far = { startTime: '2035-11-26T10:00', endTime: '2035-11-26T11:00' };

async function bookInto(name: string, allow: string[] = []) {
  const app = await start([name], allow);
  const { id } = app.installation;
  const config = { calendar: `${server.url}/${login.user}/${name}/` };
  const created = await bind(app.api, id, 'appointment.created', 'sync_appointment', config);
  const updated = await bind(app.api, id, 'appointment.updated', 'sync_appointment', config);
  const { body: made } = await app.api.post('/api/appointments', haircut(app.agent, far));
  await newestJob(app, created.id, 'SUCCEEDED');
  const path = `/${login.user}/${name}/${made.id}.ics`;
  const read = async () => (await dav('GET', path)).text();
  const edit = async (change: (text: string) => string) =>
    expect((await dav('PUT', path, change(await read()))).ok).toBe(true);
  const change = async (fields: object) => {
    expect((await app.api.patch(`/api/appointments/${made.id}`, fields)).status).toBe(200);
    await app.settle();
    return newestJob(app, updated.id, 'SUCCEEDED');
  };
  return { ...app, updated, made, path, read, edit, change };
}

const later = { startTime: '2035-11-26T15:00', endTime: '2035-11-26T16:00' };

test.skipIf(withoutRadicale)('additions of a person to a calendar event survive a move', async () => {
  const { read, edit, change } = await bookInto('pessoas');
  await edit((text) => text.replace('END:VEVENT', `${added.join('\r\n')}\r\nEND:VEVENT`));
  const before = unfold(await read());
  await change(later);
  const after = unfold(await read());
  expect(after).toContain('DTSTART:20351126T180000Z');
  expect(after).toContain('DTEND:20351126T190000Z');
  expect(after).toContain('SEQUENCE:1');
  expect(after.filter((line) => line.startsWith('DTSTART'))).toHaveLength(1);
  const ours = /^(DTSTART|DTEND|DTSTAMP|SEQUENCE|LAST-MODIFIED)/;
  const others = (lines: string[]) => lines.filter((line) => line !== '' && !ours.test(line)).sort();
  expect(others(after)).toEqual(others(before));
  expect(others(after)).toEqual(
    expect.arrayContaining(['LOCATION;LANGUAGE=pt:Rua das Flores\\, 12', 'TRIGGER:-PT15M']),
  );

  // A title that a person changed stays; ours is updated.
  await edit((text) => text.replace(/SUMMARY:.*/, 'SUMMARY:Maria (cliente nova)'));
  await change({ title: 'Barba', notes: 'com toalha; quente' });
  const named = unfold(await read());
  expect(named).toContain('SUMMARY:Maria (cliente nova)');
  expect(named.find((line) => line.startsWith('DESCRIPTION:') && line.includes('toalha\\; quente'))).toBeDefined();
  expect(named).toContain('SEQUENCE:2');
});

test.skipIf(withoutRadicale)('a concurrent change of the event is not lost', async () => {
  const { hostname, port } = new URL(server.url);
  const races: (() => Promise<void>)[] = [];
  const proxy = createServer(async (incoming, outgoing) => {
    if (incoming.method === 'PUT') await races.shift()?.();
    const { method, url: path, headers } = incoming;
    const onward = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  const { port: between } = proxy.address() as AddressInfo;
  const shop = await bookInto('corrida', [`127.0.0.1:${between}`]);
  const { read, edit, change, api, installation, credentials } = shop;
  races.push(() => edit((text) => text.replace('END:VEVENT', 'LOCATION:Sala 3\r\nEND:VEVENT')));
  const moved = { ...credentials, serverUrl: `http://127.0.0.1:${between}` };
  expect((await api.put(`/api/integrations/${installation.id}/credentials`, { credentials: moved })).status).toBe(200);
  const { data } = (await api.get('/api/integrations/bindings')).body;
  for (const { id, config } of data) {
    const calendar = config.calendar.replace(`:${port}`, `:${between}`);
    await api.patch(`/api/integrations/bindings/${id}`, { config: { ...config, calendar } });
  }
  await change(later);
  expect(races).toEqual([]);
  const after = unfold(await read());
  expect(after).toEqual(expect.arrayContaining(['LOCATION:Sala 3', 'DTSTART:20351126T180000Z']));
});

test.skipIf(withoutRadicale)(
  'an event that a person deleted returns with the next change of its appointment',
  async () => {
    const { path, read, change } = await bookInto('apagado');
    expect((await dav('DELETE', path)).ok).toBe(true);
    await change(later);
    expect(await read()).toContain('DTSTART:20351126T180000Z');
  },
);

test.skipIf(withoutRadicale)(
  'a job for a missing calendar fails at once, and succeeds by a retry once it is back',
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

test.skipIf(withoutRadicale)('the password is sent only to the account’s own server', async () => {
  const app = await start(['own']);
  const calendar = 'https://calendar.example.com/loja/agenda/';
  const binding = await bind(app.api, app.installation.id, 'appointment.created', 'sync_appointment', { calendar });
  await app.api.post('/api/appointments', haircut(app.agent, far));
  const failed = await newestJob(app, binding.id, 'FAILED', 1);
  expect(failed.error.message).toContain('is not a calendar of this account');
});

test.skipIf(withoutRadicale)(
  'a wrong password and a server without CalDAV are reported; an unreachable one is 502',
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
