import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { saveLanguageModel } from '../../../server/platform/language-model.ts';
import { startLanguageModel } from '../../doubles/language-model.ts';
import { nina, openWithNina } from '../cloud/hidden-customer.ts';
import { must, say, step } from '../flows/support.ts';

const services = [{ id: 'cut', name: 'Corte', durationMinutes: 60, price: 120 }];
const always = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, [{ from: '00:00', to: '23:59' }]]);
const agent = { services, businessHours: { days: Object.fromEntries(always) }, behavior: { debounceMs: 0 } };

/** The agent sells presunto. */
async function openSelling() {
  const shop = await openWithNina({ agent });
  const { api, agentId } = shop;
  const draft = { name: 'Presunto', price: 10, active: true };
  const { body: item } = await must(api.post(`/api/ai-agents/${agentId}/catalog-items`, draft));
  return { ...shop, itemId: item.id as string };
}

/** The agent has a language model and has greeted. */
async function openWithModel() {
  const shop = await openSelling();
  const model = await startLanguageModel('Olá');
  const { platform } = shop.shop.app;
  await must(shop.api.post(`/api/ai-agents/${shop.agentId}/publish`));
  await shop.says('oi');
  await platform.write(({ db }) =>
    saveLanguageModel(db, platform.secrets, { baseUrl: model.baseUrl, model: 'small', key: 'sk-test' }),
  );
  return { ...shop, model };
}

async function launch({ api, agentId }: Awaited<ReturnType<typeof openSelling>>, steps: object[]) {
  const flow = { aiAgentId: agentId, name: 'Fluxo', trigger: { type: 'keyword', words: ['quero'] }, steps };
  const { body } = await must(api.post('/api/flows', flow));
  await must(api.patch(`/api/flows/${body.id}/toggle`, { active: true }));
}

test('an agent takes the order of a customer who hides the number: after her yes she hears its number', async () => {
  const { api, model, itemId, contactId, says, hears } = await openWithModel();
  const input = { items: [{ itemId, quantity: 2 }], address: 'Rua Harmonia, 12' };
  model.steps = [{ tools: [{ name: 'create_order', input }] }, 'Pedido anotado!'];
  await says('Quero dois presuntos na Rua Harmonia, 12');
  await says('sim, pode fazer!');
  expect((await hears()).at(-1)).toBe('Pedido nº 1 feito! Total dos itens: R$ 20,00.');
  expect((await api.get('/api/orders')).body.data).toMatchObject([
    { contactId, clientPhone: null, clientName: 'Nina', source: 'BOT' },
  ]);
});

test('an agent books a time for a customer who hides the number', async () => {
  const { api, model, contactId, says, hears } = await openWithModel();
  const input = { serviceId: 'cut', startTime: '2026-11-24T10:00' };
  model.steps = [{ tools: [{ name: 'book_appointment', input }] }, 'Marcado!'];
  await says('Quero cortar na terça às 10');
  await says('sim');
  expect((await hears()).at(-1)).toContain('Marcado: Corte');
  expect((await api.get('/api/appointments')).body.data).toMatchObject([
    { contactId, clientPhone: null, clientName: 'Nina', source: 'BOT' },
  ]);
});

test('an agent asks a customer who hides the number for it by the request of the vendor, and takes her card', async () => {
  const { api, graph, model, contactId, says, hears, rest } = await openWithModel();
  model.steps = [{ tools: [{ name: 'ask_for_number', input: {} }] }, 'Qual é o seu número, por favor?'];
  await says('Vocês entregam hoje?');
  expect(graph.messages.sent.at(-1)?.body).toMatchObject({ interactive: { type: 'request_contact_info' } });
  expect((await hears()).at(-1)).toContain('precisamos do seu número de telefone');
  const instructions = () => JSON.stringify(model.requests.at(-1)?.body.messages[0]);
  expect(instructions()).toContain('phone number of the customer is hidden');
  const card = { name: { formatted_name: 'Nina' }, phones: [{ wa_id: '5511987654321' }], origin: 'contact_request' };
  graph.messages.customerSends({ userId: nina, name: 'Nina' }, 'contacts', [card]);
  await rest();
  expect((await api.get(`/api/contacts/${contactId}`)).body.phone).toBe('+5511987654321');
  expect(instructions()).toContain('phone number of the customer is known');
  expect(model.requests.at(-1)?.body.tools?.map((tool) => tool.function.name)).not.toContain('ask_for_number');
});

test('an order that fails after the yes of the customer ends in words and a person, without an order', async () => {
  const { api, shop, model, itemId, conversationId, says, hears } = await openWithModel();
  model.steps = [{ tools: [{ name: 'create_order', input: { items: [{ itemId, quantity: 2 }] } }] }, 'Anotado!'];
  await says('Quero dois presuntos');
  const summary = (await hears()).length;
  await shop.app.platform.write(({ db }) =>
    sql`create trigger broken before insert on orders begin select raise(abort, 'broken'); end`.execute(db),
  );
  await says('sim');
  expect((await hears()).slice(summary)).toEqual([expect.stringContaining('Vou chamar alguém da equipe')]);
  expect((await api.get(`/api/conversations/${conversationId}`)).body).toMatchObject({
    status: 'HANDED_OFF',
    handoffType: 'FAILED',
  });
  expect((await api.get('/api/orders')).body.data).toEqual([]);
});

test('a flow takes the order of a customer who hides the number, and books for her', async () => {
  const shop = await openSelling();
  const { api, contactId, says, hears } = shop;
  await launch(shop, [
    step('order', 'order', { items: [{ catalogItem: 'Presunto', quantity: '2' }] }, 'done'),
    say('done', 'Pedido {{orderNumber}}', 'book'),
    step('book', 'appointment', { title: 'Retirada', text: 'Qual horário?', durationMinutes: 30 }, 'end'),
    say('end', 'Até {{appointmentTime}}'),
  ]);
  await says('quero');
  await says('1');
  expect((await hears())[0]).toBe('Pedido 1');
  expect((await hears()).at(-1)).toMatch(/^Até /);
  expect((await api.get('/api/orders')).body.data).toMatchObject([
    { contactId, clientPhone: null, clientName: 'Nina' },
  ]);
  expect((await api.get('/api/appointments')).body.data).toMatchObject([{ contactId, clientPhone: null }]);
});

test('a flow on an order of a customer who hides the number runs in her conversation', async () => {
  const shop = await openSelling();
  const { api, agentId, contactId, rest, hears } = shop;
  const trigger = { type: 'event', event: 'order.created', conditions: [] };
  const flow = { aiAgentId: agentId, name: 'Obrigado', trigger, steps: [say('a', 'Obrigado pelo pedido!')] };
  const { body } = await must(api.post('/api/flows', flow));
  await must(api.patch(`/api/flows/${body.id}/toggle`, { active: true }));
  const items = [{ name: 'Presunto', quantity: 1, unitPrice: 10 }];
  await must(api.post('/api/orders', { aiAgentId: agentId, clientName: 'Nina', contactId, items, total: 10 }));
  await rest();
  expect(await hears()).toEqual(['Obrigado pelo pedido!']);
});

test('an order of a customer of whom neither name nor number is known has a word in place of a name', async () => {
  const shop = await openSelling();
  await launch(shop, [step('order', 'order', { items: [{ catalogItem: 'Presunto', quantity: '2' }] })]);
  shop.graph.messages.customerSends({ userId: 'BR.2', name: ' ' }, 'text', { body: 'quero' });
  await shop.rest();
  expect((await shop.api.get('/api/orders')).body.data).toMatchObject([{ clientName: 'Cliente', clientPhone: null }]);
});
