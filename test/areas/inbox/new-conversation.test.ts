import { describe, expect, test } from 'vitest';
import { openWorkspace } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { eventsOf, joao, maria, openConversation } from '../../support/shop/conversation.ts';
import { pairChannel } from '../../support/shop/shop.ts';

const path = '/api/conversations/new';

describe('a conversation started by the shop', () => {
  test('warns of a first message on a QR channel unless the customer wrote before', async () => {
    const { api, channel } = await openConversation();
    const start = (phoneNumber: string) =>
      api.post(path, { channelId: channel.id, phoneNumber, content: 'Seu pedido chegou' });
    expect((await start(joao)).body.warnings).toMatchObject([{ code: 'cold_outreach' }]);
    expect((await start(maria)).body.warnings).toEqual([]);
    const empty = await api.post(path, { channelId: channel.id, phoneNumber: '+5521988887777' });
    expect(empty.body).toMatchObject({ message: null, warnings: [] });
  });

  test('is opened for a new number and sends the first message', async () => {
    const { shop, api, channel } = await openConversation();
    const told = await eventsOf(shop, async () => {
      const body = { channelId: channel.id, phoneNumber: '(21) 99876-5432', content: 'Seu pedido chegou' };
      const started = await api.post(path, { ...body, correlationId: 'order-0001' });
      expect(started.status).toBe(201);
      expect(started.body).toMatchObject({
        contact: { phone: joao, name: null },
        channelId: channel.id,
        status: 'HANDED_OFF',
        handoffType: 'HUMAN_REPLY',
        unreadCount: 0,
        message: { content: 'Seu pedido chegou', author: 'HUMAN', status: 'SENT', correlationId: 'order-0001' },
      });
      const { message, warnings: _warnings, ...conversation } = started.body;
      expect((await api.get(`/api/conversations/${conversation.id}`)).body).toEqual(conversation);
      expect(conversation.lastMessage.id).toBe(message.id);
    });
    expect(told).toEqual([
      'conversation.created',
      'conversation.status.changed',
      'conversation.escalated',
      'message.sent',
      'message.status',
    ]);
    expect(await channel.phoneShows(joao)).toMatchObject([{ content: 'Seu pedido chegou', status: 'SENT' }]);
  });

  test('reuses the conversation of a known number', async () => {
    const { api, channel, received } = await openConversation();
    const started = await api.post(path, { channelId: channel.id, phoneNumber: '551187654321', content: 'Olá' });
    expect(started.status).toBe(201);
    expect(started.body.id).toBe(received.conversationId);
    expect((await api.get('/api/conversations')).body.total).toBe(1);
  });

  test('reopens a RESOLVED conversation', async () => {
    const { shop, api, channel, path: existing } = await openConversation();
    await api.patch(existing, { status: 'RESOLVED' });
    const told = await eventsOf(shop, async () => {
      const started = await api.post(path, { channelId: channel.id, phoneNumber: maria, content: 'Voltamos' });
      expect(started.body).toMatchObject({ status: 'HANDED_OFF', message: { content: 'Voltamos' } });
    });
    expect(told.slice(0, 3)).toEqual([
      'conversation.status.changed',
      'conversation.status.changed',
      'conversation.escalated',
    ]);
  });

  test('is opened without a message', async () => {
    const { shop, api, channel } = await openConversation();
    const told = await eventsOf(shop, async () => {
      const started = await api.post(path, { channelId: channel.id, phoneNumber: joao });
      expect(started.status).toBe(201);
      expect(started.body).toMatchObject({ status: 'ACTIVE', lastMessage: null, message: null });
    });
    expect(told).toEqual(['conversation.created']);
    expect(await channel.phoneShows(joao)).toEqual([]);
  });

  test('is started once when repeated under its key, by body or by header', async () => {
    const { api, channel } = await openConversation();
    const body = { channelId: channel.id, phoneNumber: joao, content: 'Olá', idempotencyKey: 'start-0001' };
    const first = await api.post(path, body);
    const again = await api.post(path, body);
    expect(again.body.message.id).toBe(first.body.message.id);
    const headers = { 'idempotency-key': 'h-1' };
    const other = { channelId: channel.id, phoneNumber: '+5531987654321', content: 'Olá' };
    const third = await api.post(path, other, { headers });
    expect((await api.post(path, other, { headers })).body).toEqual(third.body);
    expect(await channel.phoneShows('+5531987654321')).toHaveLength(1);
    expect((await api.post(path, { ...body, content: 'Outro' })).status).toBe(409);
  });

  test('is one conversation when started simultaneously with the same number', async () => {
    const { api, channel } = await openConversation();
    const body = { channelId: channel.id, phoneNumber: joao, content: 'Olá' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => api.post(path, body)));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(await channel.phoneShows(joao)).toHaveLength(10);
  });
});

describe('a rejected start leaves no conversation and no contact', () => {
  const nothingNew = async ({ shop, api }: Awaited<ReturnType<typeof openConversation>>) => {
    expect((await api.get('/api/conversations')).body.total).toBe(1);
    const contacts = await shop.app.platform.database.read.selectFrom('contacts').select('id').execute();
    expect(contacts).toHaveLength(1);
    expect(await shop.events('conversation.created')).toHaveLength(1);
  };

  test.each([
    ['a phone that is not a number', { phoneNumber: 'not a phone' }, 400, 'validation_failed'],
    ['a phone that is too short', { phoneNumber: '123456789' }, 400, 'validation_failed'],
    ['a phone that is too long', { phoneNumber: `+55${'1'.repeat(40)}` }, 400, 'validation_failed'],
    ['no phone', { phoneNumber: undefined }, 400, 'validation_failed'],
    ['an unknown channel', { channelId: 'ch_unknown' }, 400, 'unknown_reference'],
    ['a TEXT without content', { content: undefined, type: 'TEXT' }, 400, 'validation_failed'],
    ['media that cannot be fetched', { content: undefined, mediaUrl: 'nowhere' }, 400, 'validation_failed'],
    ['an unknown message replied to', { replyToMessageId: 'msg_unknown' }, 400, 'unknown_reference'],
  ])('%s', async (_name, change, status, code) => {
    const open = await openConversation();
    const body = { channelId: open.channel.id, phoneNumber: joao, content: 'Olá', ...change };
    const refused = await open.api.post(path, body);
    expect(refused).toMatchObject({ status, body: { code } });
    await nothingNew(open);
  });

  test('a channel that is not connected, or deactivated', async () => {
    const open = await openConversation();
    const { body: unpaired } = await open.api.post('/api/channels', { name: 'New', provider: '<QR_PROVIDER>' });
    const body = { phoneNumber: joao, content: 'Olá' };
    const refused = await open.api.post(path, { ...body, channelId: unpaired.id });
    expect(refused).toMatchObject({ status: 503, body: { code: 'channel_not_connected' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await open.api.post(`/api/channels/${open.channel.id}/deactivate`);
    const deactivated = await open.api.post(path, { ...body, channelId: open.channel.id });
    expect(deactivated).toMatchObject({ status: 409, body: { code: 'channel_deactivated' } });
    await nothingNew(open);
  });

  test('free text to a number that never wrote on a CLOUD_API channel; a template is sent', async () => {
    const open = await openConversation({ clock: new ManualClock(), provider: 'CLOUD_API' });
    const body = { channelId: open.channel.id, phoneNumber: joao };
    const refused = await open.api.post(path, { ...body, content: 'Olá' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'window_closed' } });
    await nothingNew(open);
    const template = { name: 'hello_world', language: 'en_US', variables: ['Ana'] };
    const started = await open.api.post(path, { ...body, template });
    expect(started).toMatchObject({ status: 201, body: { canReply: false, message: { template, status: 'SENT' } } });
  });

  test('a start above the limit of messages or of contacts', async () => {
    const open = await openConversation();
    const limit = (limits: object) =>
      open.shop.app.platform.write(({ db }) =>
        db
          .updateTable('workspaces')
          .set({ limits: JSON.stringify(limits) })
          .execute(),
      );
    const body = { channelId: open.channel.id, phoneNumber: joao, content: 'Olá' };
    for (const limits of [{ messagesPerMonth: 0 }, { contacts: 1 }]) {
      await limit(limits);
      expect(await open.api.post(path, body)).toMatchObject({ status: 403, body: { code: 'quota_exceeded' } });
    }
    await nothingNew(open);
    await limit({ contacts: 1 });
    expect((await open.api.post(path, { ...body, phoneNumber: maria })).status).toBe(201);
    await open.channel.customerSays('+5531987654321', 'Quem escreve é sempre recebido');
  });
});

test("another workspace's channel is unknown", async () => {
  const shop = await openWorkspace();
  const channel = await pairChannel(shop);
  const other = await shop.otherWorkspace();
  const refused = await other.post(path, { channelId: channel.id, phoneNumber: joao, content: 'Olá' });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'body.channelId' }] } });
});
