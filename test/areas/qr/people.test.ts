import { expect, test } from 'vitest';
import { eventually } from '../../support/server/app.ts';
import { joao, maria } from '../../support/shop/conversation.ts';
import { conversationWith, messagesWith, openPaired, text, textsShown } from './shop.ts';

const contents = (messages: { content: string | null }[] | null) => messages?.map((message) => message.content);

test('a customer named by linked id, then by number, has one conversation', async () => {
  const { shop, server } = await openPaired();
  await server.say(maria, text('Um'), { as: 'lid' });
  await server.say(maria, text('Dois'), { as: 'number' });
  await server.say(maria, text('Três'), { as: 'hidden' });
  await eventually(async () => (await messagesWith(shop, maria))?.length === 3);
  expect(contents(await messagesWith(shop, maria))).toEqual(['Um', 'Dois', 'Três']);
  expect((await shop.api.get('/api/conversations')).body.total).toBe(1);
  expect((await shop.api.get('/api/contacts')).body.total).toBe(1);
});

test('a customer with a hidden number gets replies by linked id, and the number once it is known', async () => {
  const { shop, server } = await openPaired();
  const { lid } = server.customer(maria, 'Maria');
  await server.say(maria, text('Sem número'), { as: 'hidden' });
  const path = await conversationWith(shop, lid);
  // The customer's receipt may overtake the response.
  expect((await shop.api.post(`${path}/messages`, { content: 'Olá' })).body.status).toMatch(/^(SENT|DELIVERED)$/);
  expect(textsShown(server, maria)).toEqual(['Olá']);
  await server.say(maria, text('Com número'));
  expect(await conversationWith(shop, maria)).toBe(path);
  expect(contents(await messagesWith(shop, maria))).toEqual(['Sem número', 'Olá', 'Com número']);
  expect((await shop.api.get('/api/contacts?search=98765')).body.data).toMatchObject([{ phone: maria, name: 'Maria' }]);
});

test('a hidden customer who turns out to be a known contact is joined with it', async () => {
  const { shop, server, channelId } = await openPaired();
  server.customer(maria, 'Maria');
  const start = { channelId, phoneNumber: maria, content: 'Seu pedido chegou' };
  expect((await shop.api.post('/api/conversations/new', start)).status).toBe(201);
  // The state without the mapping: the hidden customer is a second contact.
  const { platform } = shop.app;
  await platform.write(({ db }) => db.deleteFrom('qr_auth').where('type', '=', 'lid-mapping').execute());
  await shop.api.post(`/api/channels/${channelId}/deactivate`);
  await shop.api.post(`/api/channels/${channelId}/reactivate`);
  await server.say(maria, text('Quem é?'), { as: 'hidden' });
  await eventually(async () => (await shop.api.get('/api/conversations')).body.total === 2);
  // An opt-out under the hidden address holds for the person.
  await platform.write(({ db, now }) =>
    db.updateTable('contacts').set({ opted_out_at: now }).where('phone', 'is', null).execute(),
  );
  await server.say(maria, text('Já vi'), { as: 'lid' });
  await eventually(async () => (await shop.api.get('/api/conversations')).body.total === 1);
  expect(contents(await messagesWith(shop, maria))).toEqual(['Seu pedido chegou', 'Quem é?', 'Já vi']);
  expect((await shop.api.get(`/api/contacts/${encodeURIComponent(maria)}`)).body.optedOut).toBe(true);
  const [conversation] = (await shop.api.get('/api/conversations')).body.data;
  expect(conversation.lastMessage.content).toBe('Já vi');
  expect((await shop.api.get('/api/contacts')).body.total).toBe(1);
});

test('a message written on the owner’s phone appears in the conversation and hands it off', async () => {
  const { shop, server } = await openPaired();
  await server.say(maria, text('Oi'));
  const path = await conversationWith(shop, maria);
  const id = await server.writeOnPhone(maria, text('Já te respondo'));
  await eventually(async () => (await messagesWith(shop, maria))?.length === 2);
  const [, echo] = (await messagesWith(shop, maria)) ?? [];
  expect(echo).toMatchObject({ direction: 'OUTBOUND', author: 'HUMAN', status: 'SENT', content: 'Já te respondo' });
  expect((await shop.api.get(path)).body).toMatchObject({ status: 'HANDED_OFF', unreadCount: 0 });
  server.confirm(maria, id, 'read');
  await eventually(async () => (await messagesWith(shop, maria))?.at(-1).status === 'READ');
});

test('a message to a number that is not on the app is rejected, and nothing is sent', async () => {
  const { shop, channelId } = await openPaired();
  const started = await shop.api.post('/api/conversations/new', { channelId, phoneNumber: joao, content: 'Oi' });
  expect(started).toMatchObject({
    status: 201,
    body: { message: { status: 'FAILED', error: { code: 'not_on_app' } } },
  });
});

test('a customer who gets a reply sees their message as read', async () => {
  const { shop, server } = await openPaired();
  const id = await server.say(maria, text('Tem bolo?'));
  const path = await conversationWith(shop, maria);
  await shop.api.post(`${path}/messages`, { content: 'Tem!' });
  await eventually(async () => server.receipts.some((receipt) => receipt.id === id && receipt.type === 'read'));
});
