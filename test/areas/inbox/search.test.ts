import { expect, test } from 'vitest';
import { openWorkspace, type TestApp } from '../../support/server/app.ts';
import { joao, maria } from '../../support/shop/conversation.ts';
import { pairChannel } from '../../support/shop/shop.ts';

async function openShop() {
  const shop = await openWorkspace();
  const channel = await pairChannel(shop);
  await channel.customerSays(maria, 'Vocês têm pão de açúcar e calabresa?', { name: 'Maria Conceição' });
  await channel.customerSays(joao, 'Quero um orçamento de portão', { name: 'João Ávila' });
  const search = async (text: string, more = ''): Promise<string[]> => {
    const answer = await shop.api.get(`/api/conversations?search=${encodeURIComponent(text)}${more}`);
    expect(answer.status).toBe(200);
    expect(answer.body.total).toBe(answer.body.data.length);
    return answer.body.data.map((entry: { contact: { name: string } }) => entry.contact.name);
  };
  return { ...shop, channel, search };
}

test.each([
  ['a name by its beginning', 'mar', ['Maria Conceição']],
  ['a name without accents and case', 'conceicao', ['Maria Conceição']],
  ['a name with accents', 'ÁVILA', ['João Ávila']],
  ['a word of a message', 'calabresa', ['Maria Conceição']],
  ['a word by its beginning, without accents', 'acuc', ['Maria Conceição']],
  ['words in any order', 'acucar pao', ['Maria Conceição']],
  ['what both have', 'joao', ['João Ávila']],
  ['a number with its plus', '+5511987654321', ['Maria Conceição']],
  ['a number as people write it', '(21) 99876-5432', ['João Ávila']],
  ['the beginning of a number without country code', '1198', ['Maria Conceição']],
  ['the last four digits', '5432', ['João Ávila']],
  ['nothing for a word that is nowhere', 'sushi', []],
  ['nothing for the middle of a word', 'abresa', []],
  ['nothing for words that are in different conversations', 'calabresa portao', []],
  ['nothing for signs alone', '"*" --', []],
  ['nothing for the syntax of the index', 'calabresa OR portao', []],
])('finds %s', async (_name, text, expected) => {
  const { search } = await openShop();
  expect(await search(text)).toEqual(expected);
});

test('finds a conversation by the shop’s messages', async () => {
  const { api, search } = await openShop();
  const { body } = await api.get('/api/conversations?search=maria');
  await api.post(`/api/conversations/${body.data[0].id}/messages`, { content: 'Temos promoção às quintas' });
  expect(await search('promocao')).toEqual(['Maria Conceição']);
});

test('combines with the filters', async () => {
  const { api, search } = await openShop();
  const { body } = await api.get('/api/conversations?search=maria');
  await api.patch(`/api/conversations/${body.data[0].id}`, { status: 'RESOLVED' });
  expect(await search('pao', '&status=RESOLVED')).toEqual(['Maria Conceição']);
  expect(await search('pao', '&status=ACTIVE')).toEqual([]);
  expect(await search('joao', '&assignee=none')).toEqual(['João Ávila']);
});

test('returns the same by page and by cursor', async () => {
  const { api, channel } = await openShop();
  for (let index = 0; index < 5; index++) await channel.customerSays(`+551198000000${index}`, `Pedido ${index}`);
  const at = '/api/conversations?search=pedido&limit=2';
  const first = (await api.get(at)).body;
  expect(first).toMatchObject({ total: 5, hasMore: true });
  const byCursor = (await api.get(`${at}&cursor=${first.nextCursor}`)).body;
  const byPage = (await api.get(`${at}&page=2`)).body;
  expect(byCursor.data).toEqual(byPage.data);
  expect(byCursor.data).toHaveLength(2);
  const last = (await api.get(`${at}&cursor=${byCursor.nextCursor}`)).body;
  expect(last).toMatchObject({ hasMore: false, nextCursor: null });
  expect(last.data).toHaveLength(1);
});

test('finds nothing of another workspace', async () => {
  const { otherWorkspace } = await openShop();
  const other = await otherWorkspace();
  expect((await other.get('/api/conversations?search=calabresa')).body).toMatchObject({ data: [], total: 0 });
  expect((await other.get('/api/conversations?search=maria')).body).toMatchObject({ data: [], total: 0 });
});

test('finds a contact by a name learned later', async () => {
  const { channel, search } = await openShop();
  await channel.customerSays('+5531987654321', 'Olá');
  expect(await search('beatriz')).toEqual([]);
  await channel.customerSays('+5531987654321', 'Sou eu', { name: 'Beatriz' });
  expect(await search('beatriz')).toEqual(['Beatriz']);
});

test('finds the same however many matching messages another workspace has', async () => {
  const { api, app, channel, search, otherWorkspace } = await openShop();
  const other = await pairChannel({ api: await otherWorkspace(), app });
  const texts = Array.from({ length: 1_050 }, (_, index) => `Pizza de calabresa ${index}`);
  for (let at = 0; at < texts.length; at += 50) {
    const batch = texts.slice(at, at + 50);
    await Promise.all(batch.map((content) => other.drive('messages', { from: maria, content })));
  }
  await expect.poll(() => countMessages(app), { timeout: 120_000 }).toBe(1_052);
  expect(await search('calabresa')).toEqual(['Maria Conceição']);
  expect(await search('calab')).toEqual(['Maria Conceição']);
  await channel.customerSays(joao, 'Calabresa, por favor');
  expect((await search('calabresa')).sort()).toEqual(['João Ávila', 'Maria Conceição']);
  expect((await api.get('/api/conversations?search=calabresa')).body.total).toBe(2);
}, 180_000);

const countMessages = async ({ platform }: TestApp['app']): Promise<number> =>
  (await platform.database.read.selectFrom('messages').select('id').execute()).length;

test('finds words in letters of any script', async () => {
  const { channel, search } = await openShop();
  await channel.customerSays(maria, 'Привет, мир! 你好 𞤀𞤣𞤤𞤢𞤥 Ζεστός');
  for (const word of ['привет', 'МИР', '你好', '𞤀𞤣𞤤', 'ζεστος'])
    expect(await search(word)).toEqual(['Maria Conceição']);
  expect(await search('𞤁𞤁')).toEqual([]);
});

test('finds a message that arrived late and replaced its placeholder', async () => {
  const { app, workspace, channel, search } = await openShop();
  const place = { id: channel.id, workspaceId: workspace.id, provider: '<QR_PROVIDER>' as const, name: 'Shop' };
  const person = { addresses: [{ kind: 'phone' as const, value: maria }], name: null };
  const message = { providerMessageId: 'late-1', from: person, at: '2026-11-20T12:00:00.000Z' };
  const { inbox } = app.platform.services.channelHub;
  await inbox.receive(place, [{ kind: 'gap', providerEventId: 'gap-1', ...message }]);
  const whole = { type: 'TEXT' as const, content: 'Quero empadas', media: null, replyTo: null };
  await inbox.receive(place, [{ kind: 'message', providerEventId: 'message-1', ...message, ...whole }]);
  await expect.poll(() => search('empadas'), { timeout: 30_000 }).toEqual(['Maria Conceição']);
});
