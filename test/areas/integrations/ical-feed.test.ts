import { expect, test } from 'vitest';
import { hostAndPort, listLanAddresses } from '../../../server/platform/net/network-addresses.ts';
import { readCertificate } from '../../../server/platform/net/tls.ts';
import { openWorkspace, startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { signIn } from '../../support/server/console.ts';
import { callTls, sendRaw } from '../../support/server/raw-request.ts';
import { expectDisconnects, install } from '../../support/shop/integrations.ts';
import { haircut, makeAgent } from '../../support/shop/sales.ts';

test('a private address shows the present appointments of one agent until it is disconnected', async () => {
  const app = await startApp({ clock: new ManualClock() });
  const { api } = app;
  const agent = await makeAgent(api);
  const other = await makeAgent(api, { name: 'Outra' });
  const made = await api.post('/api/appointments', haircut(agent, { notes: 'curto; com "tesoura"' }));
  await api.post('/api/appointments', haircut(other, { title: 'Segredo' }));
  const installation = await install(api, 'ical_feed', { aiAgentId: agent });
  expect(installation).toMatchObject({ state: 'CONNECTED', account: 'Bia' });
  expect(installation.feedUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/integrations\/calendar\/[\w-]{43}\.ics$/);

  const read = async () => {
    const response = await fetch(installation.feedUrl);
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };
  const feed = await read();
  expect(feed).toMatchObject({ status: 200, type: 'text/calendar; charset=utf-8' });
  const lines = feed.text.replaceAll('\r\n ', '').split('\r\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'BEGIN:VCALENDAR',
      `UID:${made.body.id}`,
      'SUMMARY:Corte: Maria José',
      'DTSTART:20261123T130000Z',
      'DTEND:20261123T140000Z',
      'STATUS:TENTATIVE',
    ]),
  );
  expect(feed.text).not.toContain('Segredo');

  await api.patch(`/api/appointments/${made.body.id}`, { status: 'CANCELLED' });
  expect((await read()).text).toContain('STATUS:CANCELLED');
  expect((await fetch(`${installation.feedUrl.slice(0, -5)}x.ics`)).status).toBe(404);
  expect((await api.get(`/api/integrations/${installation.id}`)).body.feedUrl).toBeUndefined();
  expect((await api.get(`/api/integrations/${installation.id}/targets?action=show`)).status).toBe(422);
  await expectDisconnects(app, installation.id);
  expect((await read()).status).toBe(404);
});

test('coming appointments take precedence over past ones, and only a change renders the feed again', async () => {
  const clock = new ManualClock();
  const app = await startApp({ clock });
  const agent = await makeAgent(app.api);
  const { feedUrl } = await install(app.api, 'ical_feed', { aiAgentId: agent });
  const { body: next } = await app.api.post('/api/appointments', haircut(agent));
  const now = clock.now().getTime();
  const rows = Array.from({ length: 2_100 }, (_, index) => {
    const start = new Date(now - 86_400_000 - index * 1_800_000);
    return {
      ...{
        id: `apt_${index}`,
        workspace_id: app.workspace.id,
        ai_agent_id: agent,
        title: 'Corte',
        source: 'BOT' as const,
      },
      ...{ status: 'COMPLETED' as const, notes: null, lead_id: null, client_name: null, contact_id: null },
      ...{ client_email: null, outside_business_hours: 0 as const, notification: null },
      ...{ start_time: start.toISOString(), end_time: new Date(start.getTime() + 900_000).toISOString() },
      ...{ created_at: start.toISOString(), updated_at: start.toISOString() },
    };
  });
  await app.app.platform.write(async ({ db }) => {
    for (let at = 0; at < rows.length; at += 100) {
      await db
        .insertInto('appointments')
        .values(rows.slice(at, at + 100))
        .execute();
    }
  });

  const read = async (headers: Record<string, string> = {}) => {
    const response = await fetch(feedUrl, { headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const first = await read();
  expect(first.text.match(/BEGIN:VEVENT/g)).toHaveLength(2_000);
  expect(first.text).toContain(`UID:${next.id}`);
  expect(first.text).toContain('UID:apt_0\r\n');
  expect(first.text).toContain('UID:apt_1998\r\n');
  expect(first.text).not.toContain('UID:apt_1999\r\n');
  expect(first.headers.get('last-modified')).toBe(new Date(next.updatedAt).toUTCString());
  expect(first.headers.get('cache-control')).toBe('private, no-cache');

  const etag = first.headers.get('etag') as string;
  const again = await read({ 'if-none-match': etag });
  expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
  // The latest change time does not reveal a deletion.
  const later = new Date(now + 86_400_000).toUTCString();
  expect((await read({ 'if-modified-since': later })).status).toBe(200);
  await app.api.delete(`/api/appointments/${next.id}`);
  const changed = await read({ 'if-none-match': etag });
  expect(changed.status).toBe(200);
  expect(changed.text).not.toContain(`UID:${next.id}`);
});

test('an unknown agent has no feed', async () => {
  const { api } = await openWorkspace();
  const answer = await api.post('/api/integrations', { connector: 'ical_feed', credentials: { aiAgentId: 'agent_x' } });
  expect(answer).toMatchObject({ status: 422, body: { code: 'credentials_refused' } });
});

test('new credentials give the feed a new address and invalidate the old one', async () => {
  const { api } = await openWorkspace();
  const credentials = { aiAgentId: await makeAgent(api) };
  const { id, feedUrl } = await install(api, 'ical_feed', credentials);
  const renewed = (await api.put(`/api/integrations/${id}/credentials`, { credentials })).body;
  expect((await fetch(feedUrl)).status).toBe(404);
  expect((await fetch(renewed.feedUrl)).status).toBe(200);
});

const [address] = listLanAddresses();

test.skipIf(address === undefined)(
  'while the local network is open the returned address, http or https, works from a phone',
  async () => {
    const shop = await openWorkspace();
    const { api, home } = shop;
    const owner = await signIn(shop);
    const port = Number(new URL(api.url).port);
    const credentials = { aiAgentId: await makeAgent(api) };
    const { id, feedUrl: before } = await install(api, 'ical_feed', credentials);
    expect(new URL(before).hostname).toBe('127.0.0.1');
    const renew = async () => (await api.put(`/api/integrations/${id}/credentials`, { credentials })).body.feedUrl;

    await owner.patch('/owner/lan', { enabled: true });
    const overHttp = await renew();
    expect(new URL(overHttp).origin).toBe(`http://${hostAndPort(address as string, port)}`);
    expect((await sendRaw(overHttp, {})).status).toBe(200);

    await owner.patch('/owner/lan', { tls: true });
    const overHttps = await renew();
    expect(new URL(overHttps).origin).toBe(`https://${hostAndPort(address as string, port + 1)}`);
    expect((await callTls(overHttps, (await readCertificate(home))?.cert ?? '')).status).toBe(200);

    await owner.patch('/owner/lan', { enabled: false });
    expect(new URL(await renew()).origin).toBe(api.url);
  },
);

test('a public address is returned even while the local network is open', async () => {
  const { api } = await startApp({
    env: { FRONTDESK_PUBLIC_URL: 'https://loja.example/', FRONTDESK_HOST: '0.0.0.0' },
  });
  const { feedUrl } = await install(api, 'ical_feed', { aiAgentId: await makeAgent(api) });
  expect(feedUrl).toMatch(/^https:\/\/loja\.example\/integrations\/calendar\//);
});
