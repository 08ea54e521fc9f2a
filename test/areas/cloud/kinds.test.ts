import { expect, test } from 'vitest';
import { maria } from '../../support/shop/conversation.ts';
import { contactsOf, nina, openPeopleShop } from '../people/support.ts';

/** A shop to which Maria has written. */
async function openShop() {
  const shop = await openPeopleShop();
  const { api, graph, handled } = shop;
  const sends = async (type: string, content: unknown, more: object = {}, from: object = { phone: maria }) => {
    const id = graph.messages.customerSends(from, type, content, more);
    await handled();
    return id;
  };
  const first = await sends('text', { body: 'Quero 2 pizzas' }, {}, { phone: maria, name: 'Maria' });
  const read = async () => {
    const { body } = await api.get('/api/conversations');
    return (await api.get(`/api/conversations/${body.data[0].id}/messages?limit=100`)).body.data;
  };
  /** A webhook with this part of `messages`, as it is. */
  const tell = async (raw: unknown, more: object = {}) => {
    const metadata = { phone_number_id: graph.account.phoneNumberId };
    graph.webhooks.tell({ field: 'messages', value: { metadata, messages: [raw], ...more } });
    await handled();
  };
  return { ...shop, first, sends, read, tell };
}

const editOf = (original: string, message: object) => ({ original_message_id: original, message });
const textOf = (body: string) => ({ type: 'text', text: { body } });

test('a customer’s correction changes the shown text, keeps the old text and is announced', async () => {
  const { shop, first, sends, read } = await openShop();
  await sends('edit', editOf(first, textOf('Quero 3 pizzas')));
  const [message, ...others] = await read();
  expect(others).toEqual([]);
  expect(message).toMatchObject({
    content: 'Quero 3 pizzas',
    editedAt: expect.any(String),
    earlier: [{ content: 'Quero 2 pizzas', until: message.editedAt }],
  });
  const [event] = await shop.events('message.status');
  expect(event).toMatchObject({
    data: { id: message.id, content: 'Quero 3 pizzas' },
    previous: { content: 'Quero 2 pizzas' },
  });
});

test('a corrected caption changes, and a correction that cannot be read is shown as a notice', async () => {
  const { first, sends, read } = await openShop();
  await sends('edit', editOf(first, { type: 'image', image: { id: '7', caption: 'Esta aqui' } }));
  expect((await read())[0]).toMatchObject({ content: 'Esta aqui' });
  await sends('edit', { original_message_id: first });
  expect((await read())[0]).toMatchObject({ content: null, notice: { kind: 'unknown', title: 'edit' } });
});

test.each([
  ['a message of its own', { type: 'revoke', content: (id: string) => ({ original_message_id: id }) }],
  ['another name', { type: 'delete', content: (id: string) => ({ message_id: id }) }],
])('a message that the customer takes back by %s is marked, and its words are kept', async (_, { type, content }) => {
  const { first, sends, read } = await openShop();
  await sends(type, content(first));
  const [message, ...others] = await read();
  expect(others).toEqual([]);
  expect(message).toMatchObject({ content: null, deletedAt: expect.any(String) });
  expect(message.earlier).toMatchObject([{ content: 'Quero 2 pizzas' }]);
});

test('a status `deleted` marks the customer’s message, and no message of the shop', async () => {
  const { api, graph, first, read, handled } = await openShop();
  const [{ conversationId }] = await read();
  await api.post(`/api/conversations/${conversationId}/messages`, { content: 'Certo' });
  await handled();
  const metadata = { phone_number_id: graph.account.phoneNumberId };
  for (const id of [first, graph.messages.sent[0]?.id]) {
    const status = { id, status: 'deleted', timestamp: '1', recipient_id: maria.slice(1) };
    graph.webhooks.tell({ field: 'messages', value: { metadata, statuses: [status] } });
  }
  await handled();
  const [answer, message] = await read();
  expect(answer).toMatchObject({ content: 'Certo', deletedAt: null });
  expect(message).toMatchObject({ content: null, deletedAt: expect.any(String) });
});

test('what the owner takes back on the phone is marked', async () => {
  const { graph, read, handled } = await openShop();
  const id = graph.messages.ownerSends({ phone: maria }, 'text', { body: 'Custa 50' });
  graph.messages.ownerSends({ phone: maria }, 'revoke', { original_message_id: id });
  await handled();
  expect((await read())[0]).toMatchObject({ author: 'HUMAN', deletedAt: expect.any(String), content: null });
});

test('another customer’s message cannot be corrected, and the text of the attempt is shown', async () => {
  const { api, first, sends, read } = await openShop();
  const other = '+5511970000009';
  await sends('edit', editOf(first, textOf('Quero 300 pizzas')), {}, { phone: other, name: 'Zé' });
  const { body } = await api.get('/api/conversations');
  const contents = body.data.map(({ contact, lastMessage }: Record<string, { phone: string; content: string }>) => [
    contact?.phone,
    lastMessage?.content,
  ]);
  expect(contents).toEqual([
    [other, 'Quero 300 pizzas'],
    [maria, 'Quero 2 pizzas'],
  ]);
  expect((await read())[0]).toMatchObject({ content: 'Quero 300 pizzas', editedAt: expect.any(String) });
});

test('a cart names the items of the shop’s own catalog, is found by them and waits for a person', async () => {
  const { api, sends, read } = await openShop();
  const { body: agent } = await api.post('/api/ai-agents', { name: 'Bela', language: 'pt' });
  const draft = { name: 'Pizza calabresa', price: 45.5, active: true };
  const { body: item } = await api.post(`/api/ai-agents/${agent.id}/catalog-items`, draft);
  const named = { product_retailer_id: item.id, quantity: '2', item_price: '45.5', currency: 'BRL' };
  const items = [named, { product_retailer_id: 'elsewhere', quantity: 1 }, 'no item'];
  await sends('order', { catalog_id: '9', text: 'sem cebola', product_items: items });
  expect((await read())[0]).toMatchObject({
    content: 'sem cebola\n2 × Pizza calabresa (45,50 BRL)\n1 × elsewhere',
    enclosed: {
      order: { items: [{ id: item.id, name: 'Pizza calabresa' }, { name: null }], itemCount: 3, total: null },
    },
  });
  const { body } = await api.get('/api/conversations?search=calabresa');
  expect(body.data).toMatchObject([{ waitingSince: expect.any(String) }]);
});

test('a text about a product of the catalog names it', async () => {
  const { api, sends, read } = await openShop();
  const { body: agent } = await api.post('/api/ai-agents', { name: 'Bela', language: 'pt' });
  const { body: item } = await api.post(`/api/ai-agents/${agent.id}/catalog-items`, {
    name: 'Bolo',
    price: 9,
    active: true,
  });
  await sends('text', { body: 'Ainda tem?' }, { context: { referred_product: { product_retailer_id: item.id } } });
  expect((await read())[0]).toMatchObject({ content: 'Ainda tem?\nBolo', enclosed: { product: { name: 'Bolo' } } });
});

test('a text is kept at the whole length that phones allow, and a longer one says that it was cut', async () => {
  const { api, sends, read } = await openShop();
  const whole = `${'😀'.repeat(65_000)} fim do pedido`;
  await sends('text', { body: whole });
  expect((await read())[0].content).toBe(whole);
  expect((await api.get('/api/conversations?search=pedido')).body.total).toBe(1);
  await sends('text', { body: 'a'.repeat(70_000) });
  const { content } = (await read())[0];
  expect(content).toHaveLength(65_536);
  expect(content.endsWith('a…')).toBe(true);
});

test('a customer’s call leaves a notice, once, and waits for a person', async () => {
  const { api, graph, read, handled } = await openShop();
  const call = { id: 'wacid.1', from: maria.slice(1), timestamp: String(Math.floor(Date.now() / 1_000)) };
  const metadata = { phone_number_id: graph.account.phoneNumberId };
  for (const more of [
    { event: 'connect', direction: 'USER_INITIATED' },
    { event: 'terminate', status: 'FAILED' },
  ]) {
    graph.webhooks.tell({ field: 'calls', value: { metadata, calls: [{ ...call, ...more }] } });
  }
  const ours = { ...call, id: 'wacid.2', event: 'connect', direction: 'BUSINESS_INITIATED' };
  graph.webhooks.tell({ field: 'calls', value: { metadata, calls: [ours] } });
  await handled();
  const messages = await read();
  expect(messages).toMatchObject([{ content: null, notice: { kind: 'call' } }, { content: 'Quero 2 pizzas' }]);
  expect((await api.get('/api/conversations')).body.data[0].waitingSince).not.toBeNull();
});

test.each<[string, (seconds: number) => object, object]>([
  ['time in milliseconds', (seconds) => ({ timestamp: String(seconds * 1_000) }), { content: 'Oi' }],
  ['time as a number', (seconds) => ({ timestamp: seconds }), { content: 'Oi' }],
  ['time of another form', () => ({ timestamp: 'today' }), { content: 'Oi' }],
  ['number as a number', () => ({ from: Number(maria.slice(1)) }), { content: 'Oi' }],
  ['number with a plus', () => ({ from: maria }), { content: 'Oi' }],
  ['id', () => ({ id: undefined }), { content: 'Oi' }],
  ['type', () => ({ type: undefined }), { content: 'Oi' }],
  ['context', () => ({ context: 'none' }), { content: 'Oi' }],
  ['referral', () => ({ referral: ['x'] }), { content: 'Oi', enclosed: null }],
  ['text', () => ({ text: { body: { a: 1 } } }), { content: null, notice: { kind: 'unknown', title: 'text' } }],
  ['errors', () => ({ errors: 'x', type: 'unsupported', text: 1 }), { notice: { kind: 'unsupported' } }],
])('a message with an odd or missing %s is seen, near its time', async (_, odd, shown) => {
  const { read, tell } = await openShop();
  const seconds = Math.floor(Date.now() / 1_000) - 30;
  const usual = { from: maria.slice(1), id: 'wamid.odd', timestamp: String(seconds), ...textOf('Oi') };
  await tell({ ...usual, ...odd(seconds) });
  const messages = await read();
  const [message] = messages.filter(({ content }: { content: string }) => content !== 'Quero 2 pizzas');
  expect(messages).toHaveLength(2);
  expect(message).toMatchObject(shown);
  expect(Math.abs(Date.parse(message.writtenAt) - Date.now())).toBeLessThan(600_000);
});

test('a message is seen though the contacts of its webhook cannot be read, and names are missing', async () => {
  const { api, tell } = await openShop();
  const message = { from_user_id: nina.userId, id: 'wamid.a', timestamp: '1', ...textOf('Olá') };
  await tell(message, { contacts: 'none' });
  await tell({ ...message, id: 'wamid.b' }, { contacts: [{ wa_id: [], profile: 3, user_id: nina.userId }] });
  expect(await contactsOf(api)).toHaveLength(2);
  expect((await api.get('/api/conversations?search=Ol')).body.data).toMatchObject([{ unreadCount: 2 }]);
});

test('a webhook with a broken entry, change or list still delivers the rest', async () => {
  const { graph, read } = await openShop();
  const metadata = { phone_number_id: graph.account.phoneNumberId };
  const message = { from: maria.slice(1), id: 'wamid.rest', timestamp: '1', ...textOf('Oi') };
  const value = { metadata, messages: message, statuses: 'none' };
  const change = { field: 'messages', value };
  const entry = { id: graph.account.wabaId, time: 'now', changes: [7, { field: 3 }, change] };
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: ['x', { id: 5 }, entry] });
  expect(await graph.webhooks.post(body, graph.webhooks.sign(body))).toBe(200);
  await expect.poll(async () => (await read()).map(({ content }: { content: string }) => content)).toContain('Oi');
});

test('a message without words is read by no agent, no flow and no search, and waits for a person', async () => {
  const { api, sends } = await openShop();
  await sends('unsupported', { type: 'hologram' }, { errors: [{ code: 131051, title: 'SAIR', message: 'SAIR' }] });
  const { body } = await api.get('/api/conversations');
  expect(body.data).toMatchObject([
    { waitingSince: expect.any(String), lastMessage: { content: null, notice: { kind: 'unsupported' } } },
  ]);
  expect((await api.get('/api/conversations?search=SAIR')).body.total).toBe(0);
  expect((await contactsOf(api))[0]).toMatchObject({ optedOut: false });
});
