import { expect, test } from 'vitest';
import { maria } from '../../support/shop/conversation.ts';
import { openCloudShop } from './support.ts';

/** The vendor's codes with their meaning for our callers. */
const table: [reason: string, status: number, codes: number[]][] = [
  ['credentials', 503, [0, 3, 10, 190, 200, 250, 299, 131005, 131045, 133010]],
  ['window_closed', 409, [131047]],
  ['template_unusable', 409, [132000, 132001, 132007, 132015, 132016, 132068, 132069]],
  ['values_invalid', 201, [132005, 132012, 132018]],
  ['not_on_app', 201, [131026]],
  ['unreachable', 201, [131021, 131030, 131043]],
  ['opted_out', 201, [131050]],
  ['withheld', 201, [130472, 131049]],
  ['blocked_policy', 201, [130497]],
  ['not_now', 503, [131056]],
  ['restricted', 201, [33, 368, 131031, 131037, 131042, 134011]],
  ['media_invalid', 201, [131052, 131053]],
  ['unsupported', 201, [100, 131008, 131009, 131051, 131062, 135000]],
  ['rate_limited', 503, [4, 17, 32, 613, 80007, 80008, 80009, 80014, 130429, 131048, 133016]],
  ['temporary', 503, [2, 131016, 131057, 131000, 133004]],
];

test('each code of the vendor has one meaning under any HTTP status, and none becomes our 401', async () => {
  const { shop, graph } = await openCloudShop();
  graph.messages.customerSends({ phone: maria }, 'text', { body: 'Oi' });
  await graph.webhooks.idle();
  await shop.settle();
  const path = `/api/conversations/${(await shop.api.get('/api/conversations')).body.data[0].id}/messages`;
  for (const [reason, status, codes] of table) {
    for (const code of codes) {
      for (const httpStatus of [400, 401, 500]) {
        graph.failNext = [{ status: httpStatus, code }];
        const refused = await shop.api.post(path, { content: `${code}` });
        expect([code, refused.status]).toEqual([code, status]);
        if (status === 503) expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
        const [message] = (await shop.api.get(`${path}?limit=1`)).body.data;
        expect([code, message.status, message.error.code]).toEqual([code, 'FAILED', reason]);
        expect(message.error.message).toContain(`(${code})`);
      }
    }
  }
  expect(graph.messages.sent).toEqual([]);
  expect(await shop.events('message.sent')).toEqual([]);
});

test('a fault of the vendor that may hide a sent message leaves its outcome unknown', async () => {
  const { shop, graph } = await openCloudShop();
  graph.messages.customerSends({ phone: maria }, 'text', { body: 'Oi' });
  await graph.webhooks.idle();
  await shop.settle();
  const path = `/api/conversations/${(await shop.api.get('/api/conversations')).body.data[0].id}/messages`;
  for (const code of [1, 999_999]) {
    graph.failNext = [{ status: 500, code }];
    expect((await shop.api.post(path, { content: 'x' })).body).toMatchObject({ status: 'PENDING', error: null });
  }
});

test('a token that the vendor quotes is redacted', async () => {
  const { shop, graph } = await openCloudShop();
  graph.messages.customerSends({ phone: maria }, 'text', { body: 'Oi' });
  await graph.webhooks.idle();
  await shop.settle();
  const path = `/api/conversations/${(await shop.api.get('/api/conversations')).body.data[0].id}/messages`;
  graph.failNext = [{ status: 401, code: 190, message: `Malformed access token ${graph.account.accessToken}` }];
  const refused = await shop.api.post(path, { content: 'x' });
  expect(JSON.stringify(refused.body)).not.toContain('testtoken');
  expect(JSON.stringify((await shop.api.get(path)).body)).not.toContain('testtoken');
});
