import { expect, test } from 'vitest';
import { maria } from '../../support/shop/conversation.ts';
import { openModelShop } from './model-shop.ts';
import { type AnsweringShop, openAnsweringShop, type ShopOptions } from './support.ts';

const services = [{ id: 'cut', name: 'Corte', durationMinutes: 30, price: 40 }];
const faqs = [{ question: 'Como cancelo?', answer: 'Avise com 24 horas.' }];
const everyDay = Object.fromEntries(
  ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, [{ from: '09:00', to: '21:00' }]]),
);
const draft = { services, faqs, fallbackMessage: 'Não entendi.', businessHours: { days: everyDay } };
const openShop = (options: ShopOptions = {}) => openAnsweringShop({ draft, ...options });
const called = 'Já chamei alguém da equipe, que continua com você por aqui.';

/** Books the customer for tomorrow, a Sunday. */
async function book({ api, agentId }: AnsweringShop, clientPhone = maria): Promise<string> {
  const times = { startTime: '2026-11-22T10:00:00', endTime: '2026-11-22T10:30:00' };
  const made = await api.post('/api/appointments', { aiAgentId: agentId, title: 'Corte', ...times, clientPhone });
  expect(made.status).toBe(201);
  return made.body.id;
}

/** A customer who is known, has a booking, and got a notice about it. */
async function remind(shop: AnsweringShop): Promise<void> {
  await shop.ask('oi');
  const id = await book(shop);
  await shop.api.patch(`/api/appointments/${id}`, { notes: 'retorno', notifyClient: true });
  await shop.settle();
  expect((await shop.heard()).at(-1)).toContain('Corte');
}

test('a customer who calls off her booking gets a kind line and a person, who reads which booking it is', async () => {
  const shop = await openShop();
  await shop.ask('oi');
  await book(shop);
  expect(await shop.ask('Quero cancelar meu horário de amanhã')).toEqual([`Entendi, agradeço por avisar! ${called}`]);
  const conversation = await shop.conversation();
  expect(conversation).toMatchObject({ status: 'HANDED_OFF', handoffType: 'CANCEL' });
  expect(conversation.waitingSince).not.toBeNull();
  const { body } = await shop.api.get(`/api/conversations/${conversation.id}/handoff`);
  expect(body).toMatchObject({ reason: 'cancel' });
  expect(body.summary).toContain('Quer cancelar, ou não pode vir.');
  expect(body.summary).toMatch(/Agendamento: Corte, domingo, 22 de novembro.* 10:00/);
});

test('an open order is listed in the summary by its number', async () => {
  const shop = await openShop();
  await shop.ask('oi');
  const sold = { clientName: 'Maria', items: [{ name: 'Bolo', quantity: 1, unitPrice: 80 }], total: 80 };
  const order = await shop.api.post('/api/orders', { aiAgentId: shop.agentId, clientPhone: maria, ...sold });
  expect(order.status).toBe(201);
  expect(await shop.ask('cadê?')).toEqual([`Sobre o seu pedido, quem confere é a equipe. ${called}`]);
  const conversation = await shop.conversation();
  expect(conversation).toMatchObject({ handoffType: 'OWN_ORDER' });
  const { body } = await shop.api.get(`/api/conversations/${conversation.id}/handoff`);
  expect(body.summary).toContain(`Pedido: ${order.body.number}`);
});

test('a customer who cancels a booking that the books do not have gets a person, too', async () => {
  const shop = await openShop();
  await shop.ask('oi');
  await shop.ask('quero cancelar meu horário');
  expect(await shop.conversation()).toMatchObject({ status: 'HANDED_OFF', handoffType: 'CANCEL' });
});

test('a customer with a booking still gets answers to questions about the shop', async () => {
  const shop = await openShop();
  await shop.ask('oi');
  await book(shop);
  expect(await shop.ask('que horas vocês abrem amanhã?')).toEqual(['Amanhã abrimos das 09:00 às 21:00.']);
  expect(await shop.ask('Como cancelo?')).toEqual(['Avise com 24 horas.']);
  expect(await shop.ask('vocês confirmam por aqui?')).toEqual(['Não entendi.']);
  expect((await shop.conversation()).status).toBe('ACTIVE');
});

test('a question about her booking that the agent cannot answer is no miss: a person is called', async () => {
  const shop = await openShop();
  await shop.ask('oi');
  await book(shop);
  await shop.ask('meu horário de amanhã ficou com a Bruna?');
  expect(await shop.conversation()).toMatchObject({ status: 'HANDED_OFF', handoffType: 'OWN_BOOKING' });
});

test.each([
  ['Sim', 'CONFIRM'],
  ['👍', 'CONFIRM'],
  ['Confirmo!', 'CONFIRM'],
  ['não', 'CANCEL'],
])('"%s" after a notice about a booking calls a person with %s', async (said, handoffType) => {
  const shop = await openShop();
  await remind(shop);
  await shop.ask(said);
  expect(await shop.conversation()).toMatchObject({ status: 'HANDED_OFF', handoffType });
});

test('the line is in the language of the customer, and says if the shop is closed', async () => {
  const shop = await openShop({ start: '2026-11-22T02:00:00.000Z' });
  const english = await shop.ask("Hi! I can't make it tomorrow, sorry", '+5511987650001');
  expect(english).toEqual([expect.stringMatching(/^I see, thank you for letting us know! .*we are closed now/)]);
  const spanish = await shop.ask('Buenas tardes, no voy a poder ir a mi cita de mañana', '+5511987650002');
  expect(spanish).toEqual([expect.stringMatching(/^Entendido, ¡gracias por avisar! .*cerrado/)]);
});

test('a connected model is not asked about a booking of the customer', async () => {
  const shop = await openModelShop({ draft });
  shop.model.answer = 'Amanhã abrimos das 9h.';
  await shop.ask('Não vou conseguir ir amanhã');
  expect(shop.model.requests).toEqual([]);
  expect(await shop.conversation()).toMatchObject({ status: 'HANDED_OFF', handoffType: 'CANCEL' });
});

test('with a booking, what the agent does not understand and is no question goes to a person', async () => {
  const shop = await openShop();
  await shop.ask('oi');
  expect(await shop.ask('meu cachorro engoliu um sapato')).toEqual(['Não entendi.']);
  await book(shop);
  expect(await shop.ask('meu cachorro pode ficar na varanda?')).toEqual(['Não entendi.']);
  expect((await shop.conversation()).status).toBe('ACTIVE');
  await shop.ask('meu cachorro engoliu um sapato');
  expect(await shop.conversation()).toMatchObject({ status: 'HANDED_OFF', handoffType: 'OWN_BOOKING' });
});

test('while the summary of a booking waits for a yes, the customer writes about that', async () => {
  const shop = await openModelShop({ draft });
  const propose = (time: string) => {
    const input = { serviceId: 'cut', startTime: `2026-11-22T${time}`, clientName: 'Maria' };
    shop.model.steps = [{ tools: [{ name: 'book_appointment', input }] }];
  };
  propose('10:00');
  expect(await shop.ask('Quero um corte amanhã às 10h')).toEqual([expect.stringContaining('10:00')]);
  propose('11:00');
  expect(await shop.ask('Quero mudar meu horário para as 11h')).toEqual([expect.stringContaining('11:00')]);
  expect(await shop.ask('cancela')).toEqual(['Tudo bem, não fiz nada. Se precisar, é só escrever.']);
  expect((await shop.conversation()).status).toBe('ACTIVE');
});
