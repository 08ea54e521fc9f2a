import { expect, test } from 'vitest';
import { type Client, startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { signIn } from '../../support/server/console.ts';
import { dieIn, keyIdOf } from '../../support/server/set-request-aside.ts';
import { Assistant, openAssistant } from '../../support/shop/assistant.ts';

const path = '/api/contacts';
const dayMs = 24 * 3_600_000;

async function open() {
  const clock = new ManualClock();
  const shop = await startApp({ clock });
  const die = (callerId: string, operationIds = ['listContacts'], program?: string) =>
    dieIn(shop, callerId, operationIds, program);
  return { shop, clock, die, api: shop.api, id: await keyIdOf(shop, shop.api), owner: await signIn(shop) };
}

const statusOf = async (client: Client, at = path) => (await client.get(at)).status;

test('a request that killed the server three times is set aside for its caller alone, and shown to the owner', async () => {
  const { shop, api, id, die, owner } = await open();
  for (let death = 0; death < 3; death++) {
    expect(await statusOf(api)).toBe(200);
    await die(id);
  }
  const refused = await api.get(path);
  expect([refused.status, refused.body.code]).toEqual([503, 'operation_set_aside']);
  expect(refused.headers.get('retry-after')).toBe(String(dayMs / 1_000));
  expect(await statusOf(api, '/api/leads')).toBe(200);
  expect(await statusOf(await shop.withScopes('all'))).toBe(200);
  expect(await statusOf(owner)).toBe(200);
  expect((await owner.get('/owner/notices')).body.setAside).toBe(1);
  expect((await owner.get('/owner/set-aside')).body.data).toMatchObject([
    {
      ...{ kind: 'request', deaths: 3, canRetry: true },
      request: { operation: expect.stringMatching(/contacts/i), caller: 'test' },
    },
  ]);
});

test('a request that was set aside is refused to an assistant with the same key as well', async () => {
  const { shop, id, die } = await open();
  await openAssistant(shop);
  const assistant = new Assistant(shop.api.url, shop.api.key);
  for (let death = 0; death < 3; death++) await die(id);
  const refused = await assistant.use('call_read', { operationId: 'listContacts' });
  expect(refused).toMatchObject({ isError: true, value: { code: 'operation_set_aside', status: 503 } });
  expect(await assistant.use('call_read', { operationId: 'listLeads' })).toMatchObject({ isError: false });
});

test('the owner allows a request again, and one more death sets it aside again', async () => {
  const { api, id, die, owner } = await open();
  for (let death = 0; death < 3; death++) await die(id);
  const [item] = (await owner.get('/owner/set-aside')).body.data;
  expect((await owner.post(`/owner/set-aside/${item.id}/retry`)).status).toBe(204);
  expect(await statusOf(api)).toBe(200);
  expect((await owner.get('/owner/notices')).body.setAside).toBe(0);
  await die(id);
  expect(await statusOf(api)).toBe(503);
});

test('a request that was set aside is allowed again after a day', async () => {
  const { api, id, die, owner, clock } = await open();
  for (let death = 0; death < 3; death++) await die(id);
  clock.advance(dayMs - 1);
  expect(await statusOf(api)).toBe(503);
  clock.advance(1);
  expect(await statusOf(api)).toBe(200);
  expect((await owner.get('/owner/set-aside')).body.data).toEqual([]);
});

test('another version of the program forgets the requests in which the server died', async () => {
  const { api, id, die } = await open();
  for (let death = 0; death < 3; death++) await die(id);
  expect(await statusOf(api)).toBe(503);
  await die(id, [], '99.0.0');
  expect(await statusOf(api)).toBe(200);
});

test('a good request does not clear the deaths of its operation, which may kill with some arguments only', async () => {
  const { api, id, die } = await open();
  await die(id);
  expect(await statusOf(api)).toBe(200);
  await die(id);
  expect(await statusOf(api)).toBe(200);
  await die(id);
  expect(await statusOf(api)).toBe(503);
});

test('the same request that ran many times at once counts as one death', async () => {
  const { api, id, die } = await open();
  await die(id, ['listContacts', 'listContacts', 'listContacts']);
  expect(await statusOf(api)).toBe(200);
});

test('a caller whose requests killed six times in two minutes waits until the supervisor has forgotten it', async () => {
  const { shop, api, id, die, clock } = await open();
  for (const operationId of ['listContacts', 'listLeads', 'listOrders']) {
    await die(id, [operationId]);
    await die(id, [operationId]);
    clock.advance(1_000);
  }
  const refused = await api.get('/api/quick-replies');
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
    503,
    'operation_set_aside',
    '119',
  ]);
  expect(await statusOf(await shop.withScopes('all'), '/api/quick-replies')).toBe(200);
  clock.advance(119_000);
  expect(await statusOf(api, '/api/quick-replies')).toBe(200);
});
