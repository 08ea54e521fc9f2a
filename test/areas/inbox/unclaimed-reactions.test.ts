import { expect, test } from 'vitest';
import { minuteMs, secondMs } from '../../../server/platform/durations.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { openPeopleShop } from '../people/support.ts';

const maria = { phone: '+5511970000001', name: 'Maria' };

async function openShop() {
  const clock = new ManualClock();
  const shop = await openPeopleShop({ clock });
  const { api, graph, handled } = shop;
  const reacts = async (emoji: string, to = 'wamid.from-before') => {
    graph.messages.customerSends(maria, 'reaction', { message_id: to, emoji });
    await handled();
  };
  const pass = async (ms: number) => {
    clock.advance(ms);
    await shop.shop.app.platform.scheduler.tick();
    await handled();
  };
  const thread = async () => {
    const [conversation] = (await api.get('/api/conversations')).body.data;
    return conversation ? (await api.get(`/api/conversations/${conversation.id}/messages`)).body.data : [];
  };
  return { ...shop, reacts, pass, thread };
}

test('a reaction to an unknown message is shown after a minute and makes no customer wait', async () => {
  const { api, reacts, pass, thread } = await openShop();
  await reacts('👍');
  await pass(50 * secondMs);
  expect(await thread()).toEqual([]);
  await pass(minuteMs);
  await pass(minuteMs);
  expect(await thread()).toMatchObject([
    { type: 'TEXT', content: null, notice: { kind: 'reaction', title: '👍', lines: [] } },
  ]);
  expect((await api.get('/api/conversations')).body.data[0]).toMatchObject({
    waitingSince: null,
    unreadCount: 0,
    lastMessage: { content: null, notice: { kind: 'reaction' } },
  });
});

test('a reaction to such a message that was taken back leaves nothing', async () => {
  const { reacts, pass, thread } = await openShop();
  await reacts('');
  await pass(2 * minuteMs);
  expect(await thread()).toEqual([]);
});

test('a reaction that is handed over before its message is set on it', async () => {
  const { graph, handled, reacts, pass, thread } = await openShop();
  graph.webhooks.pause();
  const id = graph.messages.customerSends(maria, 'text', { body: 'Obrigada' });
  const held = graph.webhooks.takeWaiting();
  graph.webhooks.resume();
  await reacts('❤️', id);
  graph.webhooks.tell(...held);
  await handled();
  await pass(2 * minuteMs);
  expect(await thread()).toMatchObject([{ content: 'Obrigada', reactions: [{ emoji: '❤️', author: 'CONTACT' }] }]);
});
