import { expect, test } from 'vitest';
import { maria } from '../../support/shop/conversation.ts';
import { type ModelShop, openModelShop } from './model-shop.ts';

const pizza = { name: 'Pizza Calabresa', description: 'Calabresa e cebola', price: 49.9 };
const services = [{ id: 'cut', name: 'Corte', durationMinutes: 60, price: 120 }];

const openShop = (more: object = {}) => openModelShop({ items: [pizza], draft: { services, ...more } });

const itemId = async ({ api, agentId }: ModelShop): Promise<string> =>
  (await api.get(`/api/ai-agents/${agentId}/catalog-items`)).body.data[0].id;

/** The customer wants two pizzas, and the model calls its tool at once. */
async function wantPizzas(shop: ModelShop, says = 'Pedido anotado!'): Promise<string[]> {
  const input = { items: [{ itemId: await itemId(shop), quantity: 2 }], address: 'Rua Harmonia, 12' };
  shop.model.steps = [{ tools: [{ name: 'create_order', input }] }, says];
  return shop.ask('Quero duas calabresas na Rua Harmonia, 12');
}

async function wantCut(shop: ModelShop, from = maria): Promise<string[]> {
  const input = { serviceId: 'cut', startTime: '2026-11-24T10:00' };
  shop.model.steps = [{ tools: [{ name: 'book_appointment', input }] }, 'Marcado!'];
  return shop.ask('Quero cortar na terça às 10', from);
}

const countOrders = async ({ api }: ModelShop): Promise<number> => (await api.get('/api/orders')).body.total;
const listBooked = async ({ api }: ModelShop) => (await api.get('/api/appointments')).body.data;

const summary = [
  'Confira o pedido:',
  '• 2 × Pizza Calabresa: R$ 49,90 cada, R$ 99,80',
  'Total dos itens: R$ 99,80',
  'Endereço: Rua Harmonia, 12',
  'Posso fazer o pedido? (sim/não)',
].join('\n');

test('an order is placed after the yes to the summary that the program wrote, once, and the reply has its number', async () => {
  const shop = await openShop();
  expect(await wantPizzas(shop)).toEqual([summary]);
  expect(await countOrders(shop)).toBe(0);
  const asked = shop.model.requests.length;
  expect(await shop.ask('sim, pode fazer!')).toEqual(['Pedido nº 1 feito! Total dos itens: R$ 99,80.']);
  expect(shop.model.requests).toHaveLength(asked);
  const { body } = await shop.api.get('/api/orders');
  expect(body.data).toMatchObject([
    { aiAgentId: shop.agentId, clientPhone: maria, total: 99.8, source: 'BOT', address: 'Rua Harmonia, 12', number: 1 },
  ]);
  const [event] = await shop.shop.events('order.created');
  expect(event?.source).toBe('AGENT');
  // Nothing waits any more, so that a second yes orders nothing.
  shop.model.answer = 'Posso ajudar com mais alguma coisa?';
  await shop.ask('sim');
  expect(await countOrders(shop)).toBe(1);
});

test.each([
  ['a no', 'não, deixa pra lá', 'Tudo bem, não fiz nada. Se precisar, é só escrever.'],
  ['a question', 'demora muito?', 'Como posso ajudar?'],
  ['thanks alone', 'obrigado', 'Como posso ajudar?'],
  ['a yes with a change', 'sim, mas só uma', 'Como posso ajudar?'],
])('%s places no order, and a later yes is none to the old summary', async (_name, text, reply) => {
  const shop = await openShop();
  await wantPizzas(shop);
  shop.model.answer = 'Como posso ajudar?';
  expect(await shop.ask(text)).toEqual([reply]);
  await shop.ask('sim');
  expect(await countOrders(shop)).toBe(0);
});

test('a yes after a day, or to the words of a person, orders nothing', async () => {
  const shop = await openShop();
  await wantPizzas(shop);
  shop.clock.advance(25 * 60 * 60_000);
  await shop.ask('sim');
  expect(await countOrders(shop)).toBe(0);
});

test('a price that changed before the yes leads to a new summary', async () => {
  const shop = await openShop();
  await wantPizzas(shop);
  await shop.api.patch(`/api/ai-agents/${shop.agentId}/catalog-items/${await itemId(shop)}`, { price: 55 });
  const [again] = await shop.ask('sim');
  expect(again).toContain('Algo mudou');
  expect(again).toContain('Total dos itens: R$ 110,00');
  expect(await countOrders(shop)).toBe(0);
  expect(await shop.ask('sim')).toEqual(['Pedido nº 1 feito! Total dos itens: R$ 110,00.']);
  expect((await shop.api.get('/api/orders')).body.data).toMatchObject([{ total: 110 }]);
});

test('an item that is no longer for sale is not ordered', async () => {
  const shop = await openShop();
  await wantPizzas(shop);
  await shop.api.patch(`/api/ai-agents/${shop.agentId}/catalog-items/${await itemId(shop)}`, { active: false });
  expect(await shop.ask('sim')).toEqual([expect.stringContaining('saiu de venda')]);
  expect(await countOrders(shop)).toBe(0);
});

test('an appointment is booked after the yes; a time that was taken meanwhile leads to a new summary', async () => {
  const shop = await openShop();
  expect(await wantCut(shop)).toEqual([
    'Confira o horário:\n• Corte: R$ 120,00\n• terça-feira, 24 de novembro às 10:00\nPosso marcar? (sim/não)',
  ]);
  expect(await listBooked(shop)).toEqual([]);
  const other = { startTime: '2026-11-24T10:00', endTime: '2026-11-24T11:00' };
  await shop.api.post('/api/appointments', { aiAgentId: shop.agentId, title: 'Outra', ...other });
  const [moved] = await shop.ask('sim');
  expect(moved).toContain('acabou de ser ocupado');
  expect(moved).toContain('24 de novembro às 11:00');
  expect(await shop.ask('pode marcar')).toEqual(['Marcado: Corte, terça-feira, 24 de novembro às 11:00.']);
  expect(await listBooked(shop)).toMatchObject([
    { title: 'Outra' },
    { title: 'Corte', startTime: '2026-11-24T14:00:00.000Z', endTime: '2026-11-24T15:00:00.000Z', source: 'BOT' },
  ]);
});

test('a time that is taken while the yes is being settled is not promised', async () => {
  const shop = await openShop();
  const { platform } = shop.shop.app;
  await wantCut(shop);
  const other = { startTime: '2026-11-24T10:00', endTime: '2026-11-24T11:00' };
  const work = platform.work.bind(platform);
  platform.work = async (workspace, actor, run) => {
    if (actor.source === 'AGENT') {
      platform.work = work;
      await shop.api.post('/api/appointments', { aiAgentId: shop.agentId, title: 'Outra', ...other });
    }
    return work(workspace, actor, run);
  };
  expect(await shop.ask('sim')).toEqual([expect.stringContaining('acabou de ser ocupado')]);
  expect(await listBooked(shop)).toMatchObject([{ title: 'Outra' }]);
});

test('an item or a time that does not exist is not proposed, and nothing is claimed of it', async () => {
  const shop = await openShop();
  const unknown = { items: [{ itemId: 'item_none', quantity: 1 }] };
  shop.model.steps = [{ tools: [{ name: 'create_order', input: unknown }] }, 'Pedido feito!'];
  expect(await shop.ask('mais um lanche')).toEqual([expect.not.stringContaining('feito')]);
  expect(await countOrders(shop)).toBe(0);
});
