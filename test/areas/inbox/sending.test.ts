import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../support/server/clock.ts';
import { eventsOf, joao, maria, openConversation } from '../../support/shop/conversation.ts';

const hour = 3_600_000;
const hello = { name: 'hello_world', language: 'pt_BR' };

describe('a reply to a message', () => {
  test('accepts a message of the shop and returns 404 for one unknown or of another conversation', async () => {
    const { shop, api, channel, path } = await openConversation();
    const first = await api.post(`${path}/messages`, { content: 'Um' });
    const second = await api.post(`${path}/messages`, { content: 'Dois', replyToMessageId: first.body.id });
    expect(second.body.replyToMessageId).toBe(first.body.id);
    const elsewhere = await channel.customerSays(joao, 'Oi');
    const told = await eventsOf(shop, async () => {
      for (const replyToMessageId of ['msg_unknown', elsewhere.id]) {
        const refused = await api.post(`${path}/messages`, { content: 'Três', replyToMessageId });
        expect(refused.status).toBe(404);
        expect(refused.body.errors).toMatchObject([{ field: 'body.replyToMessageId', code: 'unknown_reference' }]);
      }
    });
    expect(told).toEqual([]);
  });
});

describe('on a CLOUD_API channel', () => {
  const open = () => {
    const clock = new ManualClock();
    return openConversation({ clock, provider: 'CLOUD_API' }).then((opened) => ({ ...opened, clock }));
  };

  test('free text may be sent for 24 hours after the customer’s last message', async () => {
    const { api, path, clock, received, channel } = await open();
    const ends = new Date(Date.parse(received.sentAt) + 24 * hour).toISOString();
    expect((await api.get(path)).body).toMatchObject({ canReply: true, windowExpiresAt: ends });
    clock.advance(24 * hour - 1);
    expect((await api.post(`${path}/messages`, { content: 'Ainda dá' })).status).toBe(201);
    clock.advance(1);
    expect((await api.get(path)).body).toMatchObject({ canReply: false, windowExpiresAt: ends });
    expect((await api.post(`${path}/messages`, { content: 'Tarde' })).status).toBe(409);
    await channel.customerSays(maria, 'Voltei');
    expect((await api.post(`${path}/messages`, { content: 'Oi!' })).status).toBe(201);
  });

  test('a closed window returns 409, and nothing is stored, counted or sent', async () => {
    const { shop, api, channel, path, clock } = await open();
    clock.advance(25 * hour);
    const before = (await api.get(path)).body;
    const told = await eventsOf(shop, async () => {
      const refused = await api.post(`${path}/messages`, { content: 'Tarde', idempotencyKey: 'late-0001' });
      expect(refused).toMatchObject({ status: 409, body: { code: 'window_closed' } });
    });
    expect(told).toEqual([]);
    expect((await api.get(path)).body).toEqual(before);
    expect((await api.get(`${path}/messages`)).body.data).toHaveLength(1);
    expect(await channel.phoneShows(maria)).toHaveLength(1);
    const availability = (await api.get(`${path}/template-availability`)).body;
    expect(availability).toMatchObject({ canReply: false, templatesRequired: true });
    expect(availability.categories[0]).toMatchObject({ used: 0 });
  });

  test('an approved template is sent even after the window; any other returns 409', async () => {
    const { api, channel, path, clock } = await open();
    clock.advance(25 * hour);
    const sent = await api.post(`${path}/messages`, { template: hello });
    expect(sent).toMatchObject({
      status: 201,
      body: { status: 'SENT', type: 'TEXT', content: 'Olá, mundo', template: hello },
    });
    expect((await channel.phoneShows(maria))[0]).toMatchObject({ template: hello });
    const refused = await api.post(`${path}/messages`, { template: { ...hello, name: 'unknown' } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'template_unusable' } });
    expect(await channel.phoneShows(maria)).toHaveLength(2);
  });
});

describe('an idempotencyKey', () => {
  const body = { content: 'Seu pedido saiu', idempotencyKey: 'order-4711' };

  test('returns the first message to a repeat, and sends once', async () => {
    const { shop, api, channel, path } = await openConversation();
    const first = await api.post(`${path}/messages`, body);
    expect(first.body.idempotencyKey).toBe(body.idempotencyKey);
    const told = await eventsOf(shop, async () => {
      const again = await api.post(`${path}/messages`, body);
      expect(again.status).toBe(201);
      expect(again.body).toMatchObject({ id: first.body.id, status: 'DELIVERED' });
    });
    expect(told).toEqual([]);
    expect(await channel.phoneShows(maria)).toHaveLength(2);
  });

  test('sends once for 20 simultaneous requests', async () => {
    const { api, channel, path } = await openConversation();
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.post(`${path}/messages`, body)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(await channel.phoneShows(maria)).toHaveLength(2);
  });

  test.each([
    ['content', { content: 'Outro texto' }],
    ['type', { content: 'geo:1,1', type: 'LOCATION' }],
    ['message replied to', { replyToMessageId: 'first' }],
  ])('with another %s is a conflict', async (_name, change) => {
    const { api, channel, path, received } = await openConversation();
    await api.post(`${path}/messages`, body);
    const reply = 'replyToMessageId' in change ? { replyToMessageId: received.id } : {};
    const conflict = await api.post(`${path}/messages`, { ...body, ...change, ...reply });
    expect(conflict).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
    expect(await channel.phoneShows(maria)).toHaveLength(2);
  });

  test('is unique in its conversation only', async () => {
    const { api, channel, path } = await openConversation();
    const { conversationId } = await channel.customerSays(joao, 'Oi');
    const first = await api.post(`${path}/messages`, body);
    const other = await api.post(`/api/conversations/${conversationId}/messages`, { ...body, content: 'Outro' });
    expect(other.status).toBe(201);
    expect(other.body.id).not.toBe(first.body.id);
  });

  test('after a 503 sends the same message, once', async () => {
    const { shop, api, channel, path } = await openConversation();
    await channel.faults({ reject: { reason: 'temporary' } });
    const refused = await api.post(`${path}/messages`, body);
    expect(refused).toMatchObject({ status: 503, body: { code: 'provider_unreachable' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const [failed] = (await api.get(`${path}/messages`)).body.data;
    expect(failed).toMatchObject({ status: 'FAILED', error: { code: 'temporary' }, sentAt: null });
    const sent = await api.post(`${path}/messages`, body);
    expect(sent).toMatchObject({ status: 201, body: { id: failed.id, status: 'SENT', error: null } });
    expect((await api.get(`${path}/messages`)).body.data).toHaveLength(2);
    expect(await channel.phoneShows(maria)).toHaveLength(2);
    expect(await shop.events('message.sent')).toHaveLength(1);
  });
});

describe('the header Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'h-1' };

  test('replays the first response, and is not shown as the key of the message', async () => {
    const { api, channel, path } = await openConversation();
    const first = await api.post(`${path}/messages`, { content: 'Oi' }, { headers });
    const again = await api.post(`${path}/messages`, { content: 'Oi' }, { headers });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(first.body.idempotencyKey).toBeNull();
    expect(await channel.phoneShows(maria)).toHaveLength(2);
    const conflict = await api.post(`${path}/messages`, { content: 'Outro' }, { headers });
    expect(conflict).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
  });

  test('after a 503 sends the same message, once', async () => {
    const { api, channel, path } = await openConversation();
    await channel.faults({ reject: { reason: 'rate_limited' } });
    expect((await api.post(`${path}/messages`, { content: 'Oi' }, { headers })).status).toBe(503);
    expect((await api.post(`${path}/messages`, { content: 'Oi' }, { headers })).status).toBe(201);
    expect((await api.get(`${path}/messages`)).body.data).toHaveLength(2);
    expect(await channel.phoneShows(maria)).toHaveLength(2);
  });
});

test('messages to one customer arrive in the order they were sent, even through a slow vendor', async () => {
  const { api, channel, path } = await openConversation();
  await channel.faults({ delayMs: 20 });
  await Promise.all(Array.from({ length: 5 }, (_, index) => api.post(`${path}/messages`, { content: `${index}` })));
  const stored = (await api.get(`${path}/messages`)).body.data.map((message: { content: string }) => message.content);
  const shown = (await channel.phoneShows(maria)).map((message) => message.content);
  expect(shown).toEqual(stored);
});

test('above the monthly limit of messages returns 403, emits quota.exceeded and sends nothing', async () => {
  const { shop, api, channel, path } = await openConversation();
  await shop.app.platform.write(({ db }) =>
    db
      .updateTable('workspaces')
      .set({ limits: JSON.stringify({ messagesPerMonth: 1 }) })
      .execute(),
  );
  expect((await api.post(`${path}/messages`, { content: 'Um' })).status).toBe(201);
  const refused = await api.post(`${path}/messages`, { content: 'Dois' });
  expect(refused).toMatchObject({ status: 403, body: { code: 'quota_exceeded' } });
  expect(await shop.events('quota.warning', 'quota.exceeded')).toHaveLength(2);
  expect(await channel.phoneShows(maria)).toHaveLength(2);
  const { categories } = (await api.get(`${path}/template-availability`)).body;
  expect(categories[0]).toMatchObject({ available: false, limit: 1, used: 1, remaining: 0, limitIsLocal: true });
});
