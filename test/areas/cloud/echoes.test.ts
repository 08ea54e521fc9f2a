import { expect, test } from 'vitest';
import { maria } from '../../support/shop/conversation.ts';
import { openPeopleShop } from '../people/support.ts';

const price = 'Custa cinquenta';

/** A shop in which the owner has written a price to Maria on the phone. */
async function openAnswered() {
  const shop = await openPeopleShop();
  const { api, graph, handled, says } = shop;
  await says({ phone: maria, name: 'Maria' }, 'Quanto custa?');
  const [{ id }] = (await api.get('/api/conversations')).body.data;
  return {
    ...shop,
    write: async () => {
      const original = graph.messages.ownerSends({ phone: maria }, 'text', { body: price });
      await handled();
      return original;
    },
    edit: async (original: string, text: string) => {
      graph.messages.ownerEdits(original, { phone: maria }, text);
      await handled();
    },
    read: async () => (await api.get(`/api/conversations/${id}/messages`)).body.data,
    readLast: async () => (await api.get(`/api/conversations/${id}`)).body.lastMessage,
    search: async (text: string) => (await api.get(`/api/conversations?search=${text}`)).body.total,
  };
}

test('a text that the owner corrects on the phone is shown, listed and found as it is now', async () => {
  const { write, edit, read, readLast, search } = await openAnswered();
  const original = await write();
  expect(await search('cinquenta')).toBe(1);
  await edit(original, 'Custa sessenta');
  expect((await read()).map(({ content }: { content: string }) => content)).toEqual([
    'Custa sessenta',
    'Quanto custa?',
  ]);
  expect((await readLast()).content).toBe('Custa sessenta');
  expect([await search('sessenta'), await search('cinquenta')]).toEqual([1, 0]);
});

test('a correction of an earlier message leaves the last one in the list', async () => {
  const { write, edit, read, readLast, says } = await openAnswered();
  const original = await write();
  await says({ phone: maria }, 'Obrigada');
  await edit(original, 'Custa sessenta');
  expect((await readLast()).content).toBe('Obrigada');
  expect((await read())[1].content).toBe('Custa sessenta');
});

test('a correction that arrives before its message is shown at once, and completed by it', async () => {
  const { graph, handled, edit, write, read } = await openAnswered();
  graph.webhooks.pause();
  const writing = write();
  const held = graph.webhooks.takeWaiting();
  graph.webhooks.resume();
  await edit(await writing, 'Custa sessenta');
  expect((await read())[0]).toMatchObject({ content: 'Custa sessenta', author: 'HUMAN', earlier: [] });
  graph.webhooks.tell(...held);
  await handled();
  expect(await read()).toHaveLength(2);
  const { editedAt: until, ...completed } = (await read())[0];
  expect(completed).toMatchObject({ content: 'Custa sessenta', earlier: [{ content: 'Custa cinquenta', until }] });
});

test('a customer’s message cannot be corrected by an echo', async () => {
  const { graph, edit, read, handled } = await openAnswered();
  const theirs = graph.messages.customerSends({ phone: maria }, 'text', { body: 'Quero dois' });
  await handled();
  await edit(theirs, 'Quero vinte');
  expect((await read())[0].content).toBe('Quero dois');
});
