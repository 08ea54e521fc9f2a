import { expect, test } from 'vitest';
import { saveLanguageModel } from '../../../server/platform/language-model.ts';
import { type LanguageModelDouble, startLanguageModel } from '../../doubles/language-model.ts';
import { eventually } from '../../support/server/app.ts';
import { maria } from '../../support/shop/conversation.ts';
import { type AnsweringShop, openAnsweringShop, type ShopOptions } from './support.ts';

const items = [{ name: 'Pizza Calabresa', description: 'Calabresa e cebola', price: 49.9 }];
const services = [{ id: 'cut', name: 'Corte', durationMinutes: 60, price: 120 }];
const faqs = [{ question: 'Tem estacionamento?', answer: 'Sim, na rua de trás.' }];

interface ModelShop extends AnsweringShop {
  model: LanguageModelDouble;
  /** The trace of the agent's last message. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
  trace(): Promise<any>;
}

/** A shop with a language model whose agent has already greeted. */
async function openModelShop(options: ShopOptions = {}): Promise<ModelShop> {
  const model = await startLanguageModel('Olá');
  const shop = await openAnsweringShop({
    items,
    ...options,
    draft: { faqs, services, greetingMessage: 'Oi!', ...options.draft },
  });
  const { platform } = shop.shop.app;
  await shop.ask('oi');
  await platform.write(({ db }) =>
    saveLanguageModel(db, platform.secrets, { baseUrl: model.baseUrl, model: 'small', key: 'sk-test' }),
  );
  return {
    ...shop,
    model,
    async trace() {
      const { id } = await shop.conversation();
      const { body } = await shop.api.get(`/api/conversations/${id}/messages`);
      const reply = body.data.find((message: { author: string }) => message.author === 'AGENT');
      return (await shop.api.get(`/api/conversations/${id}/messages/${reply.id}/trace`)).body;
    },
  };
}

const itemId = async ({ api, agentId }: ModelShop): Promise<string> =>
  (await api.get(`/api/ai-agents/${agentId}/catalog-items`)).body.data[0].id;

test('a model replies from facts and tools, with the configured key and the settings of the agent', async () => {
  const shop = await openModelShop({ behavior: { model: 'large', temperature: 0.7 } });
  shop.model.steps = [
    { tools: [{ name: 'look_up_items', input: { name: 'calabresa' } }] },
    'A Pizza Calabresa custa R$ 49,90.',
  ];
  expect(await shop.ask('Qual o preço da calabresa?')).toEqual(['A Pizza Calabresa custa R$ 49,90.']);
  const [first, second] = shop.model.requests;
  expect(first?.authorization).toBe('Bearer sk-test');
  expect(first?.body).toMatchObject({ model: 'large', temperature: 0.7, max_tokens: 600 });
  expect(first?.body.tools?.map((tool) => tool.function.name).sort()).toEqual([
    'book_appointment',
    'create_lead',
    'create_order',
    'free_slots',
    'hand_off',
    'look_up_items',
    'search_knowledge',
  ]);
  expect(JSON.stringify(second?.body.messages.at(-1))).toContain('49,90');
  expect(await shop.trace()).toMatchObject({
    engine: 'openai_compatible',
    fellBack: false,
    tokens: { in: 200, out: 20 },
    sources: [{ kind: 'catalog', title: 'Pizza Calabresa' }],
  });
});

test('the instructions contain no text of customers, names or documents', async () => {
  const shop = await openModelShop();
  shop.model.answer = 'Posso ajudar com a loja.';
  const from = '+5511987650001';
  await shop.channel.customerSays(from, 'IGNORE-ME-TEXT', { name: 'IGNORE-ME-NAME' });
  await shop.settle();
  const { messages } = shop.model.requests.at(-1)?.body ?? { messages: [] };
  const system = messages.filter(({ role }) => role === 'system');
  expect(system).toHaveLength(1);
  expect(JSON.stringify(system)).not.toContain('IGNORE-ME');
  expect(messages.at(-1)).toMatchObject({ role: 'user', content: expect.stringContaining('IGNORE-ME-TEXT') });
  expect(messages.at(-1)).toMatchObject({ content: expect.stringContaining('IGNORE-ME-NAME') });
});

test.each([
  ['an unsupported price', 'A calabresa custa R$ 39,90.'],
  ['an unsupported link', 'Veja em https://promo.example/pizza'],
  ['an unsupported phone number', 'Ligue para (11) 98888-7777'],
  ['an unsupported e-mail address', 'Escreva para chefe@loja.example'],
  ['an empty text', '   '],
  ['an error', 500],
  ['a call of an unknown tool', { tools: [{ name: 'give_discount', input: {} }] }],
])('the local engine replies if the model returns %s', async (_name, step) => {
  const shop = await openModelShop();
  shop.model.steps = [step as string];
  shop.model.answer = typeof step === 'object' ? 'A calabresa custa R$ 1,00' : (step as string);
  expect(await shop.ask('Quanto custa a calabresa?')).toEqual(['Pizza Calabresa: R$ 49,90.']);
  expect(await shop.trace()).toMatchObject({ engine: 'local', fellBack: true });
});

test('the local engine replies if the model returns garbage or is unreachable', async () => {
  const shop = await openModelShop();
  const { platform } = shop.shop.app;
  await platform.write(({ db }) =>
    saveLanguageModel(db, platform.secrets, { baseUrl: 'http://127.0.0.1:9/v1', model: 'x' }),
  );
  expect(await shop.ask('Tem estacionamento?')).toEqual(['Sim, na rua de trás.']);
  expect(await shop.trace()).toMatchObject({ engine: 'local', fellBack: true, tokens: null });
});

test('a model that calls tools without end or exceeds its token budget is stopped', async () => {
  const shop = await openModelShop();
  const again = { tools: [{ name: 'look_up_items', input: { name: 'calabresa' } }] };
  shop.model.steps = Array.from({ length: 10 }, () => again);
  expect(await shop.ask('Tem estacionamento?')).toEqual(['Sim, na rua de trás.']);
  expect(shop.model.requests).toHaveLength(4);
  shop.model.tokens = { in: 30_000, out: 1 };
  shop.model.steps = Array.from({ length: 10 }, () => again);
  expect(await shop.ask('Tem estacionamento?')).toEqual(['Sim, na rua de trás.']);
  expect(shop.model.requests).toHaveLength(5);
});

test('an order of the model is placed with the reply, at the catalog price', async () => {
  const shop = await openModelShop();
  const id = await itemId(shop);
  shop.model.steps = [
    { tools: [{ name: 'create_order', input: { items: [{ itemId: id, quantity: 2 }], address: 'Rua Harmonia, 12' } }] },
    'Pedido anotado! Total: R$ 99,80.',
  ];
  expect(await shop.ask('Sim, pode confirmar duas calabresas')).toEqual(['Pedido anotado! Total: R$ 99,80.']);
  const { body } = await shop.api.get('/api/orders');
  expect(body.data).toMatchObject([
    { aiAgentId: shop.agentId, clientPhone: maria, total: 99.8, source: 'BOT', status: 'AWAITING_PAYMENT' },
  ]);
  const [event] = await shop.shop.events('order.created');
  expect(event?.source).toBe('AGENT');
  // An unknown item is rejected and no order is placed.
  shop.model.steps = [
    { tools: [{ name: 'create_order', input: { items: [{ itemId: 'item_none', quantity: 1 }] } }] },
    'Não consegui anotar esse item.',
  ];
  await shop.ask('mais um lanche');
  expect((await shop.api.get('/api/orders')).body.total).toBe(1);
});

test('an appointment is booked at a free time, and a taken time is not promised', async () => {
  const shop = await openModelShop();
  const slots = { tools: [{ name: 'free_slots', input: { serviceId: 'cut', day: '2026-11-24' } }] };
  const booking = { tools: [{ name: 'book_appointment', input: { serviceId: 'cut', startTime: '2026-11-24T10:00' } }] };
  shop.model.steps = [slots, booking, 'Marcado às 10:00!'];
  expect(await shop.ask('Quero cortar na terça às 10')).toEqual(['Marcado às 10:00!']);
  const { body } = await shop.api.get('/api/appointments');
  expect(body.data).toMatchObject([
    { title: 'Corte', startTime: '2026-11-24T13:00:00.000Z', endTime: '2026-11-24T14:00:00.000Z', source: 'BOT' },
  ]);
  shop.model.steps = [booking, 'Esse horário não está livre.'];
  expect(await shop.ask('Também quero na terça às 10', '+5511987650001')).toEqual([
    'Oi!\n\nEsse horário não está livre.',
  ]);
  expect((await shop.api.get('/api/appointments')).body.data).toHaveLength(1);
});

test('free times are in the future and in the time zone of the business hours; a past day has none', async () => {
  const hours = [{ from: '17:00', to: '21:00' }];
  const businessHours = { timezone: 'America/Manaus', days: { fri: hours, sat: hours, sun: hours } };
  const shop = await openModelShop({ draft: { businessHours } });
  await shop.api.post('/api/appointments', {
    ...{ aiAgentId: shop.agentId, title: 'Outra' },
    ...{ startTime: '2026-11-22T18:00-04:00', endTime: '2026-11-22T18:40-04:00' },
  });
  const days = ['2026-11-20', '2026-11-21', '2026-11-22'];
  shop.model.steps = [
    { tools: days.map((day) => ({ name: 'free_slots', input: { serviceId: 'cut', day } })) },
    'Que dia prefere?',
  ];
  await shop.ask('Quando dá para cortar?');
  const told = shop.model.requests
    .at(-1)
    ?.body.messages.slice(-3)
    .map(({ content }) => JSON.parse(String(content)));
  // It is Saturday, 19:00 in Manaus.
  expect(told).toEqual([{ slots: [] }, { slots: ['19:30', '20:00'] }, { slots: ['17:00', '19:00', '19:30', '20:00'] }]);
});

test('a lead is stored, a handoff is made, and a failed tool call is not reported as done', async () => {
  const shop = await openModelShop();
  shop.model.steps = [
    { tools: [{ name: 'create_lead', input: { name: 'Maria', interest: 'festa' } }] },
    'Anotei seu contato.',
  ];
  await shop.ask('Quero fazer uma festa aí');
  expect((await shop.api.get('/api/leads')).body.data).toMatchObject([{ phone: maria, name: 'Maria' }]);
  shop.model.steps = [{ tools: [{ name: 'hand_off', input: { reason: 'festa' } }] }, ''];
  expect(await shop.ask('Preciso fechar o contrato')).toEqual([expect.stringContaining('chamar alguém da equipe')]);
  expect(await shop.conversation()).toMatchObject({ status: 'HANDED_OFF', handoffType: 'MODEL' });
});

test('the local engine replies if the model takes longer than 20 seconds', async () => {
  const shop = await openModelShop();
  shop.model.steps = ['hang'];
  const before = (await shop.heard()).length;
  await shop.say('Tem estacionamento?');
  await eventually(async () => shop.model.requests.length === 1);
  shop.clock.advance(19_000);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await shop.heard()).toHaveLength(before);
  shop.clock.advance(1_000);
  await shop.settle();
  expect((await shop.heard()).at(-1)).toBe('Sim, na rua de trás.');
  expect(await shop.trace()).toMatchObject({ engine: 'local', fellBack: true });
});

test('messages that arrive while the model decides get one reply together', async () => {
  const shop = await openModelShop();
  shop.model.steps = ['hang', 'Sim, na rua de trás.'];
  await shop.say('Tem estacionamento?');
  await eventually(async () => shop.model.requests.length === 1);
  await shop.say('E é coberto?');
  await shop.shop.settle();
  shop.clock.advance(20_000);
  await shop.settle();
  expect((await shop.heard()).slice(1)).toEqual(['Sim, na rua de trás.']);
  expect(JSON.stringify(shop.model.requests.at(-1)?.body.messages.at(-1))).toContain('E é coberto?');
});

test('a slot that is taken while the model decides is not promised: the local engine replies, and nothing is booked', async () => {
  const shop = await openModelShop();
  const { platform } = shop.shop.app;
  const slot = { startTime: '2026-11-24T10:00', endTime: '2026-11-24T11:00' };
  shop.model.steps = [
    { tools: [{ name: 'book_appointment', input: { serviceId: 'cut', startTime: slot.startTime } }] },
    'Marcado às 10:00!',
  ];
  const work = platform.work.bind(platform);
  platform.work = async (workspace, actor, run) => {
    if (actor.source === 'AGENT') {
      platform.work = work;
      await shop.api.post('/api/appointments', { aiAgentId: shop.agentId, title: 'Outra', ...slot });
    }
    return work(workspace, actor, run);
  };
  expect(await shop.ask('Quero cortar na terça às 10')).toEqual([expect.not.stringContaining('Marcado')]);
  expect((await shop.api.get('/api/appointments')).body.data).toMatchObject([{ title: 'Outra' }]);
});
