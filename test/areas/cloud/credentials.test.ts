import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../../server/config.ts';
import { startGraphServer } from '../../doubles/graph-server/graph-server.ts';
import { startApp } from '../../support/server/app.ts';
import { credentialsOf, openCloudShop } from './support.ts';

describe('credentials', () => {
  test('are sealed, never shown again, and make the channel live', async () => {
    const { shop, graph, channelId } = await openCloudShop();
    const path = `/api/channels/${channelId}/credentials`;
    const again = await shop.api.put(path, credentialsOf(graph));
    expect(again.body).toMatchObject({
      webhookUrl: `https://shop.example/webhooks/cloud/${channelId}`,
      verifyToken: graph.account.verifyToken,
      accessTokenLast4: 'oken',
      inbound: 'verified',
    });
    const { body: shown } = await shop.api.get(path);
    expect(shown).not.toHaveProperty('verifyToken');
    const { accessToken, appSecret, verifyToken } = graph.account;
    const row = await shop.app.platform.database.read.selectFrom('cloud_credentials').selectAll().executeTakeFirst();
    for (const secret of [accessToken, appSecret, verifyToken]) {
      expect(JSON.stringify([shown, row])).not.toContain(secret);
    }
    expect((await shop.api.get(`/api/channels/${channelId}`)).body).toMatchObject({
      driver: 'live',
      status: 'CONNECTED',
      phoneNumber: '+15550783881',
    });
  });

  test('that the vendor rejects leave the channel disconnected, with the reason and without the token', async () => {
    const { shop, graph, channelId } = await openCloudShop();
    const accessToken = `EAA${'wrong'.repeat(8)}`;
    await shop.api.put(`/api/channels/${channelId}/credentials`, { ...credentialsOf(graph), accessToken });
    const { body } = await shop.api.get(`/api/channels/${channelId}`);
    expect(body).toMatchObject({ status: 'DISCONNECTED', statusReason: expect.stringContaining('rejects') });
    expect(JSON.stringify(body)).not.toContain('wrong');
  });

  test('return the channel to the simulator when deleted', async () => {
    const { shop, channelId, graph } = await openCloudShop();
    const path = `/api/channels/${channelId}/credentials`;
    expect((await shop.api.delete(path)).status).toBe(204);
    expect((await shop.api.get(path)).status).toBe(404);
    expect((await shop.api.get(`/api/channels/${channelId}`)).body).toMatchObject({
      driver: 'simulator',
      status: 'CONNECTED',
    });
    expect(await graph.webhooks.post(graph.webhooks.body([]))).toBe(404);
  });

  test('are rejected for a QR channel, for a number of another channel, and with a missing or an extra field', async () => {
    const { shop, graph } = await openCloudShop();
    const { body: qr } = await shop.api.post('/api/channels', { name: 'QR', provider: 'QR_PROVIDER' });
    const { body: other } = await shop.api.post('/api/channels', { name: 'Other', provider: 'CLOUD_API' });
    const put = (id: string, body: object) => shop.api.put(`/api/channels/${id}/credentials`, body);
    expect(await put(qr.id, credentialsOf(graph))).toMatchObject({
      status: 400,
      body: { code: 'channel_unsupported' },
    });
    expect(await put(other.id, credentialsOf(graph))).toMatchObject({ status: 409, body: { code: 'number_taken' } });
    expect((await put('ch_nothing', credentialsOf(graph))).status).toBe(404);
    const { appSecret: _secret, ...lacking } = credentialsOf(graph);
    expect(
      (await put(other.id, { ...lacking, extra: 1 })).body.errors.map((fault: { field: string }) => fault.field),
    ).toEqual(expect.arrayContaining(['body.appSecret', 'body.extra']));
    const reader = await shop.withScopes('channels.read');
    expect((await reader.put(`/api/channels/${other.id}/credentials`, credentialsOf(graph))).status).toBe(403);
    const stranger = await shop.otherWorkspace();
    expect((await stranger.put(`/api/channels/${other.id}/credentials`, credentialsOf(graph))).status).toBe(404);
  });

  test('report without a public https address that messages cannot arrive, and the remedy', async () => {
    const { shop, channelId } = await openCloudShop({ env: { FRONTDESK_PUBLIC_URL: 'http://192.168.0.10:7420' } });
    const { body } = await shop.api.get(`/api/channels/${channelId}/credentials`);
    expect(body).toMatchObject({
      inbound: 'unreachable',
      inboundDetail: expect.stringContaining('FRONTDESK_PUBLIC_URL'),
    });
    const { body: health } = await shop.api.get(`/api/channels/${channelId}/health`);
    expect(health.overall).toBe('DEGRADED');
    expect(health.checks).toContainEqual(expect.objectContaining({ name: 'webhook', ok: false }));
  });
});

test('two numbers of one app share a webhook, and each message reaches its channel', async () => {
  const { shop, graph, channelId } = await openCloudShop();
  const { body: second } = await shop.api.post('/api/channels', { name: 'Second', provider: 'CLOUD_API' });
  const given = { ...credentialsOf(graph), phoneNumberId: '206540352242922' };
  await shop.api.put(`/api/channels/${second.id}/credentials`, given);
  const message = {
    from: '5511987654321',
    id: 'wamid.second',
    timestamp: '1763726400',
    type: 'text',
    text: { body: 'Oi' },
  };
  const value = { metadata: { phone_number_id: given.phoneNumberId }, messages: [message] };
  graph.webhooks.target = `${shop.api.url}/webhooks/cloud/${channelId}`;
  expect(await graph.webhooks.post(graph.webhooks.body([{ field: 'messages', value }]))).toBe(200);
  await shop.settle();
  expect((await shop.api.get('/api/conversations')).body.data).toMatchObject([{ channelId: second.id }]);
});

describe('the address of the vendor', () => {
  test('can be changed only in tests, and only to this machine', async () => {
    expect(readConfig({}).graph).toEqual({ baseUrl: 'https://graph.facebook.com', version: 'v25.0' });
    expect(() => readConfig({ FRONTDESK_TEST_GRAPH_URL: 'http://127.0.0.1:1' })).toThrow(ConfigError);
    expect(() => readConfig({ FRONTDESK_TEST_GRAPH_URL: 'http://127.0.0.1:1', NODE_ENV: 'production' })).toThrow(
      ConfigError,
    );
    expect(() => readConfig({ FRONTDESK_TEST_GRAPH_URL: 'http://graph.example', NODE_ENV: 'test' })).toThrow(
      ConfigError,
    );
    expect(() => readConfig({ FRONTDESK_GRAPH_VERSION: '../v1' })).toThrow(ConfigError);
  });

  test('includes the API version, and the double rejects an unknown one', async () => {
    const graph = await startGraphServer();
    const shop = await startApp({ env: { ...graph.env, FRONTDESK_GRAPH_VERSION: 'v3.0' } });
    const { body: channel } = await shop.api.post('/api/channels', { name: 'Cloud', provider: 'CLOUD_API' });
    await shop.api.put(`/api/channels/${channel.id}/credentials`, credentialsOf(graph));
    expect((await shop.api.get(`/api/channels/${channel.id}`)).body.status).not.toBe('CONNECTED');
  });
});
