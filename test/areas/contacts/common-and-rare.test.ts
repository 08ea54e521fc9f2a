import { expect, test } from 'vitest';
import { type Client, openWorkspace } from '../../support/server/app.ts';
import { pairChannel } from '../../support/shop/shop.ts';
import { importRows } from './support.ts';

/**
 * What most rows share is found by going through a list, what few share by reading those: with so many rows, a filter of
 * `most` is common and one of `few` is not.
 */
const most = 110;
const few = 5;

const phoneOf = (index: number): string => `+55119876${String(10_000 + index)}`;

/** What is listed page by page, and that the total says so. */
// biome-ignore lint/suspicious/noExplicitAny: contacts and conversations
async function listAll(api: Client, path: string): Promise<any[]> {
  const listed = [];
  for (let page = 1; ; page++) {
    const { status, body } = await api.get(`${path}&limit=50&page=${page}`);
    expect(status).toBe(200);
    listed.push(...body.data);
    if (body.data.length < 50) {
      expect(body.total).toBe(listed.length);
      return listed;
    }
  }
}

test('filters of contacts find the same, newest first, whether most contacts meet them or few', async () => {
  const { api } = await openWorkspace();
  const rows = Array.from({ length: most + few }, (_, index) => {
    const tags = index % 23 === 0 ? 'Rara' : index % 23 === 1 ? 'Comum;Rara' : 'Comum';
    return `${phoneOf(index)},Ana ${index},,${tags}`;
  });
  await importRows(api, ...rows);
  const all = await listAll(api, '/api/contacts?');
  const expected = (...tags: string[]) =>
    all
      .filter((one) => tags.every((tag) => one.tags.some(({ name }: { name: string }) => name === tag)))
      .map(({ phone }) => phone);
  const found = async (query: string) => (await listAll(api, `/api/contacts?${query}`)).map(({ phone }) => phone);
  expect(expected('Rara')).toHaveLength(2 * few);
  for (const tags of [['Comum'], ['Rara'], ['Comum', 'Rara']]) {
    const filter = tags.map((tag) => `tag:${tag}`).join(',');
    expect(await found(`filter=${filter}`), filter).toEqual(expected(...tags));
    expect(await found(`filter=${filter},newDays:7&search=ana`), filter).toEqual(expected(...tags));
  }
  expect(await found('filter=newDays:7')).toEqual(all.map(({ phone }) => phone));
  expect(await found('search=ana')).toEqual(all.map(({ phone }) => phone));
  expect(await found('filter=withConversation')).toEqual([]);
});

test('filters of conversations find the same, latest first, whether most conversations meet them or few', async () => {
  const shop = await openWorkspace();
  const { api } = shop;
  const [busy, quiet] = [await pairChannel(shop), await pairChannel(shop)];
  for (let index = 0; index < most; index++) await busy.drive('messages', { from: phoneOf(index), content: 'Oi' });
  for (let index = 0; index < few; index++) await quiet.drive('messages', { from: phoneOf(index), content: 'Oi' });
  await shop.settle();
  const { body: stage } = await api.post('/api/conversation-stages', { name: 'Pedido', color: '#1e88e5' });
  const all = await listAll(api, '/api/conversations?');
  expect(all).toHaveLength(most + few);
  const staged = all.filter((_, index) => index % 40 === 1);
  for (const { id } of staged) await api.patch(`/api/conversations/${id}`, { stageId: stage.id });
  const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id);
  const on = (channelId: string) => idsOf(all.filter((one) => one.channelId === channelId));
  const found = async (query: string) => idsOf(await listAll(api, `/api/conversations?${query}`));
  expect(await found(`channelId=${busy.id}`)).toEqual(on(busy.id));
  expect(await found(`channelId=${quiet.id}`)).toEqual(on(quiet.id));
  expect(await found(`channelId=${quiet.id}&status=ACTIVE&dialogue=true`)).toEqual(on(quiet.id));
  expect(await found(`stageId=${stage.id}`)).toEqual(idsOf(staged));
  expect(await found(`stageId=${stage.id}&channelId=${busy.id}`)).toEqual(
    idsOf(staged).filter((id) => on(busy.id).includes(id)),
  );
  const contacts = await listAll(api, `/api/contacts?filter=channel:${quiet.id}`);
  expect(contacts.map(({ phone }) => phone)).toEqual(
    Array.from({ length: few }, (_, index) => phoneOf(few - 1 - index)),
  );
  expect(await listAll(api, `/api/contacts?filter=channel:${busy.id}`)).toHaveLength(most);
  expect(await listAll(api, '/api/contacts?filter=unanswered')).toHaveLength(most);
});
