import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moveEntry } from '../../../server/areas/agents/configuration/order-entries.ts';
import { openWorkspace } from '../../support/server/app.ts';
import { faultsOf, makeAgent } from '../../support/shop/sales.ts';

/** An agent with the questions A, B and C. */
async function openFaqs() {
  const shop = await openWorkspace();
  const faqs = ['A', 'B', 'C'].map((question) => ({ question, answer: `Answer ${question}` }));
  const id = await makeAgent(shop.api, { faqs });
  const agent = `/api/ai-agents/${id}`;
  const { body } = await shop.api.get(agent);
  const idOf = (question: string): string =>
    body.faqs.find((faq: { question: string }) => faq.question === question).id;
  const shown = async () =>
    (await shop.api.get(agent)).body.faqs.map((faq: { question: string; order: number }) => [faq.question, faq.order]);
  return { ...shop, agent, path: `${agent}/faq`, idOf, shown };
}

test('a question is added at the end or at the given place', async () => {
  const { api, path, shown } = await openFaqs();
  const last = await api.post(path, { question: '  D ', answer: 'Answer D' });
  expect(last.status).toBe(201);
  expect(last.body).toEqual({
    id: expect.stringMatching(/^faq_/),
    question: 'D',
    answer: 'Answer D',
    order: 3,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  expect((await api.post(path, { question: 'E', answer: 'Answer E', order: 1 })).body.order).toBe(1);
  expect((await api.post(path, { question: 'F', answer: 'Answer F', order: 99 })).body.order).toBe(5);
  expect(await shown()).toEqual([
    ['A', 0],
    ['E', 1],
    ['B', 2],
    ['C', 3],
    ['D', 4],
    ['F', 5],
  ]);
});

test('a change replaces the given fields of a question, including its place', async () => {
  const { api, path, idOf, shown } = await openFaqs();
  const changed = await api.patch(`${path}/${idOf('A')}`, { answer: 'Another' });
  expect(changed.body).toMatchObject({ question: 'A', answer: 'Another', order: 0 });
  expect((await api.patch(`${path}/${idOf('A')}`, {})).body).toEqual(changed.body);
  expect((await api.patch(`${path}/${idOf('C')}`, { order: 0 })).body).toMatchObject({ question: 'C', order: 0 });
  expect(await shown()).toEqual([
    ['C', 0],
    ['A', 1],
    ['B', 2],
  ]);
});

test('deleting a question closes the gap', async () => {
  const { api, path, idOf, shown } = await openFaqs();
  const gone = await api.delete(`${path}/${idOf('A')}`);
  expect([gone.status, gone.body]).toEqual([200, { id: idOf('A'), deleted: true }]);
  expect((await api.delete(`${path}/${idOf('A')}`)).status).toBe(404);
  expect((await api.patch(`${path}/${idOf('A')}`, { answer: 'X' })).status).toBe(404);
  expect(await shown()).toEqual([
    ['B', 0],
    ['C', 1],
  ]);
});

test('questions are reordered by a list that must name each exactly once', async () => {
  const { api, path, idOf, shown } = await openFaqs();
  const orderedIds = [idOf('B'), idOf('C'), idOf('A')];
  const done = await api.patch(`${path}/reorder`, { orderedIds });
  expect(done.status).toBe(200);
  expect(done.body.data.map((faq: { id: string }) => faq.id)).toEqual(orderedIds);
  for (const bad of [[], orderedIds.slice(1), [...orderedIds, orderedIds[0]], [...orderedIds.slice(1), 'nothing']]) {
    const refused = await api.patch(`${path}/reorder`, { orderedIds: bad });
    expect([refused.status, faultsOf(refused)]).toEqual([400, ['body.orderedIds']]);
  }
  expect((await shown()).map(([question]: [string]) => question)).toEqual(['B', 'C', 'A']);
});

test('a rejected question names its invalid fields, and at most 500 are accepted', async () => {
  const { api, path, app, agent, workspace } = await openFaqs();
  const refused = await api.post(path, { question: ' ', answer: 'x'.repeat(2001), order: -1 });
  expect([refused.status, faultsOf(refused).sort()]).toEqual([400, ['body.answer', 'body.order', 'body.question']]);
  const at = '2026-11-21T12:00:00.000Z';
  const rows = Array.from({ length: 497 }, (_, index) => ({
    id: `faq_${index}`,
    workspace_id: workspace.id,
    agent_id: agent.slice('/api/ai-agents/'.length),
    question: 'Q',
    answer: 'A',
    position: index + 3,
    created_at: at,
    updated_at: at,
  }));
  await app.platform.write(({ db }) => db.insertInto('agent_faqs').values(rows).execute());
  const full = await api.post(path, { question: 'One', answer: 'more' });
  expect(full).toMatchObject({ status: 400, body: { code: 'too_many' } });
});

test('If-Match is compared with the ETag of the question', async () => {
  const { api, path, agent, idOf } = await openFaqs();
  const { headers } = await api.get(agent);
  const stale = { headers: { 'if-match': headers.get('etag') ?? '' } };
  expect((await api.patch(`${path}/${idOf('A')}`, { answer: 'X' }, stale)).status).toBe(412);
  const { headers: fresh } = await api.patch(`${path}/${idOf('A')}`, { answer: 'X' });
  const match = { headers: { 'if-match': fresh.get('etag') ?? '' } };
  expect((await api.patch(`${path}/${idOf('A')}`, { answer: 'Y' }, match)).status).toBe(200);
  expect((await api.delete(`${path}/${idOf('A')}`, match)).status).toBe(412);
});

test('a question is invisible through another agent and from another workspace', async () => {
  const { api, path, idOf, otherWorkspace, shown } = await openFaqs();
  const other = await otherWorkspace();
  const sibling = `/api/ai-agents/${await makeAgent(api)}/faq`;
  for (const [client, base] of [[api, sibling] as const, [other, path] as const]) {
    expect((await client.patch(`${base}/${idOf('A')}`, { answer: 'X' })).status).toBe(404);
    expect((await client.delete(`${base}/${idOf('A')}`)).status).toBe(404);
  }
  expect((await other.post(path, { question: 'Q', answer: 'A' })).status).toBe(404);
  expect((await other.patch(`${path}/reorder`, { orderedIds: [idOf('A')] })).status).toBe(404);
  expect(await shown()).toHaveLength(3);
});

test('moveEntry moves one entry and keeps the order of the others', () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(ids, fc.nat(20), fc.nat(20), (names, pick, place) => {
      const entries = names.map((id) => ({ id }));
      const id = names[pick % names.length] as string;
      const moved = moveEntry(entries, id, place).map((entry) => entry.id);
      expect(moved.indexOf(id)).toBe(Math.min(place, names.length - 1));
      expect(moved.filter((name) => name !== id)).toEqual(names.filter((name) => name !== id));
    }),
  );
});
