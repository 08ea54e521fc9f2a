import { describe, expect, test } from 'vitest';
import { maria, openConversation } from '../../support/shop/conversation.ts';
import { nina, openWithNina as openShop } from '../cloud/hidden-customer.ts';
import { must } from '../flows/support.ts';

const number = '+5511987654321';
const waId = '5511987654321';
const usual = 'Para continuar, precisamos do seu número de telefone. Pode nos enviar, por favor?';
const dayMs = 86_400_000;

const cardOf = (more: object = {}, phone: object = { phone: '+55 11 98765-4321', wa_id: waId }) => ({
  name: { formatted_name: 'Nina' },
  phones: [{ ...phone, type: 'CELL' }],
  ...more,
});
const vouched = { origin: 'contact_request' };

/** A shop whose customer Nina hides her number. */
async function openWithNina() {
  const opened = await openShop();
  const { api, graph, conversationId, contactId, rest } = opened;
  const path = `/api/conversations/${conversationId}/messages`;
  return {
    ...{ ...opened, path },
    ask: (more: object = {}) => api.post(path, { request: 'contactInfo', ...more }),
    /** Nina sends contact cards; `replyTo` is the vendor's id of a message of the shop. */
    async sends(cards: object[], { replyTo, name = 'Nina' }: { replyTo?: string | undefined; name?: string } = {}) {
      const context = replyTo === undefined ? {} : { context: { id: replyTo } };
      graph.messages.customerSends({ userId: nina, name }, 'contacts', cards, context);
      await rest();
    },
    lastSent: () => graph.messages.sent.at(-1),
    contact: async () => (await api.get(`/api/contacts/${contactId}`)).body,
    people: async () => (await api.get('/api/contacts')).body.data,
  };
}

describe('a request for the number', () => {
  test('goes out as the request of the vendor, in the language of the agent or in words of the shop', async () => {
    const { api, ask, lastSent, path } = await openWithNina();
    expect(await ask()).toMatchObject({
      status: 201,
      body: { type: 'TEXT', content: usual, request: 'contactInfo', status: 'SENT' },
    });
    const name = 'request_contact_info';
    expect(lastSent()?.body).toMatchObject({
      recipient: nina,
      type: 'interactive',
      interactive: { type: name, body: { text: usual }, action: { name } },
    });
    await must(ask({ content: 'Qual é o seu número para a entrega?' }));
    expect(lastSent()?.body).toMatchObject({ interactive: { body: { text: 'Qual é o seu número para a entrega?' } } });
    expect((await api.get(path)).body.data[0]).toMatchObject({ request: 'contactInfo' });
    expect((await must(api.post(path, { content: 'Obrigado' }))).body.request).toBeNull();
  });

  test.each([
    ['template', { template: { name: 'hello', language: 'pt_BR' } }],
    ['mediaUrl', { mediaUrl: 'https://example.com/a.png' }],
    ['type', { type: 'LOCATION' }],
    ['content', { content: 'a'.repeat(1_025) }],
    ['content', { content: '  ' }],
    ['request', { request: 'email' }],
  ])('with a wrong %s is refused with the name of the field', async (field, more) => {
    const { ask } = await openWithNina();
    const refused = await ask(more);
    expect(refused.status).toBe(400);
    expect(refused.body.errors.map((fault: { field: string }) => fault.field)).toEqual([`body.${field}`]);
  });

  test('is refused outside the messaging window, like any free text', async () => {
    const { ask, clock } = await openWithNina();
    clock.advance(dayMs + 1);
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'window_closed' } });
  });

  test('with the same key asks once, also with the usual words', async () => {
    const { ask, api, path, graph } = await openWithNina();
    const idempotencyKey = 'ask-nina-1';
    const first = await must(ask({ idempotencyKey }));
    expect((await must(ask({ idempotencyKey }))).body.id).toBe(first.body.id);
    expect(graph.messages.sent.filter(({ body }) => body.type === 'interactive')).toHaveLength(1);
    expect(await api.post(path, { content: usual, idempotencyKey })).toMatchObject({
      body: { code: 'idempotency_conflict' },
    });
  });

  test('can be the first message of a conversation', async () => {
    const { api, channelId, contactId, lastSent } = await openWithNina();
    await must(api.post('/api/conversations/new', { channelId, contactId, request: 'contactInfo' }));
    expect(lastSent()?.body.type).toBe('interactive');
  });

  test('is plain words on a channel whose vendor has no request', async () => {
    const { api, path, channel } = await openConversation();
    expect(await api.post(`${path}/messages`, { request: 'contactInfo' })).toMatchObject({ status: 201 });
    expect((await channel.phoneShows(maria))[0]).toMatchObject({ type: 'TEXT' });
  });
});

describe('a contact card', () => {
  test('that the vendor says is her own number gives it to her, and the shop writes to it', async () => {
    const { ask, sends, contact, api, path, lastSent, conversationId } = await openWithNina();
    await must(ask());
    await sends([cardOf(vouched)], { replyTo: lastSent()?.id });
    expect(await contact()).toMatchObject({ phone: number });
    expect((await api.get('/api/conversations')).body.data).toMatchObject([
      { id: conversationId, contact: { phone: number } },
    ]);
    expect((await api.get(path)).body.data[0]).toMatchObject({ content: 'Nina +55 11 98765-4321' });
    await must(api.post(path, { content: 'Obrigado!' }));
    expect(lastSent()?.body).toMatchObject({ to: waId });
  });

  test('of her own answers a button of a template, too, of which the shop knows nothing', async () => {
    const { sends, contact } = await openWithNina();
    await sends([cardOf(vouched)]);
    expect((await contact()).phone).toBe(number);
  });

  test('of her own joins the contact that the shop had entered under the number, with its orders', async () => {
    const { api, agentId, ask, sends, people, conversationId } = await openWithNina();
    const items = [{ name: 'Presunto', quantity: 1, unitPrice: 10 }];
    await must(
      api.post('/api/orders', { aiAgentId: agentId, clientName: 'Nina Silva', clientPhone: number, items, total: 10 }),
    );
    await must(ask());
    await sends([cardOf(vouched)]);
    expect(await people()).toMatchObject([{ phone: number, name: 'Nina Silva' }]);
    const [{ id }] = await people();
    expect((await api.get('/api/orders')).body.data).toMatchObject([{ contactId: id, clientPhone: number }]);
    expect((await api.get('/api/conversations')).body.data).toMatchObject([{ id: conversationId, contact: { id } }]);
  });

  test.each([
    ['that the vendor says is another one', [cardOf({ origin: 'other' })]],
    ['with the id of somebody else', [cardOf({ ...vouched, user_id: 'BR.999' })]],
    ['with two numbers', [cardOf({ phones: [{ wa_id: waId }, { wa_id: '5511987654322' }] })]],
    ['with a number of no country', [cardOf({}, { phone: '98765-4321' })]],
    ['beside another card', [cardOf(vouched), cardOf(vouched)]],
  ])('%s is only shown, even in answer to the request', async (_what, cards) => {
    const { ask, sends, contact, lastSent, path, api } = await openWithNina();
    await must(ask());
    await sends(cards, { replyTo: lastSent()?.id });
    expect((await contact()).phone).toBeNull();
    expect((await api.get(path)).body.data[0].content).toContain('Nina');
  });

  test('of which the vendor says nothing counts in answer to the request, or under her name while it is open', async () => {
    for (const answers of [true, false]) {
      const { ask, sends, contact, lastSent } = await openWithNina();
      await must(ask());
      await sends(
        [cardOf({ name: { formatted_name: answers ? 'Eu' : 'NINA' } })],
        answers ? { replyTo: lastSent()?.id } : {},
      );
      expect((await contact()).phone).toBe(number);
    }
  });

  test('of which the vendor says nothing is only shown without a request, after a day, and under another name', async () => {
    const { ask, sends, contact, clock, says } = await openWithNina();
    await sends([cardOf()]);
    await must(ask());
    await sends([cardOf({ name: { formatted_name: 'Ana' } })]);
    clock.advance(dayMs + 1);
    await says('Oi de novo');
    await sends([cardOf()]);
    expect((await contact()).phone).toBeNull();
  });

  test('of which the vendor says nothing never leads to the contact of somebody else', async () => {
    const { api, ask, sends, contact, people, lastSent } = await openWithNina();
    await must(api.post('/api/contacts', { phone: number, name: 'Ana' }));
    await must(ask());
    await sends([cardOf()], { replyTo: lastSent()?.id });
    expect((await contact()).phone).toBeNull();
    expect(await people()).toHaveLength(2);
  });
});

test('a number that a customer types is no evidence', async () => {
  const { ask, says, contact } = await openWithNina();
  await must(ask());
  await says('11 98765-4321');
  expect((await contact()).phone).toBeNull();
});

test('an authentication template to a customer who hides the number is refused before it is sent', async () => {
  const { api, channelId, path, graph, rest } = await openWithNina();
  const draft = {
    name: 'codigo',
    category: 'AUTHENTICATION',
    language: 'pt_BR',
    components: [{ type: 'BODY', text: 'Seu código.' }],
  };
  await must(api.post(`/api/channels/${channelId}/chat-templates`, draft));
  graph.management.review('codigo', 'APPROVED');
  await rest();
  const refused = await api.post(path, { template: { name: 'codigo', language: 'pt_BR' } });
  expect(refused).toMatchObject({ status: 409, body: { code: 'template_unusable' } });
  expect(refused.body.detail).toContain('hides the number');
  expect(graph.messages.sent.some(({ body }) => body.type === 'template')).toBe(false);
});
