import { expect, test } from 'vitest';
import { openWorkspace } from '../../support/server/app.ts';
import { openConversation } from '../../support/shop/conversation.ts';
import { haircut, makeAgent, maria, pizzas } from '../../support/shop/sales.ts';
import { pairChannel } from '../../support/shop/shop.ts';
import { importRows, namesIn } from './support.ts';

test('shows everyone with a conversation, with their messages, leads, orders and next appointment', async () => {
  const { api, channel, received } = await openConversation();
  const aiAgentId = await makeAgent(api);
  const { body: lead } = await api.post('/api/leads', { aiAgentId, phone: maria });
  await api.post('/api/orders', pizzas(aiAgentId));
  const nextYear = new Date().getUTCFullYear() + 1;
  const [startTime, endTime] = [`${nextYear}-03-01T10:00`, `${nextYear}-03-01T11:00`];
  const { body: appointment } = await api.post('/api/appointments', haircut(aiAgentId, { startTime, endTime }));
  const { status, body } = await api.get(`/api/contacts/${encodeURIComponent(maria)}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    phone: maria,
    name: 'Maria',
    email: null,
    tags: [],
    channelIds: [channel.id],
    conversationCount: 1,
    optedOut: false,
    conversations: [{ id: received.conversationId, channelId: channel.id }],
    recentMessages: [{ id: received.id, content: 'Oi' }],
    leadIds: [lead.id],
    orders: { count: 1, total: 91.8 },
    nextAppointment: { id: appointment.id },
  });
  expect(body.lastMessageAt).toBe(body.conversations[0].lastMessageAt);
});

test('shows the latest 20 messages of all conversations, newest first', async () => {
  const shop = await openWorkspace();
  const [first, second] = [await pairChannel(shop), await pairChannel(shop)];
  for (let index = 0; index < 11; index++) {
    await first.customerSays(maria, `first ${index}`);
    await second.customerSays(maria, `second ${index}`);
  }
  const { body } = await shop.api.get(`/api/contacts/${maria}`);
  expect(body.recentMessages).toHaveLength(20);
  expect(body.recentMessages.slice(0, 3).map((message: { content: string }) => message.content)).toEqual([
    'second 10',
    'first 10',
    'second 9',
  ]);
  expect(body).toMatchObject({ conversationCount: 2, conversations: [{}, {}], channelIds: [first.id, second.id] });
});

test.each([
  '+5511987654321',
  '%2B5511987654321',
  '5511987654321',
  '11987654321',
  '(11)%2098765-4321',
  '%2B55%2011%208765-4321',
])('finds the contact under %s', async (spelling) => {
  const { api } = await openWorkspace();
  await importRows(api, '+5511987654321,Maria');
  const { status, body } = await api.get(`/api/contacts/${spelling}`);
  expect([status, body.phone]).toEqual([200, maria]);
});

test('returns 404 for an unknown number, a non-number and a contact of another workspace', async () => {
  const { api, otherWorkspace } = await openWorkspace();
  await importRows(api, `${maria},Maria`);
  expect((await api.get('/api/contacts/+5511900000000')).status).toBe(404);
  expect((await api.get('/api/contacts/ct_01h455vb4pex5vsknk084sn02q')).status).toBe(404);
  expect((await api.patch('/api/contacts/nobody/tags', { tags: [] })).status).toBe(404);
  const other = await otherWorkspace();
  expect((await other.get(`/api/contacts/${maria}`)).status).toBe(404);
  expect((await other.patch(`/api/contacts/${maria}/tags`, { tags: ['x'] })).status).toBe(404);
  expect(await namesIn(other, 'search=maria')).toEqual([]);
  expect(await namesIn(other, '')).toEqual([]);
});

test('stores one contact for a Brazilian mobile with and without its ninth digit', async () => {
  const shop = await openWorkspace();
  const channel = await pairChannel(shop);
  await importRows(shop.api, '+551187654321,Maria');
  await channel.customerSays('+5511987654321', 'Oi');
  expect((await shop.api.get('/api/contacts')).body).toMatchObject({
    total: 1,
    data: [{ name: 'Maria', phone: maria }],
  });
});

test('searches prefixes of name, number and e-mail, ignoring case and accents', async () => {
  const { api } = await openWorkspace();
  await importRows(
    api,
    '+5511987654321,José Antônio,ze@padaria.com.br',
    '+5521998765432,Conceição Müller,',
    '+14155552671,Ann Lee,ann@example.com',
  );
  const expected: Record<string, string[]> = {
    jose: ['José Antônio'],
    JOSÉ: ['José Antônio'],
    'anto jo': ['José Antônio'],
    'Jose\u0301': ['José Antônio'],
    conceicao: ['Conceição Müller'],
    mull: ['Conceição Müller'],
    ose: [],
    padaria: ['José Antônio'],
    'ze@padaria.com.br': ['José Antônio'],
    '98765': ['José Antônio'],
    '(21) 99876-5432': ['Conceição Müller'],
    '+1 415': ['Ann Lee'],
    '4321': ['José Antônio'],
    an: ['Ann Lee', 'José Antônio'],
    '"*': [],
    'NEAR(jose': [],
  };
  for (const [search, names] of Object.entries(expected)) {
    expect(await namesIn(api, `search=${encodeURIComponent(search)}`), search).toEqual(names);
  }
});

test('filters by tag, channel, conversation and opt-out, and all terms must hold', async () => {
  const shop = await openWorkspace();
  const { api } = shop;
  const [one, two] = [await pairChannel(shop), await pairChannel(shop)];
  await importRows(
    api,
    `${maria},Maria,,VIP;novo`,
    '+5511900000001,Bia,,vip',
    '+5511900000002,Caio,,',
    '+5511900000003,Duda',
  );
  await one.customerSays(maria, 'Oi');
  await two.customerSays('+5511900000002', 'Oi');
  await shop.app.platform.write(({ db, now }) =>
    db.updateTable('contacts').set({ opted_out_at: now }).where('name', '=', 'Bia').execute(),
  );
  const expected: Record<string, string[]> = {
    'tag:vip': ['Bia', 'Maria'],
    'tag:VIP,tag:Novo': ['Maria'],
    'tag:unknown': [],
    withConversation: ['Caio', 'Maria'],
    withoutConversation: ['Duda', 'Bia'],
    'withConversation,withoutConversation': [],
    [`channel:${one.id}`]: ['Maria'],
    [`channel:${two.id}, withConversation`]: ['Caio'],
    'channel:unknown': [],
    optedOut: ['Bia'],
    'optedOut,tag:VIP,withoutConversation': ['Bia'],
    '': ['Duda', 'Caio', 'Bia', 'Maria'],
  };
  for (const [filter, names] of Object.entries(expected)) {
    expect(await namesIn(api, `filter=${encodeURIComponent(filter)}`), filter).toEqual(names);
  }
  expect(await namesIn(api, 'search=ma&filter=tag:vip')).toEqual(['Maria']);
  expect((await api.get(`/api/contacts/+5511900000001`)).body.optedOut).toBe(true);
});

test.each(['vip', 'tag:', 'tag', 'channel:', 'optedout', 'withConversation;optedOut'])(
  'rejects the filter %s and names the parameter',
  async (filter) => {
    const { api } = await openWorkspace();
    const refused = await api.get(`/api/contacts?filter=${encodeURIComponent(filter)}`);
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toMatchObject([{ field: 'query.filter' }]);
  },
);

test('pages through every contact once, newest first', async () => {
  const { api } = await openWorkspace();
  await importRows(api, ...Array.from({ length: 45 }, (_, index) => `+55119${10_000_000 + index},N${index}`));
  const names: string[] = [];
  for (const page of [1, 2, 3]) {
    const { body } = await api.get(`/api/contacts?page=${page}`);
    expect(body).toMatchObject({ page, limit: 20, total: 45, hasMore: page < 3 });
    names.push(...body.data.map((contact: { name: string }) => contact.name));
  }
  expect(names).toEqual(Array.from({ length: 45 }, (_, index) => `N${44 - index}`));
});

test("changes name and e-mail, finds the contact by them, and keeps the name over the vendor's", async () => {
  const { api, channel } = await openConversation();
  const path = `/api/contacts/${encodeURIComponent(maria)}`;
  const changed = await api.patch(path, { name: ' Maria do Bairro ', email: 'maria@example.com' });
  expect(changed.status).toBe(200);
  expect(changed.body).toMatchObject({ name: 'Maria do Bairro', email: 'maria@example.com' });
  expect(changed.body.conversations).toMatchObject([{ contact: { name: 'Maria do Bairro' } }]);
  expect(await namesIn(api, 'search=bairro')).toEqual(['Maria do Bairro']);
  await channel.customerSays(maria, 'Oi de novo', { name: 'Mari' });
  expect((await api.get(path)).body).toMatchObject({ name: 'Maria do Bairro' });
  expect((await api.patch(path, { name: '', email: null })).body).toMatchObject({ name: null, email: null });
  expect((await api.patch(path, {})).body).toMatchObject({ name: null, email: null });
});

test.each([{ email: 'no address' }, { name: 'x'.repeat(121) }, { name: 7 }, { phone: '+5511900000000' }])(
  'rejects the change %j of a contact',
  async (change) => {
    const { api } = await openConversation();
    expect((await api.patch(`/api/contacts/${encodeURIComponent(maria)}`, change)).status).toBe(400);
  },
);

test('changes no contact of another workspace', async () => {
  const { api, otherWorkspace } = await openWorkspace();
  await importRows(api, `${maria},Maria`);
  const other = await otherWorkspace();
  expect((await other.patch(`/api/contacts/${maria}`, { name: 'Eve' })).status).toBe(404);
  expect((await api.get(`/api/contacts/${maria}`)).body.name).toBe('Maria');
});
