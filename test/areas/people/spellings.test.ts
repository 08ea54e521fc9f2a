import { describe, expect, test } from 'vitest';
import { openWorkspace } from '../../support/server/app.ts';
import { contactsOf, conversationsOf, openPeopleShop } from './support.ts';

const template = { name: 'hello_world', language: 'en_US' };

/** A number as people type it, as the vendor spells it, and as it is shown then. */
const countries = {
  'an Argentine mobile that is typed without its nine': {
    typed: '+54 11 2345 6789',
    asEntered: '+541123456789',
    vendors: '+5491123456789',
    shown: '+5491123456789',
  },
  'a Mexican number that the vendor spells with a 1': {
    typed: '+52 55 1234 5678',
    asEntered: '+525512345678',
    vendors: '+5215512345678',
    shown: '+525512345678',
  },
  'a Brazilian mobile that the vendor spells without its nine': {
    typed: '+55 31 98765-4321',
    asEntered: '+5531987654321',
    vendors: '+553187654321',
    shown: '+5531987654321',
  },
} as const;

describe.each(Object.entries(countries))('%s', (_name, { typed, asEntered, vendors, shown }) => {
  test('is one contact when the vendor answers and the customer writes', async () => {
    const { api, shop, graph, channelId, says, handled } = await openPeopleShop();
    const start = { channelId, phoneNumber: typed };
    expect((await api.post('/api/conversations/new', start)).status).toBe(201);
    const entered = { phone: asEntered, addresses: [{ kind: 'phone', value: asEntered }] };
    expect(await contactsOf(api)).toMatchObject([entered]);
    expect((await conversationsOf(api)).map(({ contact }) => contact)).toMatchObject([entered]);
    graph.customers.push({ phone: asEntered, waId: vendors.slice(1) });
    expect((await api.post('/api/conversations/new', { ...start, template })).status).toBe(201);
    await handled();
    expect(await contactsOf(shop.api)).toMatchObject([{ phone: shown }]);
    await says({ phone: vendors, name: 'Luz' }, 'Hola');
    const [conversation, ...others] = await conversationsOf(api);
    expect(others).toEqual([]);
    expect(conversation).toMatchObject({ contact: { phone: shown, name: 'Luz' }, texts: ['Hello World', 'Hola'] });
    expect(conversation.contact.addresses).toContainEqual({ kind: 'phone', value: shown });
    await api.post(`/api/conversations/${conversation.id}/messages`, { content: '¿Qué tal?' });
    expect(graph.requests.at(-1)?.json).toMatchObject({ to: vendors.slice(1) });
    for (const spelling of [typed, asEntered, vendors, shown]) {
      expect((await api.get(`/api/contacts/${encodeURIComponent(spelling)}`)).body.phone).toBe(shown);
    }
  });

  test('is one contact when the customer is entered and writes', async () => {
    const { api, says } = await openPeopleShop();
    await api.post('/api/contacts', { phone: typed, name: 'Luz María' });
    await says({ phone: vendors, name: 'Luz' }, 'Hola');
    expect(await contactsOf(api)).toMatchObject([{ phone: shown, name: 'Luz María' }]);
  });

  test('is one contact when the customer writes first and is entered afterwards', async () => {
    const { api, says } = await openPeopleShop();
    await says({ phone: vendors, name: 'Luz' }, 'Hola');
    const { status, body } = await api.post('/api/contacts', { phone: typed });
    const [contact, ...others] = await contactsOf(api);
    expect([status, body.contactId, others]).toEqual([409, contact.id, []]);
    await api.post('/api/contacts/import', { csv: `phone,name\n${typed},Luz María\n${vendors},Luz María` });
    expect(await contactsOf(api)).toMatchObject([{ id: contact.id, phone: shown, name: 'Luz María' }]);
  });

  test('is one contact when a list has both spellings, in either order', async () => {
    for (const rows of [
      [typed, vendors],
      [vendors, typed],
    ]) {
      const { api } = await openWorkspace();
      const csv = ['phone,name', ...rows.map((phone) => `${phone},Luz`)].join('\n');
      expect((await api.post('/api/contacts/import', { csv })).body).toMatchObject({ created: 1, errors: [] });
      expect(await contactsOf(api)).toHaveLength(1);
      expect((await api.post('/api/contacts/import', { csv })).body).toMatchObject({ created: 0, errors: [] });
    }
  });
});

test('an Argentine landline and another person’s mobile are two contacts once both have written', async () => {
  const { api, says } = await openPeopleShop();
  await says({ phone: '+541143210000', name: 'Panadería' }, 'Hola');
  await says({ phone: '+5491143210000', name: 'Luz' }, 'Hola');
  expect(await contactsOf(api)).toMatchObject([
    { name: 'Panadería', phone: '+541143210000' },
    { name: 'Luz', phone: '+5491143210000' },
  ]);
});
