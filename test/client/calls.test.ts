import { describe, expect, test } from 'vitest';
import { etagOf, Frontdesk, FrontdeskError } from '../../build/client/package/index.ts';
import { startProxy } from '../doubles/flaky-proxy.ts';
import { openWorkspace } from '../support/server/app.ts';
import { maria } from '../support/shop/conversation.ts';

async function openShop(options: { retries?: number } = {}) {
  const { api } = await openWorkspace();
  const proxy = await startProxy(api.url);
  return { api, proxy, frontdesk: new Frontdesk({ url: `${proxy.url}/`, key: api.key, ...options }) };
}

/** The refusal of a call, which must fail. */
const refusalOf = async (call: Promise<unknown>): Promise<FrontdeskError> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(FrontdeskError);
  return error as FrontdeskError;
};

async function collect<Entry>(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const collected: Entry[] = [];
  for await (const entry of entries) collected.push(entry);
  return collected;
}

const html = { 'Content-Type': 'text/html' };
const problem = (code: string) => ({
  headers: { 'Content-Type': 'application/problem+json' },
  body: JSON.stringify({ code, detail: 'No', status: 502, title: 'No', type: 'urn:x', requestId: 'r' }),
});

describe('A call that fails for the moment', () => {
  test('is repeated after the wait that the server asks for, under one Idempotency-Key', async () => {
    const { proxy, frontdesk } = await openShop();
    proxy.failNext({ status: 503, headers: { 'Retry-After': '1' } }, 'cut');
    await frontdesk.createContact({ body: { phone: maria } });
    const [first, second, third] = proxy.seen;
    expect(proxy.seen).toHaveLength(3);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(990);
    expect(first?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
    const keys = [first, second, third].map((one) => one?.headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
    await frontdesk.createContact({ body: { phone: '+5511900000002' } });
    expect(proxy.seen.at(-1)?.headers['idempotency-key']).not.toBe(keys[0]);
  });

  test('takes effect once although its answer was lost', async () => {
    const { proxy, frontdesk } = await openShop();
    proxy.failNext('cut after the server has answered');
    const agent = await frontdesk.createAgent({ body: { name: 'Bela' } });
    expect(proxy.seen).toHaveLength(2);
    const { data } = await frontdesk.listAgents();
    expect(data.map(({ id }) => id)).toEqual([agent.id]);
  });

  test('is repeated under the key that the caller gives, even by another call', async () => {
    const { frontdesk } = await openShop();
    const create = () => frontdesk.createAgent({ body: { name: 'Bela' } }, { idempotencyKey: 'import-1' });
    expect((await create()).id).toBe((await create()).id);
  });

  test('is not repeated where a repeat could do harm', async () => {
    const { proxy, frontdesk } = await openShop();
    await frontdesk.createContact({ body: { phone: maria } });
    const rename = () => frontdesk.updateContact({ phone: maria, body: { name: 'Maria' } });
    proxy.failNext('cut');
    expect((await refusalOf(rename())).code).toBe('unreachable');
    expect(proxy.seen).toHaveLength(1);
    // Nothing was done after 429, so that is safe for every method.
    proxy.failNext({ status: 429, headers: { 'Retry-After': '0' } });
    expect((await rename()).name).toBe('Maria');
  });

  test('is repeated after a proxy’s 502, not after the server’s own, nor after a wait of minutes', async () => {
    const { proxy, frontdesk } = await openShop();
    proxy.failNext({ status: 502, headers: html, body: '<h1>Bad gateway</h1>' });
    await frontdesk.listContacts();
    expect(proxy.seen).toHaveLength(2);
    proxy.failNext({ status: 502, ...problem('provider_failed') });
    expect((await refusalOf(frontdesk.listContacts())).code).toBe('provider_failed');
    proxy.failNext({ status: 503, headers: { 'Retry-After': '3600' } });
    expect(await refusalOf(frontdesk.listContacts())).toMatchObject({ status: 503, retryAfterMs: 3_600_000 });
  });

  test('fails in the end, with what went wrong', async () => {
    const { proxy, frontdesk } = await openShop({ retries: 1 });
    proxy.failNext('cut', 'cut', 'cut');
    expect(await refusalOf(frontdesk.listContacts())).toMatchObject({ status: 0, code: 'unreachable', problem: null });
    expect(proxy.seen).toHaveLength(2);
    proxy.failNext({ status: 504, headers: html, body: '' }, { status: 504, headers: html, body: '' });
    expect(await refusalOf(frontdesk.listContacts())).toMatchObject({ status: 504, code: 'unexpected_answer' });
  });

  test('is given up when its time is over', async () => {
    const { proxy, frontdesk } = await openShop({ retries: 0 });
    proxy.failNext('hang');
    expect((await refusalOf(frontdesk.listContacts({}, { timeoutMs: 20 }))).code).toBe('timed_out');
  });

  test('is given up when the caller wants no more', async () => {
    const { proxy, frontdesk } = await openShop({ retries: 0 });
    proxy.failNext('hang');
    const enough = new Error('enough');
    const leaving = new AbortController();
    const call = frontdesk.listContacts({}, { signal: leaving.signal });
    await expect.poll(() => proxy.seen.length).toBe(1);
    leaving.abort(enough);
    await expect(call).rejects.toBe(enough);
    await expect(frontdesk.listContacts({}, { signal: leaving.signal })).rejects.toBe(enough);
  });
});

test('a refusal has its code, its faults and the id of the request', async () => {
  const { frontdesk, proxy } = await openShop();
  const refused = await refusalOf(frontdesk.createContact({ body: { phone: '', email: 'nobody' } }));
  expect(refused).toMatchObject({ name: 'FrontdeskError', status: 400, code: 'validation_failed' });
  expect(refused.errors.map(({ field }) => field)).toEqual(expect.arrayContaining(['body.email', 'body.phone']));
  expect(refused.requestId).toBe(refused.problem?.requestId);
  const stranger = new Frontdesk({ url: proxy.url, key: 'fd_nobody' });
  expect((await refusalOf(stranger.listContacts())).code).toBe('invalid_token');
  expect(() => new Frontdesk({ url: proxy.url, key: undefined })).toThrow('npx frontdesk keys create');
  await expect(frontdesk.getOrder({ id: '' })).rejects.toThrow('id of /api/orders/{id} is missing');
});

test('a change under a stale ETag is refused', async () => {
  const { frontdesk } = await openShop();
  const agent = await frontdesk.createAgent({ body: { name: 'Bela' } });
  const read = await frontdesk.getAgent({ id: agent.id });
  const rename = (name: string) => frontdesk.updateAgent({ id: agent.id, body: { name } }, { ifMatch: etagOf(read) });
  expect((await rename('Ana')).name).toBe('Ana');
  expect((await refusalOf(rename('Eva'))).code).toBe('precondition_failed');
  expect(() => etagOf({ ...read })).toThrow('ETag');
});

test('files go both ways, and a call without content resolves to nothing', async () => {
  const { frontdesk } = await openShop();
  const file = new File(['Pizza Margherita: 45.00'], 'menu.txt', { type: 'text/plain' });
  const base = await frontdesk.createKnowledgeBase({ body: { name: 'Menu' } });
  expect(await frontdesk.uploadKnowledgeBaseSource({ id: base.id, file })).toMatchObject({ name: 'menu.txt' });
  await frontdesk.createContact({ body: { phone: maria, name: 'Maria' } });
  expect(await frontdesk.exportContacts({ acknowledged: true })).toContain(maria);
});

test('pages are followed to the end, whether by number, by cursor or by place', async () => {
  const { frontdesk } = await openShop();
  const phones = [1, 2, 3, 4, 5].map((number) => `+551190000000${number}`);
  for (const phone of phones) await frontdesk.createContact({ body: { phone, name: 'Ana' } });
  const contacts = await collect(frontdesk.pages('listContacts', { limit: 2 }));
  expect(contacts.map(({ phone }) => phone).sort()).toEqual(phones);

  const pipeline = await frontdesk.createCrmPipeline({ body: { name: 'Sales' } });
  const stage = await frontdesk.createCrmStage({ body: { pipelineId: pipeline.id, name: 'New', color: '#112233' } });
  for (const title of ['A', 'B', 'C']) {
    await frontdesk.createCrmCard({ body: { pipelineId: pipeline.id, stageId: stage.id, title } });
  }
  const cards = await collect(frontdesk.pages('listCrmStageCards', { id: stage.id, limit: 1 }));
  expect(cards.map(({ title }) => title).sort()).toEqual(['A', 'B', 'C']);
  expect(await collect(frontdesk.pages('listIntegrationSyncJobs', {}))).toEqual([]);
});
