import { expect, test } from 'vitest';
import { isVendorHost } from '../../../server/areas/cloud/graph-client.ts';
import { isEndpoint } from '../../../server/areas/integrations/connectors/endpoints.ts';
import { isModelHost } from '../../../server/areas/replies/decide/model/model-hosts.ts';
import { readConfig } from '../../../server/config.ts';
import { ProxyDouble } from '../../doubles/proxy.ts';
import { startSink } from '../../doubles/webhook-sink.ts';
import { subscribe } from '../../support/shop/webhooks.ts';
import { openPeopleShop } from '../people/support.ts';

const maria = { phone: '+5511970000001', name: 'Maria' };

test('the vendor is reached through the proxy of the machine, a webhook never', async () => {
  const proxy = await new ProxyDouble().start();
  const { shop, api, graph, says } = await openPeopleShop({ env: { HTTP_PROXY: proxy.url } });
  const sink = await startSink();
  await subscribe(api, sink.url, ['message.received']);
  await says(maria, 'Oi');
  await sink.received(1);
  const [{ id }] = (await api.get('/api/conversations')).body.data;
  expect((await api.post(`/api/conversations/${id}/messages`, { content: 'Olá' })).status).toBe(201);
  await shop.settle();
  expect(proxy.targets.length).toBeGreaterThan(0);
  expect(new Set(proxy.targets)).toEqual(new Set([new URL(graph.url).host]));
});

test.each([
  ['https://graph.facebook.com/v25.0/1', true],
  ['https://lookaside.fbsbx.com/file', true],
  ['https://scontent.fbcdn.net/v/1', true],
  ['https://sheets.googleapis.com/v4/spreadsheets', true],
  ['https://api.openai.com/v1/chat/completions', true],
  ['http://graph.facebook.com/v25.0/1', false],
  ['https://graph.facebook.com.evil.example/', false],
  ['https://evilfacebook.com/', false],
  ['https://api.openai.com:8443/v1', false],
  ['http://api.openai.com/v1', false],
  ['https://models.shop.example/v1', false],
  ['https://169.254.169.254/', false],
  ['https://sheets.googleapis.com.evil.example/', false],
])('%s is a fixed host: %s', (text, isFixed) => {
  const url = new URL(text);
  expect(isVendorHost(url, readConfig({})) || isEndpoint(url) || isModelHost(url)).toBe(isFixed);
});
