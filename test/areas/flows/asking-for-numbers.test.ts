import { describe, expect, test } from 'vitest';
import { nina, openWithNina } from '../cloud/hidden-customer.ts';
import { failed, hourMs, must, openFlows, question, say, step } from './support.ts';

const number = '+5511987654321';
const own = (more: object = {}) => question('q', 'number', 'done', { kind: 'own_phone', retries: 0, ...more });
const done = say('done', 'Número: {{number}}, {{contact.phone}}.');

/** A shop whose customer Nina hides her number, with a flow that she starts by `quero`. */
async function openAsking(steps: object[] = [own(), done]) {
  const opened = await openWithNina();
  const { api, graph, agentId, rest } = opened;
  const flow = { aiAgentId: agentId, name: 'Entrega', trigger: { type: 'keyword', words: ['quero'] }, steps };
  const { body } = await must(api.post('/api/flows', flow));
  const path = `/api/flows/${body.id}`;
  await must(api.patch(`${path}/toggle`, { active: true }));
  const card = { name: { formatted_name: 'Nina' }, phones: [{ wa_id: '5511987654321' }], origin: 'contact_request' };
  return {
    ...{ ...opened, path },
    async shares(more: object = {}) {
      graph.messages.customerSends({ userId: nina, name: 'Nina' }, 'contacts', [{ ...card, ...more }]);
      await rest();
    },
    status: async () => (await api.get(`/api/conversations/${opened.conversationId}`)).body.status,
    asked: () => graph.messages.sent.filter(({ body: sent }) => sent.type === 'interactive').length,
    runs: async () => (await api.get(`${path}/runs`)).body.data,
  };
}

describe('a question for the own number', () => {
  test('sends the vendor’s request and continues when the customer’s card arrives', async () => {
    const { says, shares, hears, asked } = await openAsking();
    await says('quero');
    expect(await hears()).toEqual(['number?']);
    expect(asked()).toBe(1);
    await shares();
    expect(await hears()).toEqual(['number?', `Número: ${number}, ${number}.`]);
  });

  test('continues in the conversation of the contact that the shop had entered with the number', async () => {
    const { api, says, shares, hears } = await openAsking();
    await must(api.post('/api/contacts', { phone: number, name: 'Nina Silva' }));
    await says('quero');
    await shares();
    expect((await hears()).at(-1)).toBe(`Número: ${number}, ${number}.`);
    expect((await api.get('/api/contacts')).body.data).toMatchObject([{ phone: number, name: 'Nina Silva' }]);
  });

  test('takes a typed number as an answer and assigns it to no contact', async () => {
    const { says, hears, api } = await openAsking();
    await says('quero');
    await says('11 98765-4321');
    expect((await hears()).at(-1)).toBe(`Número: ${number}, .`);
    expect((await api.get('/api/contacts')).body.data).toMatchObject([{ phone: null }]);
  });

  test('asks nothing if the number is known', async () => {
    const { launch, says, heard } = await openFlows();
    await launch([own(), done]);
    await says('oi');
    expect(await heard()).toEqual([`Número: ${number}, ${number}.`]);
  });

  test('follows the flow’s branch after a refusal and after the time limit', async () => {
    const ways = { onInvalid: 'none', onTimeout: 'none', timeoutMinutes: 60 };
    for (const waits of [false, true]) {
      const { says, hears, clock, rest } = await openAsking([own(ways), done, say('none', 'Sem número, tudo bem.')]);
      await says('quero');
      if (waits) {
        clock.advance(hourMs);
        await rest();
      } else await says('prefiro não');
      expect((await hears()).at(-1)).toBe('Sem número, tudo bem.');
    }
  });

  test('without a way after a refusal calls a person', async () => {
    const { says, hears, status } = await openAsking();
    await says('quero');
    await says('prefiro não');
    expect((await hears()).at(-1)).toBe(failed);
    expect(await status()).toBe('HANDED_OFF');
  });
});

test('a flow that fails calls a person and says so, also when the customer has heard something before', async () => {
  const order = step('o', 'order', { items: [{ catalogItem: 'Sushi', quantity: '1' }] });
  const { says, hears, status, runs } = await openAsking([say('a', 'Um momento', 'o'), order]);
  await says('quero');
  expect(await hears()).toEqual(['Um momento', failed]);
  expect(await status()).toBe('HANDED_OFF');
  expect(await runs()).toMatchObject([{ state: 'FAILED' }]);
});

test('a flow that fails for an event says nothing to a customer who waits for nothing', async () => {
  const { api, agentId, contactId, conversationId, hears, rest } = await openWithNina();
  await must(api.post(`/api/conversations/${conversationId}/messages`, { content: 'Olá!' }));
  await must(api.patch(`/api/conversations/${conversationId}`, { status: 'ACTIVE' }));
  const trigger = { type: 'event', event: 'order.created', conditions: [] };
  const steps = [step('h', 'http', { url: 'http://127.0.0.1:1/' })];
  const { body } = await must(api.post('/api/flows', { aiAgentId: agentId, name: 'Aviso', trigger, steps }));
  await must(api.patch(`/api/flows/${body.id}/toggle`, { active: true }));
  const items = [{ name: 'Presunto', quantity: 1, unitPrice: 10 }];
  await must(api.post('/api/orders', { aiAgentId: agentId, clientName: 'Nina', contactId, items, total: 10 }));
  await rest();
  expect((await api.get(`/api/flows/${body.id}/runs`)).body.data).toMatchObject([{ state: 'FAILED' }]);
  expect(await hears()).toEqual(['Olá!']);
  expect((await api.get(`/api/conversations/${conversationId}`)).body.status).toBe('ACTIVE');
});

test('a flow names the customer by id and user name, and her hidden number is empty', async () => {
  const { graph, rest, says, hears, contactId } = await openAsking([
    say('a', '{{contact.id}} @{{contact.username}} [{{contact.phone}}]'),
  ]);
  await rest();
  graph.webhooks.tell({
    field: 'messages',
    value: {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: '15550783881', phone_number_id: graph.account.phoneNumberId },
      contacts: [{ profile: { name: 'Nina', username: 'nina.doces' }, user_id: nina }],
      messages: [{ from_user_id: nina, id: 'wamid.name', timestamp: '1795262400', type: 'text', text: { body: 'oi' } }],
    },
  });
  await rest();
  await says('quero');
  expect((await hears()).at(-1)).toBe(`${contactId} @nina.doces []`);
});
