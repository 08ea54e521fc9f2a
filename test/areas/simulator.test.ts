import { describe, expect, test } from 'vitest';
import { eventually, openWorkspace } from '../support/server/app.ts';
import { ManualClock } from '../support/server/clock.ts';
import { eventsOf, joao, maria, openConversation } from '../support/shop/conversation.ts';

type Open = Awaited<ReturnType<typeof openConversation>>;

const newest = async ({ api, path, shop }: Open) => {
  await shop.settle();
  return (await api.get(`${path}/messages`)).body.data[0];
};
const statusesOf = async ({ shop }: Open): Promise<unknown[]> =>
  (await shop.events('message.status')).map((event) => event.data.status);
const send = ({ api, path }: Open, more: object = {}) =>
  api.post(`${path}/messages`, { content: 'Seu pedido saiu', ...more });

describe('a vendor that rejects sends', () => {
  test.each([
    ['window_closed', 409, 'window_closed'],
    ['template_unusable', 409, 'template_unusable'],
    ['temporary', 503, 'provider_unreachable'],
    ['rate_limited', 503, 'provider_unreachable'],
    ['credentials', 503, 'provider_unreachable'],
  ])('for the reason %s yields %i, and the message is FAILED', async (reason, status, code) => {
    const open = await openConversation();
    await open.channel.faults({ reject: { reason } });
    const refused = await send(open);
    expect(refused).toMatchObject({ status, body: { code } });
    if (status === 503) expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await newest(open)).toMatchObject({ status: 'FAILED', error: { code: reason }, sentAt: null });
    expect(await statusesOf(open)).toEqual(['FAILED']);
    expect(await open.shop.events('message.sent')).toEqual([]);
    expect(await open.channel.phoneShows(maria)).toHaveLength(1);
    expect((await send(open)).status).toBe(201);
  });

  test.each(['not_on_app', 'restricted', 'blocked_policy', 'media_invalid', 'unsupported', '131999'])(
    'because of %s is answered with 201 FAILED: it is a matter of this message',
    async (reason) => {
      const open = await openConversation();
      await open.channel.faults({ reject: { reason } });
      expect(await send(open)).toMatchObject({ status: 201, body: { status: 'FAILED', error: { code: reason } } });
      expect(await statusesOf(open)).toEqual(['FAILED']);
      expect(await open.channel.phoneShows(maria)).toHaveLength(1);
    },
  );

  test('rejects as often as set, then accepts again', async () => {
    const open = await openConversation();
    await open.channel.faults({ reject: { reason: 'temporary', times: 2 } });
    const statuses = [await send(open), await send(open), await send(open)].map((answer) => answer.status);
    expect(statuses).toEqual([503, 503, 201]);
  });
});

test('a slow vendor is awaited', async () => {
  const open = await openConversation();
  await open.channel.faults({ delayMs: 300 });
  const began = Date.now();
  expect((await send(open)).body.status).toBe('SENT');
  expect(Date.now() - began).toBeGreaterThanOrEqual(295);
});

test('an event reported twice is stored and emitted once', async () => {
  const open = await openConversation();
  await open.channel.faults({ duplicate: true });
  await open.channel.customerSays(maria, 'Uma vez só');
  await send(open);
  await open.shop.settle();
  await open.channel.drive('read', { from: maria });
  await open.shop.settle();
  expect((await open.api.get(`${open.path}/messages`)).body.data).toHaveLength(3);
  expect((await open.api.get(open.path)).body.unreadCount).toBe(0);
  expect(await open.shop.events('message.received')).toHaveLength(2);
  expect(await statusesOf(open)).toEqual(['SENT', 'DELIVERED', 'READ']);
});

test('a status READ before DELIVERED never moves back', async () => {
  const open = await openConversation();
  await open.channel.faults({ reorder: true });
  await send(open);
  await open.shop.settle();
  expect((await newest(open)).status).toBe('SENT');
  await open.channel.drive('read', { from: maria });
  const message = await newest(open);
  expect(message).toMatchObject({ status: 'READ', readAt: expect.any(String), deliveredAt: expect.any(String) });
  expect(await statusesOf(open)).toEqual(['SENT', 'READ']);
});

describe('a connection that is cut', () => {
  test('returns 503 with Retry-After, and nothing is stored or sent', async () => {
    const open = await openConversation();
    const told = await eventsOf(open.shop, async () => {
      await open.channel.faults({ dropped: true });
      const refused = await send(open, { idempotencyKey: 'order-4711' });
      expect(refused).toMatchObject({ status: 503, body: { code: 'channel_not_connected' } });
      expect(refused.headers.get('retry-after')).toBe('30');
    });
    expect(told).toEqual([]);
    expect((await open.api.get(`/api/channels/${open.channel.id}`)).body.status).toBe('CONNECTING');
    expect((await open.api.get(`${open.path}/messages`)).body.data).toHaveLength(1);
    expect(await open.channel.phoneShows(maria)).toHaveLength(1);
  });

  test('comes back with an event, and the customers’ messages meanwhile arrive in order', async () => {
    const open = await openConversation();
    await open.channel.faults({ dropped: true });
    await open.channel.drive('messages', { from: maria, content: 'Um' });
    await open.channel.drive('messages', { from: maria, content: 'Dois' });
    await open.shop.settle();
    expect((await open.api.get(`${open.path}/messages`)).body.data).toHaveLength(1);
    const told = await eventsOf(open.shop, () => open.channel.faults({}));
    expect(told).toEqual(['channel.connected', 'message.received', 'message.received']);
    const { data } = (await open.api.get(`${open.path}/messages`)).body;
    expect(data.map((message: { content: string }) => message.content)).toEqual(['Dois', 'Um', 'Oi']);
    expect((await send(open)).status).toBe(201);
  });
});

describe('a lost response', () => {
  const openLost = async () => {
    const clock = new ManualClock();
    const open = await openConversation({ clock });
    await open.channel.drive('messages', { from: maria, content: 'Alô' });
    await open.api.put(`/api/simulator/channels/${open.channel.id}/phones/${maria}`, { online: false });
    await open.channel.faults({ loseAnswers: 1 });
    /** Advances the clock and runs the recurring work of that minute. */
    const wait = async (ms: number) => {
      clock.advance(ms);
      await open.shop.app.platform.scheduler.tick();
      await open.shop.settle();
    };
    return { ...open, wait };
  };

  test('leaves the message PENDING and sent once; the vendor is queried until the outcome is known', async () => {
    const open = await openLost();
    const body = { idempotencyKey: 'order-4711' };
    const sent = await send(open, body);
    expect(sent).toMatchObject({ status: 201, body: { status: 'PENDING', sentAt: null, error: null } });
    expect(await statusesOf(open)).toEqual([]);
    expect(await send(open, body)).toMatchObject({ status: 201, body: { id: sent.body.id, status: 'PENDING' } });
    await open.wait(30_000);
    expect((await newest(open)).status).toBe('PENDING');
    await open.wait(60_000);
    expect(await newest(open)).toMatchObject({ id: sent.body.id, status: 'SENT', error: null });
    await open.wait(120_000);
    expect(await statusesOf(open)).toEqual(['SENT']);
    expect(await open.shop.events('message.sent')).toHaveLength(1);
    expect(await open.channel.phoneShows(maria)).toHaveLength(3);
    expect((await send(open, body)).body).toMatchObject({ id: sent.body.id, status: 'SENT' });
    expect(await open.channel.phoneShows(maria)).toHaveLength(3);
  });

  test('is replaced by a receipt: the message is SENT in its events and counted once', async () => {
    const open = await openLost();
    await send(open);
    await open.api.put(`/api/simulator/channels/${open.channel.id}/phones/${maria}`, { online: true });
    expect(await newest(open)).toMatchObject({ status: 'DELIVERED', sentAt: expect.any(String) });
    await open.wait(90_000);
    expect(await open.shop.events('message.sent')).toHaveLength(1);
    expect(await statusesOf(open)).toEqual(['DELIVERED']);
    expect((await open.api.get('/api/conversations/overview')).body.metrics.sent.total).toBe(1);
  });

  test('to a message that the vendor never had makes it FAILED, and a lost response to its retry is resolved too', async () => {
    const open = await openLost();
    const body = { idempotencyKey: 'order-4711' };
    const sent = await send(open, body);
    await open.shop.app.platform.write(({ db }) =>
      db.deleteFrom('simulator_messages').where('from_customer', '=', 0).execute(),
    );
    await open.wait(90_000);
    expect(await newest(open)).toMatchObject({ status: 'FAILED', error: { code: 'not_sent' } });
    await open.channel.faults({ loseAnswers: 1 });
    expect(await send(open, body)).toMatchObject({ status: 201, body: { id: sent.body.id, status: 'PENDING' } });
    await open.wait(30_000);
    expect((await newest(open)).status).toBe('PENDING');
    await open.wait(90_000);
    expect((await newest(open)).status).toBe('SENT');
    expect(await statusesOf(open)).toEqual(['FAILED', 'SENT']);
  });

  test('without a known outcome is given up as unknown after ten minutes and never retried', async () => {
    const open = await openLost();
    const body = { idempotencyKey: 'order-4711' };
    const sent = await send(open, body);
    await open.channel.faults({ dropped: true });
    for (let minute = 0; minute < 20; minute++) await open.wait(60_000);
    expect(await newest(open)).toMatchObject({ status: 'FAILED', error: { code: 'unknown_outcome' } });
    await open.channel.faults({});
    expect((await send(open, body)).body).toMatchObject({ id: sent.body.id, status: 'FAILED' });
    expect(await open.channel.phoneShows(maria)).toHaveLength(3);
  });
});

describe("a customer's phone", () => {
  test('that is off gets its messages once it is on again', async () => {
    const open = await openConversation();
    const at = `/api/simulator/channels/${open.channel.id}/phones/${encodeURIComponent(maria)}`;
    expect((await open.api.put(at, { online: false })).body).toEqual({ phone: maria, online: false });
    await send(open);
    expect((await newest(open)).status).toBe('SENT');
    await open.api.put(at, { online: true });
    expect((await newest(open)).status).toBe('DELIVERED');
    expect((await open.channel.drive('read', { from: maria })).body).toEqual({ read: 1 });
    expect((await open.channel.drive('read', { from: maria })).body).toEqual({ read: 0 });
    expect(await statusesOf(open)).toEqual(['SENT', 'DELIVERED', 'READ']);
  });

  test('that never wrote is not online', async () => {
    const { api, channel } = await openConversation();
    await api.post('/api/conversations/new', { channelId: channel.id, phoneNumber: joao, content: 'Olá' });
    await eventually(async () => (await channel.phoneShows(joao)).length === 1);
    expect(await channel.phoneShows(joao)).toMatchObject([{ status: 'SENT' }]);
  });

  test('rejects invalid controls', async () => {
    const { api, channel } = await openConversation();
    const statusOf = async (path: string, body: object) => (await channel.drive(path, body)).status;
    expect(await statusOf('messages', { from: 'nobody', content: 'Oi' })).toBe(400);
    expect(await statusOf('messages', { from: maria, content: 'Oi', mediaId: 'file_unknown' })).toBe(400);
    expect(await statusOf('reactions', { from: maria, providerMessageId: 'unknown', emoji: '👍' })).toBe(400);
    expect(await statusOf('read', {})).toBe(400);
    expect((await channel.faults({ reject: { reason: 'moon' } })).status).toBe(400);
    expect((await channel.faults({ delayMs: -1 })).status).toBe(400);
    expect((await api.post('/api/simulator/channels/ch_x/messages', { from: maria, content: 'Oi' })).status).toBe(404);
  });

  test('lists its messages newest first, page by page', async () => {
    const { api, channel } = await openConversation();
    for (let index = 0; index < 4; index++) await channel.customerSays(maria, `Linha ${index}`);
    const at = `/api/simulator/channels/${channel.id}/messages?limit=3`;
    const first = (await api.get(at)).body;
    const second = (await api.get(`${at}&cursor=${first.nextCursor}`)).body;
    const contents = [...first.data, ...second.data].map((message: { content: string }) => message.content);
    expect(contents).toEqual(['Linha 3', 'Linha 2', 'Linha 1', 'Linha 0', 'Oi']);
    expect(second.nextCursor).toBeNull();
  });
});

test('only simulated channels can be controlled; any other returns 404', async () => {
  const shop = await openWorkspace();
  const { body: channel } = await shop.api.post('/api/channels', { name: 'Cloud', provider: 'CLOUD_API' });
  await shop.app.platform.write(({ db }) => db.updateTable('channels').set({ driver: 'live' }).execute());
  const base = `/api/simulator/channels/${channel.id}`;
  expect((await shop.api.post(`${base}/messages`, { from: maria, content: 'Oi' })).status).toBe(404);
  expect((await shop.api.get(`${base}/messages`)).status).toBe(404);
  expect((await shop.api.put(`${base}/faults`, {})).status).toBe(404);
});

test('a simulated customer sends a notice, cards and a cart, and corrects and takes back messages', async () => {
  const { api, path, channel, shop } = await openConversation();
  const at = `/api/simulator/channels/${channel.id}/messages`;
  const says = async (body: object) => (await api.post(at, { from: maria, ...body })).body.providerMessageId;
  await says({ notice: { kind: 'call', title: null, lines: [] } });
  await says({ enclosed: { cards: [{ name: 'Zé', phones: ['+55 11 97777-6666'], emails: [] }] } });
  const wish = await says({ content: 'Quero 2' });
  await says({ corrects: wish, content: 'Quero 3' });
  const mistake = await says({ content: 'Ops' });
  await says({ corrects: mistake });
  await shop.settle();
  const { data } = (await api.get(`${path}/messages`)).body;
  expect(data.slice(0, 4)).toMatchObject([
    { content: null, deletedAt: expect.any(String), earlier: [{ content: 'Ops' }] },
    { content: 'Quero 3', editedAt: expect.any(String), earlier: [{ content: 'Quero 2' }] },
    { content: 'Zé +55 11 97777-6666', enclosed: { cards: [{ name: 'Zé' }] } },
    { content: null, notice: { kind: 'call' } },
  ]);
  const notHers = await api.post(at, { from: joao, corrects: wish, content: 'Quero 30' });
  expect(notHers).toMatchObject({ status: 400, body: { code: 'unknown_reference' } });
});
