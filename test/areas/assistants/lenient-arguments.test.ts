import { expect, test } from 'vitest';
import { startApp } from '../../support/server/app.ts';
import { openAssistant } from '../../support/shop/assistant.ts';
import { makeAgent } from '../../support/shop/sales.ts';

async function open() {
  const shop = await startApp();
  const agentId = await makeAgent(shop.api);
  const assistant = await openAssistant(shop);
  const who = { customerPhone: '+5511980053001', customerName: 'Bia', agentId };
  return { shop, api: shop.api, agentId, assistant, who };
}

const pizza = { name: 'Pizza', quantity: 1, unitPrice: 45 };

test('an assistant’s numbers, booleans, lists and objects are read from text, and null or an empty text counts as absent', async () => {
  const { assistant, who } = await open();
  const use = async (name: string, input: Record<string, unknown>) => {
    const { isError, value } = await assistant.use(name, input);
    expect(isError, JSON.stringify(value)).toBe(false);
    return value;
  };
  const asText = await use('create_order', { ...who, items: [{ name: 'Pizza', quantity: '2', unitPrice: '45.5' }] });
  expect(asText).toMatchObject({ total: 91, customer: { phone: who.customerPhone } });
  expect(await use('create_order', { ...who, items: JSON.stringify([pizza]), deliveryFee: ' 5 ' })).toMatchObject({
    total: 50,
  });
  const nothing = { deliveryFee: null, address: null, notes: '', repeatKey: '' };
  const bare = await use('create_order', { ...who, items: [{ ...pizza, productId: '', notes: null }], ...nothing });
  expect(bare).toMatchObject({ total: 45 });
  expect((await use('find_orders', { limit: '2', status: null, search: '' })).orders).toHaveLength(2);
  const change = { orderId: bare.id, paymentStatus: 'PAID', notifyClient: 'False', status: '' };
  expect(await use('change_order', change)).toMatchObject({ paymentStatus: 'PAID' });
});

test('the parameters and the body of an operation are read by its own schema, and null still clears a field', async () => {
  const { assistant, api, who } = await open();
  const body = { phone: '+5511980053002', name: 'Rui', tags: '["vip"]' };
  const lead = { aiAgentId: who.agentId, ...body, email: null };
  const made = await assistant.use('call_write', {
    operationId: 'createLead',
    body: JSON.stringify(lead),
    ifMatch: null,
  });
  expect(made.value).toMatchObject({ name: 'Rui', tags: ['vip'] });
  const { id } = made.value;
  const cleared = { operationId: 'updateLead', parameters: JSON.stringify({ id }), body: { name: null, tags: null } };
  expect((await assistant.use('call_write', cleared)).value).toMatchObject({ name: null, tags: ['vip'] });
  const listed = await assistant.use('call_read', {
    operationId: 'listLeads',
    parameters: '{"limit":"1","phone":null}',
  });
  expect(listed.value.data).toHaveLength(1);
  expect((await api.get(`/api/leads/${id}`)).body.name).toBeNull();
});

test('a text that the schema takes stays as it is, whatever it looks like', async () => {
  const { assistant, agentId } = await open();
  const body = { name: '[1, 2]', description: '1.50', price: '7', category: '{"name":"Pizzas"}' };
  const call = { operationId: 'createCatalogItem', parameters: { id: agentId }, body };
  expect((await assistant.use('call_write', call)).value).toMatchObject({ ...body, price: 7 });
});

test.each([
  ['find_orders', { limit: 'many' }, 'arguments.limit', 'must be a number'],
  ['find_orders', { limit: '1,5' }, 'arguments.limit', 'must be a number'],
  ['find_orders', { limit: true }, 'arguments.limit', 'must be a number'],
  ['find_orders', { search: 4021 }, 'arguments.search', 'must be a text'],
  ['get_customer', { phone: 5511980053001 }, 'arguments.phone', 'must be a text'],
  [
    'create_order',
    { customerPhone: '+5511980053001', customerName: 'Bia', items: 'a pizza' },
    'arguments.items',
    'must be a list',
  ],
  [
    'create_order',
    { customerPhone: null, customerName: 'Bia', items: [pizza] },
    'customerPhone',
    'is missing, and so is the customerId of find_customers',
  ],
  ['change_order', { orderId: 'x', notifyClient: 'yes' }, 'arguments.notifyClient', 'must be true or false'],
  ['call_write', { operationId: 'createContact', body: '[1]' }, 'arguments.body', 'must be an object'],
  ['call_write', { operationId: 'createContact', body: '{"__proto__":{}}' }, 'body.__proto__', 'This field is unknown'],
])('an ambiguous value is refused, with what would be right: %s %j', async (name, input, field, message) => {
  const { assistant } = await open();
  const { isError, value } = await assistant.use(name, input);
  expect(isError).toBe(true);
  expect(value.errors).toContainEqual(expect.objectContaining({ field, message }));
});

test('a text that means true counts as true for what the owner allows', async () => {
  const { shop, api, agentId } = await open();
  const assistant = await openAssistant(shop, { mayWriteToCustomers: false });
  const draft = { aiAgentId: agentId, clientName: 'Bia', clientPhone: '+5511980053001', items: [pizza], total: 45 };
  const { id } = (await api.post('/api/orders', draft)).body;
  const body = { status: 'PREPARING', notifyClient: 'true' };
  const call = { operationId: 'updateOrder', parameters: { id }, body };
  expect((await assistant.use('call_write', call)).value.code).toBe('assistant_not_allowed');
});
