import { expect, it } from 'vitest';
import { openWorkspace } from '../../support/server/app.ts';
import { pairChannel } from '../../support/shop/shop.ts';

const maria = '+5511987654321';

it('a conversation works both ways, with receipts, events and the handoff to a person', async () => {
  const shop = await openWorkspace();
  const channel = await pairChannel(shop);
  const received = await channel.customerSays(maria, 'Oi, tem pizza de calabresa?', { name: 'Maria' });
  expect(received).toMatchObject({ direction: 'INBOUND', author: 'CONTACT', status: 'RECEIVED', type: 'TEXT' });

  const list = await shop.api.get('/api/conversations');
  expect(list.body).toMatchObject({ total: 1, page: 1, limit: 20, hasMore: false, nextCursor: null });
  const [conversation] = list.body.data;
  expect(conversation).toMatchObject({
    channelId: channel.id,
    contact: { phone: maria, name: 'Maria' },
    status: 'ACTIVE',
    unreadCount: 1,
    canReply: true,
    windowExpiresAt: null,
    lastMessage: { content: 'Oi, tem pizza de calabresa?' },
  });

  const sent = await shop.api.post(`/api/conversations/${conversation.id}/messages`, {
    content: 'Tem sim!',
    replyToMessageId: received.id,
  });
  expect(sent.status).toBe(201);
  expect(sent.body).toMatchObject({ direction: 'OUTBOUND', author: 'HUMAN', status: 'SENT', error: null });
  expect(await channel.phoneShows(maria)).toMatchObject([
    { content: 'Tem sim!', fromCustomer: false, status: 'DELIVERED', replyTo: received.providerMessageId },
    { content: 'Oi, tem pizza de calabresa?', fromCustomer: true },
  ]);

  await channel.drive('read', { from: maria });
  await shop.settle();
  const events = await shop.events();
  expect(events.map((event) => event.type)).toEqual([
    'channel.connected',
    'conversation.created',
    'alert.raised',
    'message.received',
    'conversation.status.changed',
    'conversation.escalated',
    'message.sent',
    'message.status',
    'message.status',
    'message.status',
  ]);
  expect(events.slice(-3).map((event) => event.data.status)).toEqual(['SENT', 'DELIVERED', 'READ']);
  const after = await shop.api.get(`/api/conversations/${conversation.id}`);
  expect(after.body).toMatchObject({ status: 'HANDED_OFF', handoffType: 'HUMAN_REPLY', unreadCount: 0 });
});
