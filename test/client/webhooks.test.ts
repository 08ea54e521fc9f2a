import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { verifyWebhook, WebhookError } from '../../build/client/package/index.ts';
import { startSink } from '../doubles/webhook-sink.ts';
import { openWorkspace } from '../support/server/app.ts';
import { subscribe } from '../support/shop/webhooks.ts';

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const body = JSON.stringify({ id: 'evt_1', type: 'lead.captured', data: { name: 'Ana' } });

/** A delivery that is right, at a moment. */
const deliver = (at = new Date()) => ({
  headers: {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', at, body),
  },
  body,
  secret,
});

test('a delivery of the server is verified and has the type of its event', async () => {
  const { api } = await openWorkspace();
  const sink = await startSink();
  const endpoint = await subscribe(api, sink.url, ['bot.created']);
  await api.post('/api/ai-agents', { name: 'Bela' });
  const [delivery] = await sink.received(1);
  const event = await verifyWebhook({
    headers: delivery?.headers ?? {},
    body: delivery?.raw ?? '',
    secret: endpoint.secret,
  });
  expect(event.type === 'bot.created' && event.data.name).toBe('Bela');
});

test('a delivery may come as bytes with the headers of a page, and under one of several signatures', async () => {
  const { headers } = deliver();
  headers['webhook-signature'] = `v1,${btoa('an older secret')} v1a,other ${headers['webhook-signature']}`;
  const event = await verifyWebhook({ headers: new Headers(headers), body: new TextEncoder().encode(body), secret });
  expect(event.id).toBe('evt_1');
});

test.each([
  ['another body', { ...deliver(), body: body.replace('Ana', 'Eva') }],
  ['another secret', { ...deliver(), secret: `whsec_${btoa('another secret')}` }],
  ['another id', { ...deliver(), headers: { ...deliver().headers, 'webhook-id': 'evt_2' } }],
  ['a signature that is no base64', { ...deliver(), headers: { ...deliver().headers, 'webhook-signature': 'v1,#' } }],
  ['no signature', { ...deliver(), headers: { ...deliver().headers, 'webhook-signature': undefined } }],
  ['a time that is past', deliver(new Date(Date.now() - 6 * 60_000))],
  ['a time to come', deliver(new Date(Date.now() + 6 * 60_000))],
  ['a time that is none', { ...deliver(), headers: { ...deliver().headers, 'webhook-timestamp': 'now' } }],
])('a delivery with %s is refused', async (_, delivery) => {
  await expect(verifyWebhook(delivery)).rejects.toBeInstanceOf(WebhookError);
});

test('the caller may allow older deliveries', async () => {
  const old = deliver(new Date(Date.now() - 6 * 60_000));
  expect(await verifyWebhook({ ...old, toleranceSeconds: 600 })).toMatchObject({ id: 'evt_1' });
});
