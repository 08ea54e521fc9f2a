import { describe, expect, test } from 'vitest';
import { makePdf, makePhoto } from '../../support/files/samples.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { eventsOf, maria, openConversation } from '../../support/shop/conversation.ts';
import { faultsOf } from '../../support/shop/sales.ts';
import { orderReady } from '../../support/shop/templates.ts';

const header = { type: 'HEADER', format: 'TEXT', text: 'Oi {{1}}', example: { header_text: ['Ana'] } };
const [numbered] = orderReady().components;
const link = {
  type: 'BUTTONS',
  buttons: [{ type: 'URL', text: 'Ver', url: 'https://example.com/{{1}}', example: ['https://example.com/1'] }],
};
const named = {
  type: 'BODY',
  text: '{{nome}}, seu código é {{codigo}}.',
  example: {
    body_text_named_params: [
      { param_name: 'nome', example: 'Ana' },
      { param_name: 'codigo', example: '12' },
    ],
  },
};

/** A conversation and one approved template on its channel. */
async function openWith(components: object[], provider: '<QR_PROVIDER>' | 'CLOUD_API' = 'CLOUD_API') {
  const clock = new ManualClock();
  const open = await openConversation({ provider, clock });
  const { status } = await open.api.post(`/api/channels/${open.channel.id}/chat-templates`, orderReady({ components }));
  expect(status).toBe(201);
  const send = (variables?: unknown, more: object = {}) =>
    open.api.post(`${open.path}/messages`, {
      template: { name: 'order_ready', language: 'pt_BR', variables },
      ...more,
    });
  return { ...open, clock, send };
}

describe('sending a template', () => {
  test('fills its text with the values, by number or in order', async () => {
    const { send, channel, api, path } = await openWith([numbered as object]);
    const sent = await send(['Maria', '4711']);
    const content = 'Olá Maria, o pedido 4711 saiu.';
    expect(sent).toMatchObject({ status: 201, body: { status: 'SENT', content, template: { name: 'order_ready' } } });
    expect((await send({ 2: '4711', 1: 'Maria' })).body.content).toBe(content);
    expect((await channel.phoneShows(maria))[0]).toMatchObject({
      content,
      template: { name: 'order_ready', language: 'pt_BR' },
    });
    expect((await api.get(path)).body.lastMessage.content).toBe(content);
    expect((await api.get('/api/conversations?search=4711')).body.total).toBe(1);
  });

  test('passes each value to the vendor in its place', async () => {
    const { send, channel } = await openWith([header, numbered as object, link]);
    expect((await send(['Ana', 'Maria', '4711', 'p/9'])).status).toBe(201);
    const [shown] = await channel.phoneShows(maria);
    const texts = (...list: string[]) => list.map((text) => ({ type: 'text', text }));
    expect(shown.template.components).toEqual([
      { type: 'header', parameters: texts('Ana') },
      { type: 'body', parameters: texts('Maria', '4711') },
      { type: 'button', sub_type: 'url', index: '0', parameters: texts('p/9') },
    ]);
    expect((await send({ 'header.1': 'Ana', 1: 'Maria', 2: '4711', 'button.1': 'p/9' })).status).toBe(201);
  });

  test('accepts values by name', async () => {
    const { send, channel } = await openWith([named]);
    expect((await send({ nome: 'Maria', codigo: '7', extra: 'x' })).body.content).toBe('Maria, seu código é 7.');
    const [shown] = await channel.phoneShows(maria);
    expect(shown.template.components[0].parameters[0]).toEqual({ type: 'text', text: 'Maria', parameter_name: 'nome' });
  });

  test('without a required value returns 400, and nothing is stored', async () => {
    const { shop, send, channel, api, path } = await openWith([named]);
    const told = await eventsOf(shop, async () => {
      for (const variables of [undefined, [], ['Maria', ' '], { nome: 'Maria' }]) {
        const refused = await send(variables);
        expect(refused.status).toBe(400);
        expect(faultsOf(refused)[0]).toBe('body.template.variables');
        expect(refused.body.detail).toContain('{{codigo}}');
      }
    });
    expect(told).toEqual([]);
    expect((await api.get(`${path}/messages`)).body.data).toHaveLength(1);
    expect(await channel.phoneShows(maria)).toHaveLength(1);
  });

  test('requires media for a media header and rejects media for any other', async () => {
    const picture = { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['sim:1'] } };
    const { send, api, path } = await openWith([picture, { type: 'BODY', text: 'Novidade!' }]);
    expect(faultsOf(await send())).toEqual(['body.mediaUrl']);
    const { body: menu } = await api.upload(`${path}/upload-media`, makePdf(), 'a.pdf');
    expect(faultsOf(await send(undefined, { mediaUrl: menu.url }))).toEqual(['body.mediaUrl']);
    const { body: uploaded } = await api.upload(`${path}/upload-media`, await makePhoto(), 'a.jpg');
    const sent = await send(undefined, { mediaUrl: uploaded.url });
    expect(sent).toMatchObject({ status: 201, body: { type: 'IMAGE', content: 'Novidade!' } });
    const plain = await openWith([numbered as object]);
    const { body: pdf } = await plain.api.upload(`${plain.path}/upload-media`, makePdf(), 'a.pdf');
    expect(faultsOf(await plain.send(['a', 'b'], { mediaUrl: pdf.url }))).toEqual(['body.mediaUrl']);
  });

  test('under the same key sends one message, and other values are a conflict', async () => {
    const { send } = await openWith([numbered as object]);
    const key = { idempotencyKey: 'order-4711' };
    const first = await send(['Maria', '4711'], key);
    expect((await send(['Maria', '4711'], key)).body.id).toBe(first.body.id);
    expect(await send(['Maria', '4712'], key)).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
  });
});

describe('a value of a template', () => {
  test.each([
    ['a line break', '2 pizzas\n1 refri'],
    ['a tab', '2 pizzas\t1 refri'],
    ['six spaces', '2 pizzas      1 refri'],
    ['a line separator', '2 pizzas\u20281 refri'],
  ])('with %s is made one line, for the vendor and in the thread', async (_name, value) => {
    const { send, channel } = await openWith([header, numbered as object, link]);
    const sent = await send([value, value, '4711', value]);
    expect(sent.body).toMatchObject({ status: 'SENT', content: 'Olá 2 pizzas 1 refri, o pedido 4711 saiu.' });
    const [shown] = await channel.phoneShows(maria);
    expect(JSON.stringify(shown.template)).not.toMatch(/\\n|\\t|\u2028| {2}/);
  });

  const code = {
    type: 'BUTTONS',
    buttons: [{ type: 'COPY_CODE', example: 'PIZZA10' }],
  };
  const text = 'Olá , o pedido 4711 saiu.'.length;
  test.each([
    ['the text', [numbered], ['x'.repeat(1_025 - text), '4711'], { limit: 1_024, length: 1_025 }],
    ['the header', [header, numbered], ['x'.repeat(58), 'Ana', '4711'], { limit: 60, length: 61 }],
    ['an address', [numbered, link], ['Ana', '1', 'x'.repeat(1_981)], { limit: 2_000, length: 2_001 }],
    ['a code', [numbered, code], ['Ana', '1', 'x'.repeat(16)], { limit: 15, length: 16 }],
  ])(
    'that makes %s too long is refused with limit and length before it is stored',
    async (_name, parts, values, fault) => {
      const { shop, api, path, send } = await openWith(parts as object[]);
      const told = await eventsOf(shop, async () => {
        const refused = await send(values);
        expect(refused.status).toBe(400);
        expect(refused.body.errors).toMatchObject([{ field: 'body.template.variables', code: 'too_long', ...fault }]);
      });
      expect(told).toEqual([]);
      expect((await api.get(`${path}/messages`)).body.data).toHaveLength(1);
      const shorter = values.map((value) => (value.startsWith('xx') ? value.slice(1) : value));
      expect((await send(shorter)).body.status).toBe('SENT');
    },
  );

  test('may be long in a local template, which is sent as a text', async () => {
    const { send } = await openWith([numbered as object], '<QR_PROVIDER>');
    expect((await send(['x'.repeat(5_000), '4711'])).body.status).toBe('SENT');
  });
});

describe('a template that may not be sent', () => {
  test.each([
    ['is unknown', { name: 'unknown' }],
    ['is of another language', { language: 'es' }],
  ])('because it %s returns 409 without calling the vendor', async (_name, other) => {
    const { shop, api, path, channel } = await openWith([numbered as object]);
    const template = { name: 'order_ready', language: 'pt_BR', variables: ['a', 'b'], ...other };
    const told = await eventsOf(shop, async () => {
      const refused = await api.post(`${path}/messages`, { template });
      expect(refused).toMatchObject({ status: 409, body: { code: 'template_unusable' } });
      const started = { channelId: channel.id, phoneNumber: '+5531987654321', template };
      expect((await api.post('/api/conversations/new', started)).status).toBe(409);
    });
    expect(told).toEqual([]);
    expect((await api.get('/api/conversations')).body.total).toBe(1);
    expect((await api.get(`${path}/messages`)).body.data).toHaveLength(1);
  });

  test.each(['PENDING', 'REJECTED', 'PAUSED', 'DISABLED'])('because it is %s returns 409', async (status) => {
    const { shop, api, channel, send } = await openWith([numbered as object]);
    const at = `/api/simulator/channels/${channel.id}/templates/order_ready`;
    await api.put(at, { language: 'pt_BR', status });
    await shop.settle();
    expect(await send(['a', 'b'])).toMatchObject({ status: 409, body: { code: 'template_unusable' } });
    expect(await channel.phoneShows(maria)).toHaveLength(1);
  });

  test('because the vendor has just paused it returns 409 from the vendor’s rejection', async () => {
    const { api, channel, send } = await openWith([numbered as object]);
    const at = `/api/simulator/channels/${channel.id}/templates/order_ready`;
    await api.put(at, { language: 'pt_BR', status: 'PAUSED', tell: false });
    expect(await send(['a', 'b'])).toMatchObject({ status: 409, body: { code: 'template_unusable' } });
  });
});

test('a local template is sent as one text', async () => {
  const { send, channel } = await openWith(
    [header, numbered as object, { type: 'FOOTER', text: 'Pizzaria' }],
    '<QR_PROVIDER>',
  );
  const sent = await send(['Maria', 'Maria', '4711']);
  const content = 'Oi Maria\n\nOlá Maria, o pedido 4711 saiu.\n\nPizzaria';
  expect(sent).toMatchObject({ status: 201, body: { status: 'SENT', content, template: { name: 'order_ready' } } });
  expect((await channel.phoneShows(maria))[0]).toMatchObject({ content, template: null });
});

test('the stats count templates, their sends and receipts', async () => {
  const { shop, api, channel, send } = await openWith([numbered as object]);
  const stats = async (query = '') => {
    await shop.settle();
    return (await api.get(`/api/chat-templates/stats${query}`)).body;
  };
  expect(await stats()).toMatchObject({ count: 4, sends: 0, deliveryRate: null, readRate: null });
  const phone = `/api/simulator/channels/${channel.id}/phones/${maria}`;
  await send(['a', 'b']);
  await send(['c', 'd']);
  await shop.settle();
  await channel.drive('read', { from: maria });
  await api.put(phone, { online: false });
  await send(['e', 'f']);
  await send(['g', 'h']);
  await api.post('/api/conversations/new', { channelId: channel.id, phoneNumber: maria, content: 'Sem modelo' });
  const found = await stats(`?channelId=${channel.id}`);
  expect(found).toMatchObject({ count: 4, sends: 4, delivered: 2, read: 2, deliveryRate: 0.5, readRate: 0.5 });
  expect(found.byStatus).toContainEqual({ status: 'APPROVED', count: 4 });
  expect(found.byCategory.map((entry: { category: string; sends: number }) => [entry.category, entry.sends])).toEqual([
    ['MARKETING', 0],
    ['UTILITY', 4],
    ['AUTHENTICATION', 0],
  ]);
  expect((await api.get('/api/chat-templates/stats?channelId=ch_x')).status).toBe(400);
});
