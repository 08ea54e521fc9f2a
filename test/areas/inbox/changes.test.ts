import { describe, expect, test } from 'vitest';
import { eventsOf, joao, maria, openConversation } from '../../support/shop/conversation.ts';
import { pairChannel } from '../../support/shop/shop.ts';

type Status = 'ACTIVE' | 'HANDED_OFF' | 'RESOLVED';
const changed = 'conversation.status.changed';

/** The changes that bring a new conversation to a status. */
const waysTo: Record<Status, Status[]> = { ACTIVE: [], HANDED_OFF: ['HANDED_OFF'], RESOLVED: ['RESOLVED'] };

describe('a change of status', () => {
  test.each<[Status, Status, string[]]>([
    ['ACTIVE', 'HANDED_OFF', [changed, 'conversation.escalated']],
    ['ACTIVE', 'RESOLVED', [changed, 'conversation.resolved']],
    ['HANDED_OFF', 'ACTIVE', [changed]],
    ['HANDED_OFF', 'RESOLVED', [changed, 'conversation.resolved']],
    ['RESOLVED', 'ACTIVE', [changed]],
    ['ACTIVE', 'ACTIVE', []],
    ['HANDED_OFF', 'HANDED_OFF', []],
    ['RESOLVED', 'RESOLVED', []],
  ])('from %s to %s emits its events', async (from, to, events) => {
    const { shop, api, path } = await openConversation();
    for (const status of waysTo[from]) await api.patch(path, { status });
    const told = await eventsOf(shop, async () => {
      const answer = await api.patch(path, { status: to });
      expect(answer.status).toBe(200);
      expect(answer.body.status).toBe(to);
      expect(answer.body).toEqual((await api.get(path)).body);
    });
    expect(told).toEqual(events);
  });

  test('emits the previous status and the actor', async () => {
    const { shop, api, path } = await openConversation();
    await api.patch(path, { status: 'RESOLVED' });
    const [event] = await shop.events(changed);
    expect(event).toMatchObject({ source: 'API', data: { status: 'RESOLVED' }, previous: { status: 'ACTIVE' } });
  });

  test.each([
    [{ status: 'HANDED_OFF' }],
    [{ status: 'HANDED_OFF', handoffType: 'COMPLAINT', assignedTo: 'Ana' }],
    [{ assignedTo: 'Ana' }],
    [{ assignedToUserId: 'usr_1' }],
    [{ status: 'RESOLVED', assignedTo: 'Ana' }],
  ])('rejects %j on a RESOLVED conversation and changes nothing', async (change) => {
    const { shop, api, path } = await openConversation();
    await api.patch(path, { status: 'RESOLVED' });
    const before = (await api.get(path)).body;
    const told = await eventsOf(shop, async () => {
      const refused = await api.patch(path, change);
      expect(refused.status).toBe(422);
      expect(refused.body.code).toBe('invalid_transition');
    });
    expect(told).toEqual([]);
    expect((await api.get(path)).body).toEqual(before);
  });

  test('from RESOLVED to ACTIVE may assign in the same call', async () => {
    const { api, path } = await openConversation();
    await api.patch(path, { status: 'RESOLVED' });
    const answer = await api.patch(path, { status: 'ACTIVE', assignedTo: 'Ana' });
    expect(answer.body).toMatchObject({ status: 'ACTIVE', assignedTo: 'Ana' });
  });

  test.each([{ status: 'OPEN' }, { status: null }, { unknown: 1 }, { assignedTo: 'x'.repeat(121) }, []])(
    'by %j is malformed',
    async (body) => {
      const { api, path } = await openConversation();
      expect((await api.patch(path, body)).status).toBe(400);
    },
  );
});

describe('the handoff', () => {
  test('keeps its reason until the conversation returns to the agent, in each way', async () => {
    const { api, path } = await openConversation();
    const handOver = { status: 'HANDED_OFF', handoffType: 'COMPLAINT', assignedTo: 'Ana', assignedToUserId: 'usr_1' };
    expect((await api.patch(path, handOver)).body).toMatchObject(handOver);
    expect((await api.patch(path, { status: 'RESOLVED' })).body.handoffType).toBe('COMPLAINT');
    expect((await api.patch(path, { status: 'ACTIVE' })).body.handoffType).toBeNull();
    await api.patch(path, handOver);
    expect((await api.patch(path, { status: 'ACTIVE' })).body.handoffType).toBeNull();
  });

  test('an empty name and null remove the assignee', async () => {
    const { api, path } = await openConversation();
    await api.patch(path, { assignedTo: ' Ana ', assignedToUserId: 'usr_1' });
    expect((await api.get(path)).body).toMatchObject({ assignedTo: 'Ana', assignedToUserId: 'usr_1' });
    const freed = await api.patch(path, { assignedTo: '', assignedToUserId: null });
    expect(freed.body).toMatchObject({ assignedTo: null, assignedToUserId: null, status: 'ACTIVE' });
  });

  test('happens once when a person replies', async () => {
    const { shop, api, path } = await openConversation();
    await api.post(`${path}/messages`, { content: 'Oi, Maria' });
    expect((await api.get(path)).body).toMatchObject({ status: 'HANDED_OFF', handoffType: 'HUMAN_REPLY' });
    const told = await eventsOf(shop, () => api.post(`${path}/messages`, { content: 'Tudo bem?' }));
    expect(told).not.toContain('conversation.escalated');
  });
});

describe('the stage', () => {
  test('is set and removed by stageId', async () => {
    const { api, path } = await openConversation();
    const { body: stage } = await api.post('/api/conversation-stages', { name: 'Lead', color: '#00aa00' });
    expect((await api.patch(path, { stageId: stage.id })).body.stageId).toBe(stage.id);
    expect((await api.patch(path, { stageId: null })).body.stageId).toBeNull();
  });

  test('an unknown stage or one of another workspace returns 404 and changes nothing', async () => {
    const { shop, api, path } = await openConversation();
    const other = await shop.otherWorkspace();
    const { body: foreign } = await other.post('/api/conversation-stages', { name: 'Lead', color: '#00aa00' });
    const told = await eventsOf(shop, async () => {
      for (const stageId of [foreign.id, 'cst_unknown']) {
        const refused = await api.patch(path, { stageId, status: 'RESOLVED' });
        expect(refused.status).toBe(404);
        expect(refused.body).toMatchObject({ code: 'unknown_reference', errors: [{ field: 'body.stageId' }] });
      }
    });
    expect(told).toEqual([]);
    expect((await api.get(path)).body).toMatchObject({ stageId: null, status: 'ACTIVE' });
  });
});

test('a stale If-Match returns 412, a current one applies the change', async () => {
  const { shop, api, path } = await openConversation();
  const etag = (await api.get(path)).headers.get('etag') as string;
  const changedOnce = await api.patch(path, { assignedTo: 'Ana' }, { headers: { 'if-match': etag } });
  expect(changedOnce.status).toBe(200);
  const told = await eventsOf(shop, async () => {
    const stale = await api.patch(path, { status: 'RESOLVED' }, { headers: { 'if-match': etag } });
    expect(stale.status).toBe(412);
  });
  expect(told).toEqual([]);
  const fresh = changedOnce.headers.get('etag') as string;
  expect((await api.patch(path, { status: 'RESOLVED' }, { headers: { 'if-match': fresh } })).status).toBe(200);
});

describe('a customer', () => {
  test('reopens the same RESOLVED conversation by writing again', async () => {
    const { shop, api, channel, path, received } = await openConversation();
    await api.patch(path, { status: 'RESOLVED', handoffType: 'COMPLAINT' });
    const told = await eventsOf(shop, async () => {
      const again = await channel.customerSays(maria, 'Mais uma coisa');
      expect(again.conversationId).toBe(received.conversationId);
    });
    expect(told).toEqual([changed, 'alert.raised', 'message.received']);
    expect((await api.get(path)).body).toMatchObject({ status: 'ACTIVE', handoffType: null, unreadCount: 2 });
  });

  test('does not change a HANDED_OFF conversation by writing', async () => {
    const { shop, api, channel, path } = await openConversation();
    await api.patch(path, { status: 'HANDED_OFF' });
    expect(await eventsOf(shop, () => channel.customerSays(maria, 'Alô?'))).toEqual(['message.received']);
    expect((await api.get(path)).body.status).toBe('HANDED_OFF');
  });

  test('is one contact with and without the Brazilian ninth digit', async () => {
    const { api, channel, received } = await openConversation();
    const again = await channel.customerSays('+551187654321', 'Sou eu');
    expect(again.conversationId).toBe(received.conversationId);
    expect((await channel.customerSays('011 98765-4321', 'De novo')).conversationId).toBe(received.conversationId);
    const { body } = await api.get('/api/conversations');
    expect(body).toMatchObject({ total: 1, data: [{ contact: { phone: maria, name: 'Maria' }, unreadCount: 3 }] });
  });

  test('has one conversation per channel, and keeps the first name', async () => {
    const { shop, api, channel, received } = await openConversation();
    const second = await pairChannel(shop);
    const there = await second.customerSays(maria, 'Oi por aqui', { name: 'Mary' });
    expect(there.conversationId).not.toBe(received.conversationId);
    expect((await channel.customerSays(maria, 'Oi de novo')).conversationId).toBe(received.conversationId);
    const { body } = await api.get('/api/conversations');
    expect(body.total).toBe(2);
    expect(body.data.map((entry: { contact: object }) => entry.contact)).toEqual([
      expect.objectContaining({ phone: maria, name: 'Maria', unconfirmed: null }),
      expect.objectContaining({ phone: maria, name: 'Maria', unconfirmed: null }),
    ]);
  });

  test('gets one conversation from many simultaneous messages', async () => {
    const { api, shop, channel } = await openConversation();
    const said = Array.from({ length: 20 }, (_, index) => channel.customerSays(joao, `Mensagem ${index}`));
    const ids = new Set((await Promise.all(said)).map((message) => message.conversationId));
    expect(ids.size).toBe(1);
    expect((await api.get(`/api/conversations/${[...ids][0]}`)).body.unreadCount).toBe(20);
    expect(await shop.events('conversation.created')).toHaveLength(2);
  });
});
