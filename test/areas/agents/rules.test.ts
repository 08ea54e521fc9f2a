import { expect, test } from 'vitest';
import { openWorkspace } from '../../support/server/app.ts';
import { faultsOf, makeAgent } from '../../support/shop/sales.ts';

/** An agent with the rules a, b and c. */
async function openRules() {
  const shop = await openWorkspace();
  const rule = (id: string, text: string) => ({ id, kind: 'must', text });
  const rules = { items: [rule('a', 'Greet'), rule('b', 'Ask the name'), rule('c', 'Say goodbye')] };
  const id = await makeAgent(shop.api, { rules });
  const path = `/api/ai-agents/${id}/rules`;
  const ids = async () => (await shop.api.get(path)).body.data.map((entry: { id: string }) => entry.id);
  return { ...shop, id, path, ids };
}

test('rules are listed in order', async () => {
  const { api, path } = await openRules();
  expect((await api.get(path)).body).toEqual({
    data: [
      { id: 'a', kind: 'must', text: 'Greet', active: true, order: 0 },
      { id: 'b', kind: 'must', text: 'Ask the name', active: true, order: 1 },
      { id: 'c', kind: 'must', text: 'Say goodbye', active: true, order: 2 },
    ],
  });
});

test('a rule is added at the end or at the given place, and the others stay', async () => {
  const { api, path, id } = await openRules();
  const { body: before } = await api.get(path);
  const added = await api.patch(path, { add: { kind: 'must_not', text: 'Never promise a discount' } });
  expect(added.status).toBe(200);
  expect(added.body.data.slice(0, 3)).toEqual(before.data);
  expect(added.body.data[3]).toEqual({
    id: expect.stringMatching(/^rule_/),
    kind: 'must_not',
    text: 'Never promise a discount',
    active: true,
    order: 3,
  });
  const first = await api.patch(path, { add: { kind: 'info', text: 'We moved', active: false, order: 0 } });
  expect(first.body.data[0]).toMatchObject({ text: 'We moved', active: false, order: 0 });
  expect(first.body.data.map((rule: { order: number }) => rule.order)).toEqual([0, 1, 2, 3, 4]);
  expect((await api.get(`/api/ai-agents/${id}`)).body.rules).toEqual(first.body.data);
});

test('a change replaces only the given fields of one rule', async () => {
  const { api, path } = await openRules();
  const changed = await api.patch(path, { update: { id: 'b', text: 'Ask the full name', active: false } });
  expect(changed.body.data).toEqual([
    { id: 'a', kind: 'must', text: 'Greet', active: true, order: 0 },
    { id: 'b', kind: 'must', text: 'Ask the full name', active: false, order: 1 },
    { id: 'c', kind: 'must', text: 'Say goodbye', active: true, order: 2 },
  ]);
  const moved = await api.patch(path, { update: { id: 'c', order: 0, kind: 'info' } });
  expect(moved.body.data).toMatchObject([
    { id: 'c', kind: 'info', text: 'Say goodbye' },
    { id: 'a' },
    { id: 'b', active: false },
  ]);
});

test('rules can be removed and reordered', async () => {
  const { api, path, ids } = await openRules();
  expect((await api.patch(path, { reorder: ['c', 'a', 'b'] })).body.data).toMatchObject([
    { id: 'c', order: 0 },
    { id: 'a', order: 1 },
    { id: 'b', order: 2 },
  ]);
  expect((await api.patch(path, { remove: 'a' })).body.data).toMatchObject([
    { id: 'c', order: 0 },
    { id: 'b', order: 1 },
  ]);
  expect(await ids()).toEqual(['c', 'b']);
});

test('a request must have exactly one change, and a valid one', async () => {
  const { api, path, ids } = await openRules();
  const add = { kind: 'must', text: 'Smile' };
  for (const body of [{}, { add, remove: 'a' }]) {
    const refused = await api.patch(path, body);
    expect([refused.status, faultsOf(refused)]).toEqual([400, ['body']]);
  }
  const faults = async (body: object) => faultsOf(await api.patch(path, body));
  expect(await faults({ add: { kind: 'perhaps', text: ' ' } })).toEqual(['body.add.kind', 'body.add.text']);
  expect(await faults({ add: { ...add, id: 'mine' } })).toEqual(['body.add.id']);
  expect(await faults({ update: { text: 'No id' } })).toEqual(['body.update.id']);
  for (const reorder of [['a', 'b'], ['a', 'b', 'b'], ['a', 'b', 'c', 'd'], ['a', 'b', 'x'], []]) {
    const refused = await api.patch(path, { reorder });
    expect([refused.status, faultsOf(refused)]).toEqual([400, ['body.reorder']]);
  }
  for (const body of [{ update: { id: 'x', active: false } }, { remove: 'x' }]) {
    const refused = await api.patch(path, body);
    expect(refused).toMatchObject({ status: 404, body: { code: 'unknown_reference' } });
  }
  expect(await ids()).toEqual(['a', 'b', 'c']);
});

test('a rule beyond the limit and a stale If-Match are rejected', async () => {
  const { api, path, id } = await openRules();
  const items = Array.from({ length: 100 }, (_, index) => ({ kind: 'info', text: `Rule ${index}` }));
  const { headers } = await api.get(`/api/ai-agents/${id}`);
  await api.patch(`/api/ai-agents/${id}`, { rules: { items } });
  const full = await api.patch(path, { add: { kind: 'info', text: 'One more' } });
  expect(full).toMatchObject({ status: 400, body: { code: 'too_many' } });
  const stale = { headers: { 'if-match': headers.get('etag') ?? '' } };
  expect((await api.patch(path, { reorder: [] }, stale)).status).toBe(412);
});

test('rules are invisible to another workspace', async () => {
  const { path, otherWorkspace, ids } = await openRules();
  const other = await otherWorkspace();
  expect((await other.get(path)).status).toBe(404);
  expect((await other.patch(path, { remove: 'a' })).status).toBe(404);
  expect(await ids()).toEqual(['a', 'b', 'c']);
});
