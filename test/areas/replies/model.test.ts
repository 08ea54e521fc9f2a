import { expect, test } from 'vitest';
import { saveLanguageModel } from '../../../server/platform/language-model.ts';
import { eventually } from '../../support/server/app.ts';
import { maria } from '../../support/shop/conversation.ts';
import { openModelShop } from './model-shop.ts';
import type { ShopOptions } from './support.ts';

const items = [{ name: 'Pizza Calabresa', description: 'Calabresa e cebola', price: 49.9 }];
const services = [{ id: 'cut', name: 'Corte', durationMinutes: 60, price: 120 }];
const faqs = [{ question: 'Tem estacionamento?', answer: 'Sim, na rua de trás.' }];

const openShop = (options: ShopOptions = {}) => openModelShop({ items, draft: { faqs, services }, ...options });

test('a model replies from facts and tools, with the configured key and the settings of the agent', async () => {
  const shop = await openShop({ behavior: { model: 'large', temperature: 0.7 } });
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
  const shop = await openShop();
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
  const shop = await openShop();
  shop.model.steps = [step as string];
  shop.model.answer = typeof step === 'object' ? 'A calabresa custa R$ 1,00' : (step as string);
  expect(await shop.ask('Quanto custa a calabresa?')).toEqual([
    expect.stringMatching(/^Pizza Calabresa\b.{0,4}R\$ 49,90/),
  ]);
  expect(await shop.trace()).toMatchObject({ engine: 'local', fellBack: true });
});

test('the local engine replies if the model returns garbage or is unreachable', async () => {
  const shop = await openShop();
  const { platform } = shop.shop.app;
  await platform.write(({ db }) =>
    saveLanguageModel(db, platform.secrets, { baseUrl: 'http://127.0.0.1:9/v1', model: 'x' }),
  );
  expect(await shop.ask('Tem estacionamento?')).toEqual(['Sim, na rua de trás.']);
  expect(await shop.trace()).toMatchObject({ engine: 'local', fellBack: true, tokens: null });
});

test('a model that calls tools without end or exceeds its token budget is stopped', async () => {
  const shop = await openShop();
  const again = { tools: [{ name: 'look_up_items', input: { name: 'calabresa' } }] };
  shop.model.steps = Array.from({ length: 10 }, () => again);
  expect(await shop.ask('Tem estacionamento?')).toEqual(['Sim, na rua de trás.']);
  expect(shop.model.requests).toHaveLength(4);
  shop.model.tokens = { in: 30_000, out: 1 };
  shop.model.steps = Array.from({ length: 10 }, () => again);
  expect(await shop.ask('Tem estacionamento?')).toEqual(['Sim, na rua de trás.']);
  expect(shop.model.requests).toHaveLength(5);
});

test('free times are in the future and in the time zone of the business hours; a past day has none', async () => {
  const hours = [{ from: '17:00', to: '21:00' }];
  const businessHours = { timezone: 'America/Manaus', days: { fri: hours, sat: hours, sun: hours } };
  const shop = await openShop({ draft: { faqs, services, businessHours } });
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
  const shop = await openShop();
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
  const shop = await openShop();
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
  const shop = await openShop();
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
