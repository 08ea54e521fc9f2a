import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { expect, test } from 'vitest';
import { startSink } from '../doubles/webhook-sink.ts';
import { startApp } from '../support/server/app.ts';
import { ManualClock } from '../support/server/clock.ts';
import { makeAgent, pizzas } from '../support/shop/sales.ts';
import { newestDelivery, subscribe } from '../support/shop/webhooks.ts';

const hourMs = 3_600_000;

type Headers = Record<string, string>;

/** The verifying libraries, each as its users call it; what they throw passes through. */
const libraries = {
  standardwebhooks: (secret: string, body: string, headers: Headers) =>
    new StandardWebhook(secret).verify(body, headers),
  svix(secret: string, body: string, headers: Headers) {
    new SvixWebhook(secret).verify(body, headers);
    return JSON.parse(body);
  },
};

/** A shop whose orders go to a receiver; the libraries compare its clock with the real time. */
async function start(now = Date.now()) {
  const clock = new ManualClock(new Date(now).toISOString());
  const shop = await startApp({ clock });
  const sink = await startSink();
  const agent = await makeAgent(shop.api);
  const endpoint = await subscribe(shop.api, sink.url, ['order.created']);
  const order = async (clientName = 'Zé & Ana “Ltda”') => {
    const count = sink.requests.length;
    const { body } = await shop.api.post('/api/orders', pizzas(agent, { clientName }));
    const [request] = (await sink.received(count + 1)).slice(count);
    return { order: body, raw: request?.raw ?? '', headers: (request?.headers ?? {}) as Headers };
  };
  return { ...shop, clock, sink, endpoint, order };
}

test.each(Object.entries(libraries))('%s verifies a delivery and reads the order in it', async (_name, verify) => {
  const { endpoint, order } = await start();
  const sent = await order();
  expect(verify(endpoint.secret, sent.raw, sent.headers)).toMatchObject({
    id: sent.headers['webhook-id'],
    type: 'order.created',
    data: { id: sent.order.id, clientName: 'Zé & Ana “Ltda”', total: 91.8 },
  });
});

test.each(Object.entries(libraries))(
  '%s rejects a changed body, another id, a wrong secret and a delivery of an hour ago',
  async (_name, verify) => {
    const { endpoint, order } = await start();
    const { raw, headers } = await order();
    const wrong = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const otherId = { ...headers, 'webhook-id': 'evt_other' };
    expect(() => verify(endpoint.secret, raw.replace('91.8', '9.18'), headers)).toThrow('No matching signature');
    expect(() => verify(endpoint.secret, raw, otherId)).toThrow('No matching signature');
    expect(() => verify(wrong, raw, headers)).toThrow('No matching signature');

    const late = await start(Date.now() - hourMs);
    const old = await late.order();
    expect(() => verify(late.endpoint.secret, old.raw, old.headers)).toThrow('timestamp too old');
  },
);

test.each(Object.entries(libraries))('%s verifies with each secret after two rotations', async (_name, verify) => {
  const { api, endpoint, order } = await start();
  const rotate = async () => (await api.post(`/api/developers/webhooks/${endpoint.id}/rotate-secret`)).body.secret;
  const secrets = [endpoint.secret, await rotate(), await rotate()];
  const { raw, headers } = await order();
  expect(headers['webhook-signature']?.split(' ')).toHaveLength(3);
  for (const secret of secrets) expect(verify(secret, raw, headers)).toMatchObject({ type: 'order.created' });
});

test.each(Object.entries(libraries))('%s verifies each retry, whose webhook-id stays', async (_name, verify) => {
  const shop = await start();
  shop.sink.answerWith({ status: 500 });
  const first = await shop.order();
  const { nextAttemptAt } = await newestDelivery(shop, 'RETRYING', 1);
  shop.sink.answerWith({});
  shop.clock.advance(Date.parse(nextAttemptAt) - shop.clock.now().getTime());
  await newestDelivery(shop, 'DELIVERED', 2);
  const [second] = shop.sink.requests.slice(1);
  const headers = (second?.headers ?? {}) as Headers;
  expect(headers['webhook-id']).toBe(first.headers['webhook-id']);
  expect(headers['webhook-timestamp']).not.toBe(first.headers['webhook-timestamp']);
  expect(verify(shop.endpoint.secret, second?.raw ?? '', headers)).toMatchObject({ data: { id: first.order.id } });
});
