import { expect, test } from 'vitest';
import type { GraphCustomer } from '../../doubles/graph-server/graph-server-people.ts';
import { contactsOf, conversationsOf, openPeopleShop } from './support.ts';

const count = 50;
const customers = Array.from({ length: count }, (_, index) => ({
  phone: `+5511970${String(40_000 + index).padStart(6, '0')}`,
  userId: `BR.40${index}`,
  name: `Cliente ${index}`,
}));

/** Every part once, far from its neighbours. */
const interleave = <Part>(parts: Part[]): Part[] => parts.map((_, index) => parts[(index * 37) % parts.length] as Part);

test('fifty customers who arrive at once under two addresses each become fifty contacts with all their messages', async () => {
  const { api, shop, graph, channelId } = await openPeopleShop();
  const { webhooks, messages } = graph;
  webhooks.pause();
  graph.customers.push(...customers);
  // The shop wrote to every other one first, so that receipts arrive among the messages.
  const template = { name: 'hello_world', language: 'en_US' };
  for (const { phone: phoneNumber } of customers.filter((_, index) => index % 2 === 0)) {
    expect((await api.post('/api/conversations/new', { channelId, phoneNumber, template })).status).toBe(201);
  }
  const says = (customer: GraphCustomer, body: string) => messages.customerSends(customer, 'text', { body });
  for (const [index, { phone, userId, name }] of customers.entries()) {
    says({ userId, name }, `Só o id ${index}`);
    says({ phone, userId, name }, `Número e id ${index}`);
    says({ phone, name }, `Só o número ${index}`);
  }
  const bodies = interleave(webhooks.takeWaiting()).map((change) => webhooks.body([change]));
  expect(new Set(bodies).size).toBe(count * 3 + count);
  const statuses = await Promise.all(bodies.map((body) => webhooks.post(body)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  await shop.settle();
  const contacts = await contactsOf(api);
  expect(contacts.map(({ phone }) => phone).toSorted()).toEqual(customers.map(({ phone }) => phone));
  const conversations = await conversationsOf(api);
  expect(conversations).toHaveLength(count);
  for (const { contact, texts } of conversations) {
    const index = customers.findIndex(({ phone }) => phone === contact.phone);
    const own = [`Número e id ${index}`, `Só o id ${index}`, `Só o número ${index}`];
    expect(texts.toSorted()).toEqual([...(index % 2 === 0 ? ['Hello World'] : []), ...own]);
    expect(contact.addresses).toContainEqual({ kind: 'bsuid', value: `BR.40${index}` });
  }
});
