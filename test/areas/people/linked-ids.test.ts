import { expect, test } from 'vitest';
import { startGraphServer } from '../../doubles/graph-server/graph-server.ts';
import { eventually } from '../../support/server/app.ts';
import { maria } from '../../support/shop/conversation.ts';
import { credentialsOf } from '../cloud/support.ts';
import { conversationWith, type LiveShop, messagesWith, openPaired, text, textsShown } from '../qr/shop.ts';
import { contactsOf, conversationsOf } from './support.ts';

const hasContacts = ({ shop }: LiveShop, count: number) =>
  eventually(async () => {
    const contacts = await contactsOf(shop.api);
    return contacts.length === count && contacts;
  });

test('a customer whose linked id comes with another number has moved: one contact, which is opted out', async () => {
  const live = await openPaired();
  const { shop, server } = live;
  // The double gives both numbers one linked id, by their last nine digits.
  const [before, after] = ['+5511922238001', '+5521922238001'];
  server.customer(before, 'Gal');
  await server.say(before, text('SAIR'), { as: 'lid' });
  await conversationWith(shop, before);
  server.customer(after, 'Gal');
  await server.say(after, text('Mudei de número'), { as: 'lid' });
  await eventually(async () => (await messagesWith(shop, after))?.length);
  await shop.settle();
  expect(await contactsOf(shop.api)).toMatchObject([{ phone: after, name: 'Gal', optedOut: true }]);
  expect((await shop.api.get(`/api/contacts/${before}`)).body).toMatchObject({ phone: after, otherPhones: [before] });
  const [conversation, ...others] = await conversationsOf(shop.api);
  expect(others).toEqual([]);
  expect(conversation.texts.filter((each: string) => /^(SAIR|Mudei)/.test(each))).toEqual(['SAIR', 'Mudei de número']);
});

test('a number that the vendor names after the first message joins the hidden customer with the contact', async () => {
  const live = await openPaired();
  const { shop, server, channelId } = live;
  await shop.api.post('/api/contacts', { phone: maria, name: 'Maria da Silva' });
  const { lid } = server.customer(maria, 'Maria');
  await server.say(maria, text('Sem número'), { as: 'hidden' });
  const path = await conversationWith(shop, lid);
  expect(await contactsOf(shop.api)).toMatchObject([{ phone: maria }, { phone: null, name: 'Maria' }]);
  server.tellNumber(maria);
  const [contact] = await hasContacts(live, 1);
  expect(contact).toMatchObject({ phone: maria, name: 'Maria da Silva' });
  expect(contact.addresses).toContainEqual({ kind: 'lid', value: lid });
  const start = { channelId, phoneNumber: maria, content: 'Olá' };
  expect((await shop.api.post('/api/conversations/new', start)).body).toMatchObject({ id: path.split('/').at(-1) });
  expect(textsShown(server, maria)).toEqual(['Olá']);
});

test('a customer who is known by a cloud id alone cannot be written to on a QR channel, and the error says so', async () => {
  const graph = await startGraphServer();
  const { shop, channelId } = await openPaired({ env: graph.env });
  const { api } = shop;
  const { body: cloud } = await api.post('/api/channels', { name: 'Cloud', provider: 'CLOUD_API' });
  graph.webhooks.target = api.url;
  await api.put(`/api/channels/${cloud.id}/credentials`, credentialsOf(graph));
  graph.webhooks.target = `${api.url}/webhooks/cloud/${cloud.id}`;
  graph.messages.customerSends({ userId: 'BR.7', name: 'Nina' }, 'text', { body: 'Oi' });
  await graph.webhooks.idle();
  await shop.settle();
  const [{ id: contactId }] = await contactsOf(api);
  const { status, body } = await api.post('/api/conversations/new', { channelId, contactId, content: 'Olá' });
  expect([status, body.message.status, body.message.error]).toEqual([
    201,
    'FAILED',
    { code: 'unsupported', message: 'The customer hides their number from this channel' },
  ]);
});
