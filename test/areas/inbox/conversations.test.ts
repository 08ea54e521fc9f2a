import { describe, expect, test } from 'vitest';
import { openWorkspace } from '../../support/server/app.ts';
import { joao, maria, openConversation } from '../../support/shop/conversation.ts';
import { pairChannel, type SimulatedChannel } from '../../support/shop/shop.ts';

const list = '/api/conversations';

/** A shop with `count` customers, who wrote in order. */
async function openMany(count: number) {
  const shop = await openWorkspace();
  const channel = await pairChannel(shop);
  await writeFromMany(channel, count);
  await shop.settle();
  return { ...shop, channel };
}

async function writeFromMany(channel: SimulatedChannel, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const from = `+55119${String(80_000_000 + index)}`;
    await channel.drive('messages', { from, name: `Cliente ${index}`, content: `Mensagem ${index}` });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
const names = (body: any): string[] => body.data.map((entry: any) => entry.contact.name);

describe('list of conversations', () => {
  test('is empty in a new shop', async () => {
    const { api } = await openWorkspace();
    const answer = await api.get(list);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      data: [],
      page: 1,
      limit: 20,
      total: 0,
      hasMore: false,
      nextCursor: null,
      matches: [],
    });
  });

  test('shows the newest activity first, not the newest conversation', async () => {
    const { api, channel } = await openMany(3);
    await channel.customerSays('+5511980000000', 'Ainda aí?');
    expect(names((await api.get(list)).body)).toEqual(['Cliente 0', 'Cliente 2', 'Cliente 1']);
  });

  test('returns the same by page and by cursor, to the last entry', async () => {
    const { api } = await openMany(7);
    const all = names((await api.get(list)).body);
    const byPage: string[] = [];
    const byCursor: string[] = [];
    let cursor = '';
    for (let page = 1; page <= 4; page++) {
      const paged = (await api.get(`${list}?limit=2&page=${page}`)).body;
      expect(paged).toMatchObject({ page, limit: 2, total: 7, hasMore: page < 4 });
      byPage.push(...names(paged));
      const next = (await api.get(`${list}?limit=2&cursor=${cursor}`)).body;
      byCursor.push(...names(next));
      cursor = next.nextCursor;
    }
    expect(byPage).toEqual(all);
    expect(byCursor).toEqual(all);
    expect(cursor).toBeNull();
    expect((await api.get(`${list}?limit=2&page=9`)).body).toMatchObject({ data: [], hasMore: false });
  });

  test('a cursor stays correct while new customers write', async () => {
    const { api, channel } = await openMany(4);
    const first = (await api.get(`${list}?limit=2`)).body;
    await channel.customerSays(maria, 'Oi', { name: 'Maria' });
    const second = (await api.get(`${list}?limit=2&cursor=${first.nextCursor}`)).body;
    expect(names(second)).toEqual(['Cliente 1', 'Cliente 0']);
  });

  test('reaches the hundredth page both ways', async () => {
    const { api } = await openMany(101);
    const hundredth = (await api.get(`${list}?limit=1&page=100`)).body;
    expect(names(hundredth)).toEqual(['Cliente 1']);
    let cursor = '';
    for (let page = 1; page < 100; page++) cursor = (await api.get(`${list}?limit=1&cursor=${cursor}`)).body.nextCursor;
    const same = (await api.get(`${list}?limit=1&cursor=${cursor}`)).body;
    expect(same.data).toEqual(hundredth.data);
    expect(same.hasMore).toBe(true);
  });

  test('rejects a cursor of another list, of another filter and a made-up one', async () => {
    const { api, path } = await openConversation();
    await api.post(`${path}/messages`, { content: 'Olá' });
    const { nextCursor } = (await api.get(`${path}/messages?limit=1`)).body;
    for (const cursor of [nextCursor, 'made.up', 'x']) {
      const refused = await api.get(`${list}?cursor=${cursor}`);
      expect(refused.status).toBe(400);
      expect(refused.body.errors).toMatchObject([{ field: 'query.cursor', code: 'invalid_cursor' }]);
    }
    const many = await openMany(2);
    const own = (await many.api.get(`${list}?limit=1&status=ACTIVE`)).body.nextCursor;
    expect((await many.api.get(`${list}?limit=1&status=ACTIVE&cursor=${own}`)).status).toBe(200);
    expect((await many.api.get(`${list}?limit=1&status=RESOLVED&cursor=${own}`)).status).toBe(400);
  });

  test.each(['limit=abc', 'page=x', 'page=1.5', 'status=active', 'status=OPEN', `search=${'x'.repeat(201)}`])(
    'rejects ?%s',
    async (query) => {
      const { api } = await openWorkspace();
      const refused = await api.get(`${list}?${query}`);
      expect(refused.status).toBe(400);
      expect(refused.body.errors[0].field).toBe(`query.${query.split('=')[0]}`);
    },
  );

  test('clamps the limit and the page', async () => {
    const { api } = await openMany(2);
    expect((await api.get(`${list}?limit=0`)).body).toMatchObject({ limit: 1, total: 2 });
    expect((await api.get(`${list}?limit=5000&page=-3`)).body).toMatchObject({ limit: 100, page: 1, total: 2 });
  });
});

describe('filters of the list', () => {
  test('select by status and by the reason of the handoff', async () => {
    const { api, channel, path, received } = await openConversation();
    const { conversationId: other } = await channel.customerSays(joao, 'Olá', { name: 'João' });
    await api.patch(path, { status: 'HANDED_OFF', handoffType: 'COMPLAINT' });
    const idsOf = async (query: string) =>
      // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back
      (await api.get(`${list}?${query}`)).body.data.map((entry: any) => entry.id);
    expect(await idsOf('status=HANDED_OFF')).toEqual([received.conversationId]);
    expect(await idsOf('status=ACTIVE')).toEqual([other]);
    expect(await idsOf('status=RESOLVED')).toEqual([]);
    expect(await idsOf('handoffType=COMPLAINT')).toEqual([received.conversationId]);
    expect(await idsOf('handoffType=OTHER')).toEqual([]);
    expect(await idsOf('aiAgentId=agt_unknown')).toEqual([]);
    expect(await idsOf('status=&handoffType=')).toHaveLength(2);
  });

  test('select by assignee: me, none, a user id, a name', async () => {
    const { api, channel, path, shop } = await openConversation();
    const { conversationId: other } = await channel.customerSays(joao, 'Olá', { name: 'João' });
    const { id: keyId } = (await shop.app.platform.database.read
      .selectFrom('api_keys')
      .select('id')
      .executeTakeFirst()) as { id: string };
    const found = async (assignee: string) => names((await api.get(`${list}?assignee=${assignee}`)).body);
    expect(await found('none')).toEqual(['João', 'Maria']);
    await api.patch(path, { assignedToUserId: keyId });
    await api.patch(`${list}/${other}`, { assignedTo: 'Ana Souza' });
    expect(await found('me')).toEqual(['Maria']);
    expect(await found(keyId)).toEqual(['Maria']);
    expect(await found('Ana%20Souza')).toEqual(['João']);
    // A name alone is a note: it identifies no person who could answer.
    expect(await found('none')).toEqual(['João']);
    expect(await found('nobody-known')).toEqual([]);
  });

  test('select by channel and by stage, with and without a search', async () => {
    const shop = await openWorkspace();
    const { api } = shop;
    const [one, two] = [await pairChannel(shop), await pairChannel(shop)];
    await one.customerSays(maria, 'Oi', { name: 'Maria' });
    const { conversationId } = await two.customerSays(joao, 'Oi', { name: 'João' });
    const { body: stage } = await api.post('/api/conversation-stages', { name: 'Orçamento', color: '#1e88e5' });
    await api.patch(`${list}/${conversationId}`, { stageId: stage.id });
    const expected: Record<string, string[]> = {
      [`channelId=${one.id}`]: ['Maria'],
      [`channelId=${two.id}&search=oi`]: ['João'],
      [`stageId=${stage.id}`]: ['João'],
      [`stageId=${stage.id}&search=oi`]: ['João'],
      [`stageId=${stage.id}&channelId=${one.id}`]: [],
      'channelId=unknown': [],
    };
    for (const [query, found] of Object.entries(expected)) {
      const { body } = await api.get(`${list}?${query}`);
      expect([names(body), body.total], query).toEqual([found, found.length]);
    }
  });
});

describe('one conversation', () => {
  test('is returned with all fields and an ETag, which yields 304', async () => {
    const { api, channel, path, received } = await openConversation();
    const answer = await api.get(path);
    expect(answer.body).toEqual({
      id: received.conversationId,
      channelId: channel.id,
      aiAgentId: null,
      contact: {
        id: expect.stringMatching(/^ct_/),
        phone: maria,
        name: 'Maria',
        username: null,
        addresses: [{ kind: 'phone', value: maria }],
        unconfirmed: null,
      },
      status: 'ACTIVE',
      handoffType: null,
      assignedTo: null,
      assignedToUserId: null,
      stageId: null,
      unreadCount: 1,
      lastMessage: {
        id: received.id,
        direction: 'INBOUND',
        author: 'CONTACT',
        type: 'TEXT',
        content: 'Oi',
        notice: null,
        deletedAt: null,
        error: null,
        writtenAt: received.writtenAt,
        createdAt: received.createdAt,
      },
      lastMessageAt: received.createdAt,
      lastInboundAt: received.sentAt,
      canReply: true,
      windowExpiresAt: null,
      waitingSince: received.createdAt,
      snooze: null,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    const headers = { 'if-none-match': answer.headers.get('etag') as string };
    expect((await api.get(path, { headers })).status).toBe(304);
  });

  test.each(['conv_01h455vb4pex5vsknk084sn02q', 'nonsense', '%00', "'or 1=1"])('returns 404 for %j', async (id) => {
    const { api } = await openWorkspace();
    const at = `${list}/${encodeURIComponent(decodeURIComponent(id))}`;
    expect((await api.get(at)).status).toBe(404);
    expect((await api.patch(at, { status: 'ACTIVE' })).status).toBe(404);
    expect((await api.get(`${at}/messages`)).status).toBe(404);
    expect((await api.post(`${at}/messages`, { content: 'x' })).status).toBe(404);
    expect((await api.get(`${at}/template-availability`)).status).toBe(404);
    expect((await api.get(`${at}/utility-check`)).status).toBe(404);
    expect((await api.post(`${at}/ai-insights`)).status).toBe(404);
    expect((await api.upload(`${at}/upload-media`, 'text', 'a.txt')).status).toBe(404);
    expect((await api.post(`${at}/messages/msg_x/react`, { emoji: '' })).status).toBe(404);
  });

  test('shows the first 200 characters of a long message and splits none', async () => {
    const { api, channel, path } = await openConversation();
    await channel.customerSays(maria, '🍕'.repeat(300));
    expect((await api.get(path)).body.lastMessage.content).toBe('🍕'.repeat(200));
  });
});
