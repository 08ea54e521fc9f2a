import { describe, expect, test } from 'vitest';
import type { Client } from '../../support/server/app.ts';
import { openConsole } from '../../support/server/console.ts';
import {
  contactsOf,
  conversationsOf,
  nina,
  ninasPhone,
  openPeopleShop,
  openSecondNumber,
  type PeopleShop,
} from './support.ts';

const both = { ...nina, phone: ninasPhone };
const numberOnly = { phone: ninasPhone, name: 'Nina' };

/** The only contact of a shop and its only conversation. */
async function readOnly(api: Client) {
  const [contacts, conversations] = [await contactsOf(api), await conversationsOf(api)];
  expect([contacts.length, conversations.length]).toEqual([1, 1]);
  return { contact: contacts[0], conversation: conversations[0] };
}

const reply = async ({ api, handled }: PeopleShop, conversationId: string, content: string) => {
  const { status } = await api.post(`/api/conversations/${conversationId}/messages`, { content });
  expect(status).toBe(201);
  await handled();
};

describe('a person who is named by several addresses is one contact', () => {
  test('with the same id at two numbers of the shop', async () => {
    const shop = await openPeopleShop();
    const numberId = await openSecondNumber(shop);
    await shop.says(nina, 'Na loja 1');
    await shop.says(nina, 'Na loja 2', { numberId });
    expect(await contactsOf(shop.api)).toMatchObject([{ phone: null, name: 'Nina', username: 'nina' }]);
    expect((await conversationsOf(shop.api)).map(({ texts }) => texts)).toEqual([['Na loja 2'], ['Na loja 1']]);
  });

  const orders = {
    'the number, then the id with it': [numberOnly, both, nina],
    'the id, then the number with it': [nina, both, numberOnly],
    'both, then one at a time': [both, nina, numberOnly],
    'each alone, then both': [numberOnly, nina, both],
    'the other alone, then both': [nina, numberOnly, both],
  };
  test.each(Object.entries(orders))('by %s', async (_name, namings) => {
    const shop = await openPeopleShop();
    for (const [index, naming] of namings.entries()) await shop.says(naming, `Mensagem ${index}`);
    const { contact, conversation } = await readOnly(shop.api);
    expect(contact).toMatchObject({ phone: ninasPhone, name: 'Nina', username: 'nina' });
    expect(contact.addresses).toEqual(
      expect.arrayContaining([
        { kind: 'phone', value: ninasPhone },
        { kind: 'bsuid', value: nina.userId },
        { kind: 'username', value: 'nina' },
      ]),
    );
    expect(conversation.texts.toSorted()).toEqual(['Mensagem 0', 'Mensagem 1', 'Mensagem 2']);
  });

  test('when a receipt of our template names the id', async () => {
    const shop = await openPeopleShop();
    const start = { channelId: shop.channelId, phoneNumber: ninasPhone };
    const template = { name: 'hello_world', language: 'en_US' };
    expect((await shop.api.post('/api/conversations/new', { ...start, template })).status).toBe(201);
    await shop.handled();
    shop.graph.customers.push(both);
    shop.graph.messages.customerReads(ninasPhone);
    await shop.handled();
    await shop.says(nina, 'Pode cancelar?');
    const { contact, conversation } = await readOnly(shop.api);
    expect(contact).toMatchObject({ phone: ninasPhone, name: 'Nina', username: 'nina' });
    expect(conversation.texts).toEqual(['Hello World', 'Pode cancelar?']);
  });

  test('when the answer to our send names the id', async () => {
    const shop = await openPeopleShop();
    await shop.says(numberOnly, 'Oi');
    const { conversation } = await readOnly(shop.api);
    shop.graph.customers.push({ phone: ninasPhone, userId: nina.userId });
    shop.graph.failLater.push(131026);
    await reply(shop, conversation.id, 'Olá');
    await shop.says(nina, 'Sou eu');
    expect((await readOnly(shop.api)).conversation.texts).toEqual(['Oi', 'Olá', 'Sou eu']);
  });

  test('when the owner answers on the phone', async () => {
    const shop = await openPeopleShop();
    await shop.says(nina, 'Oi');
    shop.graph.messages.ownerSends({ userId: nina.userId }, 'text', { body: 'Já respondo' });
    shop.graph.messages.ownerSends({ userId: nina.userId, phone: ninasPhone }, 'text', { body: 'Pronto' });
    await shop.handled();
    await shop.says(numberOnly, 'Obrigada');
    const { contact, conversation } = await readOnly(shop.api);
    expect(contact.phone).toBe(ninasPhone);
    expect(conversation.texts.toSorted()).toEqual(['Já respondo', 'Obrigada', 'Oi', 'Pronto']);
  });

  test('under the id over several portfolios, at numbers of two portfolios', async () => {
    const shop = await openPeopleShop();
    const numberId = await openSecondNumber(shop, { wabaId: '202290129340398', businessId: '606914307656634' });
    const parentId = 'BR.ENT.77';
    await shop.says({ ...nina, parentId }, 'Na loja 1');
    shop.graph.webhooks.wabaId = '202290129340398';
    await shop.says({ userId: 'BR.9902', parentId }, 'Na loja 2', { numberId });
    const [contact, ...others] = await contactsOf(shop.api);
    expect(others).toEqual([]);
    expect(contact.addresses.map(({ value }: { value: string }) => value).toSorted()).toEqual(
      ['BR.1502', 'BR.9902', 'BR.ENT.77', 'nina'].toSorted(),
    );
  });

  test('with a number and an id of each portfolio', async () => {
    const shop = await openPeopleShop();
    const numberId = await openSecondNumber(shop, { wabaId: '202290129340398', businessId: '606914307656634' });
    await shop.says(both, 'Na loja 1');
    shop.graph.webhooks.wabaId = '202290129340398';
    await shop.says({ userId: 'BR.9902', phone: ninasPhone }, 'Na loja 2', { numberId });
    expect(await contactsOf(shop.api)).toMatchObject([{ phone: ninasPhone }]);
  });
});

test('whose number is known is answered at the number', async () => {
  const shop = await openPeopleShop();
  await shop.says(both, 'Oi');
  await shop.says(nina, 'Tem bolo?');
  await reply(shop, (await readOnly(shop.api)).conversation.id, 'Tem!');
  expect(shop.graph.requests.at(-1)?.json).toMatchObject({ to: ninasPhone.slice(1) });
  expect(shop.graph.requests.at(-1)?.json).not.toHaveProperty('recipient');
});

test('empty texts in place of what is hidden are no addresses', async () => {
  const shop = await openPeopleShop();
  const hidden = { phone: '', waId: '', parentId: '' };
  await shop.says({ ...hidden, userId: 'BR.1', name: 'Bia' }, 'Oi');
  await shop.says({ ...hidden, userId: 'BR.2', name: 'Caio' }, 'Oi');
  shop.graph.messages.ownerSends({ ...hidden, userId: 'BR.1' }, 'text', { body: 'Olá' });
  await shop.handled();
  expect(await contactsOf(shop.api)).toMatchObject([
    { phone: null, name: 'Bia', addresses: [{ kind: 'bsuid', value: 'BR.1' }] },
    { phone: null, name: 'Caio', addresses: [{ kind: 'bsuid', value: 'BR.2' }] },
  ]);
});

test('a name that is known is never overwritten, and an empty one is filled', async () => {
  const shop = await openPeopleShop();
  await shop.says({ phone: ninasPhone, name: '' }, 'Oi');
  await shop.says({ phone: ninasPhone, name: 'Nina da vila' }, 'Oi');
  await shop.says({ phone: ninasPhone, name: 'N.' }, 'Oi');
  expect((await readOnly(shop.api)).contact.name).toBe('Nina da vila');
});

describe('a user name', () => {
  test('is kept without @ and found by the search, with and without it', async () => {
    const { api, says } = await openPeopleShop();
    await says(nina, 'Oi');
    for (const search of ['nina', '%40nina', 'NINA']) {
      expect((await api.get(`/api/contacts?search=${search}`)).body.data).toMatchObject([{ username: 'nina' }]);
    }
    expect((await api.get('/api/contacts/username:nina')).body).toMatchObject({ username: 'nina', phone: null });
  });

  test('that passes to another person identifies that person, and joins nobody', async () => {
    const { api, says } = await openPeopleShop();
    await says({ userId: 'BR.1', username: '@bolo', name: 'Bia' }, 'Oi');
    await says({ userId: 'BR.2', username: '@bolo', name: 'Caio' }, 'Oi');
    expect(await contactsOf(api)).toMatchObject([
      { name: 'Bia', username: null },
      { name: 'Caio', username: 'bolo' },
    ]);
    await says({ userId: 'BR.1', username: '@bia', name: 'Bia' }, 'Oi');
    expect(await contactsOf(api)).toMatchObject([{ username: 'bia' }, { username: 'bolo' }]);
    expect((await api.get('/api/contacts?search=bolo')).body.data).toMatchObject([{ name: 'Caio' }]);
  });
});

test('two contacts that turn out to be one keep the notes, fields and tags of both, and the log names both', async () => {
  const shop = await openPeopleShop();
  const { api, says } = shop;
  await says(nina, 'Oi');
  const [hidden] = await contactsOf(api);
  await api.patch(`/api/contacts/${hidden.id}`, { notes: 'Paga no Pix', fields: { Bairro: 'Centro' }, optedOut: true });
  await api.patch(`/api/contacts/${hidden.id}/tags`, { tags: ['VIP'] });
  const more = { notes: 'Alérgica a nozes', fields: { Aniversário: '3 de maio' }, tags: ['Bolo', 'VIP'] };
  const { body: entered } = await api.post('/api/contacts', { phone: ninasPhone, ...more });
  await says(both, 'Este é o meu número');
  const { contact } = await readOnly(api);
  expect((await api.get(`/api/contacts/${contact.id}`)).body).toMatchObject({
    id: entered.id,
    name: 'Nina',
    notes: 'Alérgica a nozes\n\nPaga no Pix',
    fields: { Aniversário: '3 de maio', Bairro: 'Centro' },
    optedOut: true,
  });
  expect(contact.tags.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Bolo', 'VIP']);
  const changes = (await shop.shop.events('contacts.changed')).map(({ data }) => data);
  expect(changes).toContainEqual({ change: 'MERGED', contactIds: [entered.id, hidden.id] });
});

describe('of two conversations that become one', () => {
  const takenOver = { status: 'HANDED_OFF', handoffType: 'COMPLAINT', assignedTo: 'Ana' };
  test.each([
    ['taken over and resolved', takenOver, { status: 'RESOLVED' }],
    ['taken over and active', takenOver, { status: 'ACTIVE' }],
    ['active and resolved', { status: 'ACTIVE' }, { status: 'RESOLVED' }],
  ])('%s, the first decides, whichever is kept', async (_name, stronger, weaker) => {
    for (const isKept of [true, false]) {
      const { api, says, shop } = await openPeopleShop();
      await says(nina, 'Oi');
      await says(numberOnly, 'Olá');
      const [{ id: merge }, { id: keep }] = await contactsOf(api);
      for (const conversation of await conversationsOf(api)) {
        const change = (conversation.contact.id === keep) === isKept ? stronger : weaker;
        expect((await api.patch(`/api/conversations/${conversation.id}`, change)).status).toBe(200);
      }
      await (await openConsole(shop)).post('/owner/contacts/merge', { keep, merge });
      const { conversation } = await readOnly(api);
      expect(conversation).toMatchObject({ ...stronger, unreadCount: 2, texts: ['Oi', 'Olá'] });
    }
  });
});
