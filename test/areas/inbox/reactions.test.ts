import { expect, test } from 'vitest';
import { eventually } from '../../support/server/app.ts';
import { eventsOf, maria, openConversation } from '../../support/shop/conversation.ts';

async function openBothWays() {
  const open = await openConversation();
  const { body: sent } = await open.api.post(`${open.path}/messages`, { content: 'Olá' });
  const reactionsOf = async (id: string) => {
    await open.shop.settle();
    const { body } = await open.api.get(`${open.path}/messages`);
    return body.data.find((message: { id: string }) => message.id === id).reactions;
  };
  const react = (id: string, body: object) => open.api.post(`${open.path}/messages/${id}/react`, body);
  return { ...open, sent, reactionsOf, react };
}

test('the customer sees the shop’s reaction, its change and its removal', async () => {
  const { channel, received, react } = await openBothWays();
  const shown = (reaction: string | null) =>
    eventually(async () =>
      (await channel.phoneShows(maria)).some((each) => each.fromCustomer && each.reaction === reaction),
    );
  const first = await react(received.id, { emoji: '👍' });
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ id: received.id, reactions: [{ emoji: '👍', author: 'HUMAN' }] });
  await shown('👍');
  expect((await react(received.id, { emoji: '❤️' })).body.reactions).toMatchObject([{ emoji: '❤️' }]);
  await shown('❤️');
  expect((await react(received.id, { emoji: '' })).body.reactions).toEqual([]);
  await shown(null);
});

test('the customer’s reaction and its removal leave the shop’s reaction in place', async () => {
  const { channel, sent, react, reactionsOf } = await openBothWays();
  const [{ providerMessageId }] = (await channel.phoneShows(maria)) as [{ providerMessageId: string }];
  await react(sent.id, { emoji: '🎉' });
  expect((await channel.drive('reactions', { from: maria, providerMessageId, emoji: '😍' })).status).toBe(204);
  expect(await reactionsOf(sent.id)).toMatchObject([
    { emoji: '🎉', author: 'HUMAN' },
    { emoji: '😍', author: 'CONTACT' },
  ]);
  await channel.drive('reactions', { from: maria, providerMessageId, emoji: '' });
  expect(await reactionsOf(sent.id)).toMatchObject([{ emoji: '🎉', author: 'HUMAN' }]);
});

test('a reaction older than the stored one is ignored', async () => {
  const { channel, sent, reactionsOf } = await openBothWays();
  const [{ providerMessageId }] = (await channel.phoneShows(maria)) as [{ providerMessageId: string }];
  await channel.faults({ reorder: true });
  await channel.drive('reactions', { from: maria, providerMessageId, emoji: '👎' });
  await new Promise((resolve) => setTimeout(resolve, 5));
  await channel.drive('reactions', { from: maria, providerMessageId, emoji: '👍' });
  expect(await reactionsOf(sent.id)).toMatchObject([{ emoji: '👍' }]);
});

test.each([[{}], [{ emoji: 5 }], [{ emoji: null }], [{ emoji: '👍'.repeat(17) }], [{ emoji: '👍', more: 1 }]])(
  'rejects the body %j and emits no event',
  async (body) => {
    const { shop, received, react, reactionsOf } = await openBothWays();
    const told = await eventsOf(shop, async () => {
      expect((await react(received.id, body)).status).toBe(400);
    });
    expect(told).toEqual([]);
    expect(await reactionsOf(received.id)).toEqual([]);
  },
);

test('returns 404 for a message that is unknown or of another conversation', async () => {
  const { api, channel, received, react } = await openBothWays();
  expect((await react('msg_unknown', { emoji: '👍' })).status).toBe(404);
  const { conversationId } = await channel.customerSays('+5521998765432', 'Oi');
  const at = `/api/conversations/${conversationId}/messages/${received.id}/react`;
  expect((await api.post(at, { emoji: '👍' })).status).toBe(404);
});

test('a reaction waits until the connection is back', async () => {
  const { shop, channel, received, react } = await openBothWays();
  await channel.faults({ dropped: true });
  expect((await react(received.id, { emoji: '👍' })).status).toBe(200);
  await shop.settle();
  expect((await channel.phoneShows(maria)).some((each) => each.reaction === '👍')).toBe(false);
  await channel.faults({});
  await eventually(async () => (await channel.phoneShows(maria)).some((each) => each.reaction === '👍'));
});
