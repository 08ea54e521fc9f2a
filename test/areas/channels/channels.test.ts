import { describe, expect, test } from 'vitest';
import { openWorkspace } from '../../support/server/app.ts';
import { eventsOf, maria, openConversation } from '../../support/shop/conversation.ts';
import { pairChannel } from '../../support/shop/shop.ts';

const path = '/api/channels';

describe('a channel', () => {
  test('of the QR provider is created and waits to be paired', async () => {
    const { shop, api } = await openWorkspace().then((app) => ({ shop: app, api: app.api }));
    const told = await eventsOf(shop, async () => {
      const made = await api.post(path, { name: '  Loja Centro ', provider: '<QR_PROVIDER>' });
      expect(made.status).toBe(201);
      expect(made.body).toEqual({
        id: expect.stringMatching(/^ch_/),
        name: 'Loja Centro',
        provider: '<QR_PROVIDER>',
        driver: 'simulator',
        status: 'DISCONNECTED',
        statusReason: 'Not paired yet: read the QR code',
        phoneNumber: null,
        aiAgentId: null,
        connectedAt: null,
        lastInboundAt: null,
        deactivatedAt: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      });
      expect((await api.get(`${path}/${made.body.id}`)).body).toEqual(made.body);
    });
    expect(told).toEqual([]);
  });

  test('accepts QR_PROVIDER and returns it with its brackets', async () => {
    const { api } = await openWorkspace();
    const made = await api.post(path, { name: 'Loja', provider: 'QR_PROVIDER' });
    expect(made.body.provider).toBe('<QR_PROVIDER>');
  });

  test('of the cloud connects by itself, emits an event and has nothing to pair', async () => {
    const shop = await openWorkspace();
    const { body: channel } = await shop.api.post(path, { name: 'Cloud', provider: 'CLOUD_API' });
    expect(channel).toMatchObject({ status: 'CONNECTED', phoneNumber: expect.stringMatching(/^\+55119\d{8}$/) });
    expect(await shop.events('channel.connected')).toMatchObject([{ source: 'CHANNEL', data: { id: channel.id } }]);
    const { body: code } = await shop.api.get(`${path}/${channel.id}/qr`);
    expect(code).toEqual({ state: 'CONNECTED', qr: null, image: null, expiresAt: null, attempt: 0 });
  });

  test.each([
    [{ provider: 'CLOUD_API' }, 'body.name'],
    [{ name: ' x ', provider: 'CLOUD_API' }, 'body.name'],
    [{ name: 'x'.repeat(121), provider: 'CLOUD_API' }, 'body.name'],
    [{ name: 'Loja' }, 'body.provider'],
    [{ name: 'Loja', provider: 'cloud_api' }, 'body.provider'],
    [{ name: 'Loja', provider: 'CLOUD_API', driver: 'live' }, 'body.driver'],
  ])('is not created from %j', async (body, field) => {
    const { api } = await openWorkspace();
    const refused = await api.post(path, body);
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toMatchObject([{ field }]);
    expect((await api.get(path)).body.data).toEqual([]);
  });

  test('is renamed, compared with If-Match if given', async () => {
    const { api } = await openWorkspace();
    const made = await api.post(path, { name: 'Loja', provider: '<QR_PROVIDER>' });
    const at = `${path}/${made.body.id}`;
    const headers = { 'if-match': made.headers.get('etag') as string };
    const renamed = await api.patch(at, { name: ' Loja Sul ' }, { headers });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Loja Sul' } });
    expect((await api.patch(at, { name: 'Norte' }, { headers })).status).toBe(412);
    expect((await api.patch(at, { name: 'x' })).status).toBe(400);
    expect((await api.patch(at, {})).status).toBe(400);
    expect((await api.patch(`${path}/ch_unknown`, { name: 'Norte' })).status).toBe(404);
    expect((await api.get(at)).body.name).toBe('Loja Sul');
  });
});

test('lists channels in order of creation, finds them by name and number, and deactivated ones on request', async () => {
  const { api } = await openWorkspace();
  const { body: centro } = await api.post(path, { name: 'São João', provider: 'CLOUD_API' });
  const { body: sul } = await api.post(path, { name: 'Sul', provider: 'CLOUD_API' });
  const idsOf = async (query: string) =>
    (await api.get(`${path}?${query}`)).body.data.map((entry: { id: string }) => entry.id);
  expect(await idsOf('')).toEqual([centro.id, sul.id]);
  expect(await idsOf('search=sao')).toEqual([centro.id]);
  expect(await idsOf(`search=${sul.phoneNumber.slice(-6)}`)).toEqual([sul.id]);
  expect(await idsOf('search=nothing')).toEqual([]);
  await api.post(`${path}/${sul.id}/deactivate`);
  expect(await idsOf('')).toEqual([centro.id]);
  expect(await idsOf('includeDeactivated=true')).toEqual([centro.id, sul.id]);
  expect(await idsOf('includeDeactivated=false')).toEqual([centro.id]);
  expect((await api.get(`${path}?includeDeactivated=yes`)).status).toBe(400);
});

describe('deactivating', () => {
  test('closes the channel, rejects sends and keeps the history', async () => {
    const { api, channel, path: conversation } = await openConversation();
    const stopped = await api.post(`${path}/${channel.id}/deactivate`);
    expect(stopped).toMatchObject({ status: 200, body: { status: 'DEACTIVATED', deactivatedAt: expect.any(String) } });
    const refused = await api.post(`${conversation}/messages`, { content: 'Oi' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'channel_deactivated' } });
    expect((await api.get(`${conversation}/messages`)).body.data).toHaveLength(1);
    const { body: health } = await api.get(`${path}/${channel.id}/health`);
    expect(health).toMatchObject({ status: 'DEACTIVATED', overall: 'DOWN', checks: [] });
    expect((await api.get(`${path}/${channel.id}/qr`)).body).toMatchObject({ state: 'DEACTIVATED', qr: null });
    expect((await channel.drive('messages', { from: maria, content: 'Oi?' })).status).toBe(409);
  });

  test('is undone by reactivating, which keeps the pairing and emits an event', async () => {
    const { shop, api, channel, path: conversation } = await openConversation();
    await api.post(`${path}/${channel.id}/deactivate`);
    const told = await eventsOf(shop, async () => {
      const back = await api.post(`${path}/${channel.id}/reactivate`);
      expect(back).toMatchObject({ status: 200, body: { status: 'CONNECTED', deactivatedAt: null } });
    });
    expect(told).toEqual(['channel.connected']);
    expect((await api.post(`${conversation}/messages`, { content: 'Oi' })).status).toBe(201);
  });

  test('and reactivating are idempotent; the limit counts each channel once', async () => {
    const { shop, api, channel } = await openConversation();
    const used = async () =>
      (
        await shop.app.platform.database.read
          .selectFrom('usage_counters')
          .select('used')
          .where('kind', '=', 'channels')
          .execute()
      )[0]?.used;
    const second = await pairChannel(shop);
    const twice = (verb: string) => Promise.all([1, 2].map(() => api.post(`${path}/${channel.id}/${verb}`)));
    expect(await used()).toBe(2);
    const stopped = await twice('deactivate');
    expect(stopped.map((answer) => answer.body.deactivatedAt)).toEqual([
      stopped[0]?.body.deactivatedAt,
      expect.any(String),
    ]);
    expect(await used()).toBe(1);
    const back = await twice('reactivate');
    expect(back.map((answer) => answer.status)).toEqual([200, 200]);
    expect(await used()).toBe(2);
    expect((await api.post(`${path}/${second.id}/reactivate`)).body.status).toBe('CONNECTED');
    expect(await used()).toBe(2);
  });

  test('an unknown channel returns 404', async () => {
    const { api } = await openWorkspace();
    for (const verb of ['deactivate', 'reactivate']) expect((await api.post(`${path}/ch_x/${verb}`)).status).toBe(404);
    for (const part of ['', '/qr', '/health']) expect((await api.get(`${path}/ch_x${part}`)).status).toBe(404);
  });
});

test('above the limit, a channel is neither created nor reactivated', async () => {
  const shop = await openWorkspace();
  const { body: first } = await shop.api.post(path, { name: 'Um', provider: 'CLOUD_API' });
  await shop.app.platform.write(({ db }) =>
    db
      .updateTable('workspaces')
      .set({ limits: JSON.stringify({ channels: 1 }) })
      .execute(),
  );
  const refused = await shop.api.post(path, { name: 'Dois', provider: 'CLOUD_API' });
  expect(refused).toMatchObject({ status: 403, body: { code: 'quota_exceeded' } });
  await shop.api.post(`${path}/${first.id}/deactivate`);
  expect((await shop.api.post(path, { name: 'Dois', provider: 'CLOUD_API' })).status).toBe(201);
  expect((await shop.api.post(`${path}/${first.id}/reactivate`)).status).toBe(403);
  expect((await shop.api.get(`${path}/${first.id}`)).body.status).toBe('DEACTIVATED');
});

test('health queries the vendor now', async () => {
  const { api, channel } = await openConversation();
  const health = async () => (await api.get(`${path}/${channel.id}/health`)).body;
  expect(await health()).toEqual({
    channelId: channel.id,
    status: 'CONNECTED',
    overall: 'OK',
    checks: [{ name: 'provider', ok: true, latencyMs: 0, detail: null, checkedAt: expect.any(String) }],
    queueDepth: 0,
    lastInboundAt: expect.any(String),
  });
  await channel.faults({ dropped: true });
  expect(await health()).toMatchObject({ status: 'CONNECTING', overall: 'DOWN', checks: [{ ok: false }] });
  await channel.faults({});
  expect(await health()).toMatchObject({ status: 'CONNECTED', overall: 'OK' });
});
