import { expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs, secondMs } from '../../../server/platform/durations.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { openConsole } from '../../support/server/console.ts';
import { openPeopleShop } from '../people/support.ts';

const maria = { phone: '+5511970000001', name: 'Maria' };
const rui = { phone: '+5511970000002', name: 'Rui' };

/** A cloud shop whose customers' messages may be handed over late. */
async function openShop() {
  const clock = new ManualClock('2026-12-01T10:30:00.000Z');
  const shop = await openPeopleShop({ clock });
  const { api, graph, handled } = shop;
  const ago = (ms: number) => new Date(clock.now().getTime() - ms).toISOString();
  /** Hands over a text that a customer wrote `ms` ago. */
  const says = async (body: string, ms: number, who = maria) => {
    const timestamp = String(Math.floor((clock.now().getTime() - ms) / secondMs));
    graph.messages.customerSends(who, 'text', { body }, { timestamp });
    await handled();
  };
  const list = async (query = '') => (await api.get(`/api/conversations${query}`)).body.data;
  const thread = async (query = '') => {
    const [{ id }] = await list(`?search=${maria.name}`);
    return (await api.get(`/api/conversations/${id}/messages${query}`)).body;
  };
  const texts = async () => (await thread('?limit=100')).data.map(({ content }: { content: string }) => content);
  return { ...shop, clock, ago, says, list, thread, texts };
}

test('messages that arrive in the wrong order are listed as they were written', async () => {
  const { says, texts, list, ago } = await openShop();
  await says('terceira', minuteMs);
  await says('primeira', 3 * minuteMs);
  await says('segunda', 2 * minuteMs);
  expect(await texts()).toEqual(['terceira', 'segunda', 'primeira']);
  const [conversation] = await list();
  expect(conversation).toMatchObject({ lastMessageAt: ago(minuteMs), lastMessage: { content: 'terceira' } });
  expect(conversation.unreadCount).toBe(3);
});

test('messages of one second are listed as they arrived', async () => {
  const { says, texts } = await openShop();
  for (const text of ['um', 'dois', 'três']) await says(text, hourMs);
  expect(await texts()).toEqual(['três', 'dois', 'um']);
});

test('pages of a thread neither repeat nor lose messages while a late one arrives', async () => {
  const { says, thread } = await openShop();
  for (const minutes of [9, 5, 7, 3, 8, 4, 4, 4]) await says(`há ${minutes}`, minutes * minuteMs);
  const first = await thread('?limit=3');
  await says('há 6', 6 * minuteMs);
  const second = await thread(`?limit=3&cursor=${first.nextCursor}`);
  const third = await thread(`?limit=3&cursor=${second.nextCursor}`);
  const pages = [first, second, third].map(({ data }) => data.map(({ content }: { content: string }) => content));
  expect(pages).toEqual([
    ['há 3', 'há 4', 'há 4'],
    ['há 4', 'há 5', 'há 6'],
    ['há 7', 'há 8', 'há 9'],
  ]);
  expect(third.nextCursor).toBeNull();
});

test('a customer who wrote in the night has waited since then', async () => {
  const { api, says, list, ago } = await openShop();
  await says('Ainda dá para pedir?', 9 * hourMs);
  const [conversation] = await list();
  expect(conversation).toMatchObject({
    lastMessageAt: ago(9 * hourMs),
    lastInboundAt: ago(9 * hourMs),
    waitingSince: ago(9 * hourMs),
  });
  await api.post(`/api/conversations/${conversation.id}/messages`, { content: 'Dá!' });
  await says('Oba', 0);
  await says('Alô?', 10 * hourMs);
  expect((await list())[0].waitingSince).toBe(ago(10 * hourMs));
});

test('of customers who wrote while the shop was off, the latest is listed first', async () => {
  const { says, list } = await openShop();
  await says('Bom dia', hourMs, rui);
  await says('Boa noite', 9 * hourMs);
  expect((await list()).map(({ contact }: { contact: { name: string } }) => contact.name)).toEqual(['Rui', 'Maria']);
  const first = await list('?limit=1');
  expect(first[0].contact.name).toBe('Rui');
});

test('an answer of the shop stays above what was written before it and arrives after it', async () => {
  const { api, clock, says, list, texts } = await openShop();
  await says('Oi', 10 * minuteMs);
  const [{ id }] = await list();
  await api.post(`/api/conversations/${id}/messages`, { content: 'Pois não?' });
  clock.advance(minuteMs);
  await says('E uma pizza', 9 * minuteMs);
  expect(await texts()).toEqual(['Pois não?', 'E uma pizza', 'Oi']);
  const [conversation] = await list();
  expect(conversation.lastMessage.content).toBe('Pois não?');
  expect(conversation).toMatchObject({ unreadCount: 1, waitingSince: expect.any(String) });
});

test.each([
  ['in 1970', (now: number) => now],
  ['two months ago', () => 60 * dayMs],
  ['tomorrow', () => -dayMs],
])('a message that claims to be written %s counts as written at its arrival', async (_when, ago) => {
  const { clock, says, thread, list } = await openShop();
  await says('Oi', ago(clock.now().getTime()));
  const now = clock.now().toISOString();
  expect((await thread()).data[0]).toMatchObject({ writtenAt: now, sentAt: now });
  expect((await list())[0]).toMatchObject({ lastMessageAt: now, lastInboundAt: now, waitingSince: now });
});

test('the vendor’s rounding to seconds moves no message before an answer of that second', async () => {
  const { api, clock, says, list, texts } = await openShop();
  await says('Oi', 0);
  const [{ id }] = await list();
  clock.advance(600);
  await api.post(`/api/conversations/${id}/messages`, { content: 'Olá!' });
  clock.advance(300);
  await says('Quanto custa?', 0);
  expect(await texts()).toEqual(['Quanto custa?', 'Olá!', 'Oi']);
});

test('a late arrival neither shortens nor opens the messaging window', async () => {
  const { says, list } = await openShop();
  await says('Oi', 25 * hourMs);
  expect((await list())[0].canReply).toBe(false);
  await says('Alguém?', hourMs);
  await says('Oi de novo', 26 * hourMs);
  expect((await list())[0].canReply).toBe(true);
});

test('a search and a customer’s page show when a late message was written; the event log, when it arrived', async () => {
  const { api, shop, clock, says, list, ago } = await openShop();
  await says('Quero um bolo', 9 * hourMs);
  const { matches } = (await api.get('/api/conversations?search=bolo')).body;
  expect(matches[0].at).toBe(ago(9 * hourMs));
  const [{ contact }] = await list();
  const owner = await openConsole(shop);
  const timeline = (await owner.get(`/owner/contacts/${contact.id}/timeline`)).body.data;
  expect(timeline[0]).toMatchObject({ kind: 'message', at: ago(9 * hourMs) });
  const yesterday = await api.get(`/api/conversations?search=bolo&dateTo=${ago(10 * hourMs)}`);
  expect(yesterday.body.data).toEqual([]);
  const [event] = await shop.events('message.received');
  expect(event).toMatchObject({
    occurredAt: clock.now().toISOString(),
    data: { writtenAt: ago(9 * hourMs), createdAt: clock.now().toISOString() },
  });
});
