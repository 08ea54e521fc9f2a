import { proto } from 'baileys';
import { describe, expect, test } from 'vitest';
import { eventually, startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { joao, maria } from '../../support/shop/conversation.ts';
import { makeAgent } from '../../support/shop/sales.ts';
import { makeTestGate } from '../agents/support.ts';
import { conversationWith, environmentOf, messagesWith, openPaired, text, watchChannel } from './shop.ts';

const patienceMs = 6_000;

/** A paired shop whose clock moves only by hand; the vendor's clock is the machine's. */
async function openShop({ published = false } = {}) {
  const clock = new ManualClock(new Date().toISOString());
  const live = await openPaired({ clock, areas: makeTestGate().areas });
  const { shop, server, channelId } = live;
  const { api, app } = shop;
  if (published) {
    const aiAgentId = await makeAgent(api);
    await api.post(`/api/ai-agents/${aiAgentId}/publish`);
    await api.put(`/api/channels/${channelId}/ai-agent`, { aiAgentId });
  }
  const { read } = app.platform.database;
  return {
    ...live,
    clock,
    /** Resolves when this many arrivals are in the journal. */
    journaled: (count: number) =>
      eventually(async () => (await read.selectFrom('qr_journal').select('message_id').execute()).length === count),
    /** The messages of a customer, once there are so many. */
    shows: (phone: string, count: number) =>
      eventually(async () => {
        const messages = await messagesWith(shop, phone);
        return messages?.length === count && messages;
      }),
    conversation: async () => (await api.get(await conversationWith(shop, maria))).body,
    isAsked: (id: string) =>
      eventually(async () => server.receipts.some((receipt) => receipt.id === id && receipt.type === 'retry')),
  };
}

const placeholder = {
  content: null,
  notice: { kind: 'unreadable' },
  status: 'RECEIVED',
  error: { code: 'possibly_missed' },
};

describe('a message that cannot be decrypted', () => {
  test('is asked for again, and shown after a few seconds with a customer who waits', async () => {
    const { shop, server, clock, journaled, isAsked, shows, conversation } = await openShop();
    const id = server.sayUnreadable(maria);
    await journaled(1);
    await isAsked(id);
    clock.advance(patienceMs - 1);
    expect(await messagesWith(shop, maria)).toBeUndefined();
    clock.advance(1);
    expect(await shows(maria, 1)).toMatchObject([placeholder]);
    expect(await conversation()).toMatchObject({ waitingSince: expect.any(String), unreadCount: 1 });
    expect(await shop.events('message.received')).toEqual([]);
    expect(await shop.events('message.status')).toMatchObject([{ data: placeholder }]);
  });

  test('is replaced at its place when it arrives, counts once, and stays with the person who was called', async () => {
    const { shop, server, clock, journaled, shows, conversation } = await openShop({ published: true });
    const id = server.sayUnreadable(maria);
    await journaled(1);
    clock.advance(patienceMs);
    const [shown] = await shows(maria, 1);
    expect(await conversation()).toMatchObject({ status: 'HANDED_OFF', handoffType: 'NOT_WORDS', unreadCount: 1 });
    clock.advance(60_000);
    await server.say(maria, text('E agora?'));
    await shows(maria, 2);
    await server.say(maria, text('Tem vaga?'), { id });
    await eventually(async () => (await messagesWith(shop, maria))?.[0].content === 'Tem vaga?');
    const [first, second] = await shows(maria, 2);
    expect([first.id, second.content]).toEqual([shown.id, 'E agora?']);
    expect(first).toMatchObject({ notice: null, error: null });
    expect(await conversation()).toMatchObject({
      status: 'HANDED_OFF',
      unreadCount: 2,
      lastMessage: { content: 'E agora?' },
    });
    expect((await shop.events('message.received')).map(({ data }) => data.content)).toEqual(['E agora?', 'Tem vaga?']);
  });

  test('that arrives again in time is never shown as unreadable', async () => {
    const { shop, server, clock, journaled, shows } = await openShop();
    const id = server.sayUnreadable(maria);
    await journaled(1);
    await server.say(maria, text('Tem vaga?'), { id });
    await shows(maria, 1);
    clock.advance(60_000);
    await shop.settle();
    expect(await messagesWith(shop, maria)).toMatchObject([{ content: 'Tem vaga?', error: null }]);
    expect(await shop.events('message.status')).toEqual([]);
  });

  test('is not shown while a backlog is being stored, for half a minute at most', async () => {
    const { shop, server, clock, journaled, shows } = await openShop();
    server.sayUnreadable(maria);
    await journaled(1);
    for (let stored = 1; stored <= 5; stored++) {
      clock.advance(5_000);
      await server.say(joao, text(`Oi ${stored}`));
      await shows(joao, stored);
      await journaled(1);
    }
    expect(await messagesWith(shop, maria)).toBeUndefined();
    clock.advance(5_000);
    expect(await shows(maria, 1)).toMatchObject([placeholder]);
  });

  test('is not shown if it repeats a message that was read and is not shown', async () => {
    const { shop, server, clock, journaled, shows } = await openShop();
    const hidden = { protocolMessage: { type: proto.Message.ProtocolMessage.Type.EPHEMERAL_SYNC_RESPONSE } };
    const id = await server.say(maria, hidden);
    await server.say(joao, text('Oi'));
    await shows(joao, 1);
    await journaled(0);
    server.sayUnreadable(maria, { id });
    await server.say(joao, text('Tudo bem?'));
    await shows(joao, 2);
    clock.advance(60_000);
    await server.say(joao, text('Alguém?'));
    await shows(joao, 3);
    expect(await messagesWith(shop, maria)).toBeUndefined();
  });

  test('is shown once, however many there are and however often each arrives', async () => {
    const { shop, server, clock, journaled, shows } = await openShop();
    const ids = Array.from({ length: 20 }, (_, number) => `3AUNREADABLE${number}`);
    for (const id of ids) server.sayUnreadable(maria, { id });
    for (const id of ids) server.sayUnreadable(maria, { id });
    await journaled(ids.length);
    clock.advance(patienceMs);
    await shows(maria, ids.length);
    await journaled(0);
    server.sayUnreadable(maria, { id: ids[0] as string });
    server.sayUnreadable(joao, {});
    await journaled(2);
    clock.advance(patienceMs);
    await shows(joao, 1);
    expect(await messagesWith(shop, maria)).toHaveLength(ids.length);
  });

  test('because the vendor withholds its content is shown at once', async () => {
    const { server, shows, journaled } = await openShop();
    server.sayUnreadable(maria, { unavailable: true });
    expect(await shows(maria, 1)).toMatchObject([{ content: null, notice: { kind: 'unsupported' } }]);
    await journaled(0);
  });

  test('is shown although the connection has broken, and the phone is asked when it is open again', async () => {
    const { server, clock, journaled, shows, hasStatus } = await openShop();
    server.sayUnreadable(maria);
    await journaled(1);
    server.cut({ isDown: true });
    await hasStatus('CONNECTING');
    clock.advance(patienceMs);
    await shows(maria, 1);
    await journaled(1);
    server.isDown = false;
    await eventually(async () => {
      clock.advance(1_000);
      return server.isConnected;
    });
    await hasStatus('CONNECTED');
    clock.advance(patienceMs);
    await journaled(0);
  });

  test('is shown after a restart', async () => {
    const { shop, server, channelId, journaled, clock } = await openShop();
    server.sayUnreadable(maria);
    await journaled(1);
    await shop.app.stop();
    const again = await startApp({ home: shop.home, clock, env: environmentOf(server) });
    await watchChannel(again, server, channelId).hasStatus('CONNECTED');
    clock.advance(patienceMs);
    await eventually(async () => (await messagesWith(again, maria))?.length === 1);
    expect(await messagesWith(again, maria)).toMatchObject([placeholder]);
  });

  test('is shown at once when the shop logs out', async () => {
    const { shop, server, at, journaled, shows } = await openShop();
    server.sayUnreadable(maria);
    await journaled(1);
    expect((await shop.api.post(`${at}/logout`)).status).toBeLessThan(300);
    expect(await shows(maria, 1)).toMatchObject([placeholder]);
  });
});
