import { expect, test } from 'vitest';
import { ManualClock } from '../../support/server/clock.ts';
import { maria, openConversation } from '../../support/shop/conversation.ts';

const steps = ['createdAt', 'sentAt', 'deliveredAt', 'readAt'];

/** A sent message and a vendor that reports receipts by a clock with a given offset. */
async function sendOne() {
  const clock = new ManualClock();
  const open = await openConversation({ clock, provider: 'CLOUD_API' });
  const { shop, api, path, channel } = open;
  // The simulator then sends no receipts of its own.
  await api.put(`/api/simulator/channels/${channel.id}/phones/${maria}`, { online: false });
  clock.advance(10_000);
  const { body: sent } = await api.post(`${path}/messages`, { content: 'Seu pedido saiu' });
  await shop.settle();
  const { provider_message_id: providerMessageId } = await shop.app.platform.database.read
    .selectFrom('messages')
    .select('provider_message_id')
    .where('id', '=', sent.id)
    .executeTakeFirstOrThrow();
  let count = 0;
  const tell = async (status: 'SENT' | 'DELIVERED' | 'READ', offsetMs: number) => {
    const at = new Date(clock.now().getTime() + offsetMs).toISOString();
    const place = { id: channel.id, workspaceId: shop.workspace.id, provider: 'CLOUD_API', name: 'Shop' } as const;
    const ids = { providerEventId: `told-${count++}`, providerMessageId: providerMessageId ?? '' };
    await shop.app.platform.services.channelHub.inbox.receive(place, [
      { kind: 'status', ...ids, status, error: null, at },
    ]);
    await shop.settle();
  };
  const newest = async () => (await api.get(`${path}/messages`)).body.data[0];
  /** Expects the steps in order, in the API and in each event of the message. */
  const expectInOrder = async () => {
    const told = (await shop.events('message.sent', 'message.status')).map(({ data }) => data);
    for (const message of [await newest(), ...told]) {
      const times = steps.flatMap((step) => (message[step] ? [message[step]] : []));
      expect(times, JSON.stringify(message)).toEqual(times.toSorted());
    }
  };
  return { clock, shop, sent, tell, newest, expectInOrder };
}

test.each([
  ['late by minutes', -300_000],
  ['late by less than a second, as with whole seconds', -900],
  ['ahead by an hour', 3_600_000],
])('no step of a message is earlier than the previous one when the vendor’s clock is %s', async (_name, offsetMs) => {
  const { clock, sent, tell, newest, expectInOrder } = await sendOne();
  await tell('DELIVERED', offsetMs);
  clock.advance(2_000);
  await tell('DELIVERED', offsetMs);
  await tell('READ', offsetMs - 3_600_000);
  expect(await newest()).toMatchObject({ status: 'READ', sentAt: sent.sentAt });
  await expectInOrder();
  const { readAt, deliveredAt } = await newest();
  expect(readAt <= clock.now().toISOString() && deliveredAt <= readAt).toBe(true);
});

test('READ before DELIVERED keeps the steps in order, and the first receipt marks the message as sent', async () => {
  const { shop, sent, tell, newest, expectInOrder, clock } = await sendOne();
  // The state after a lost response.
  await shop.app.platform.write(({ db }) =>
    db.updateTable('messages').set({ status: 'PENDING', sent_at: null }).where('id', '=', sent.id).execute(),
  );
  await tell('READ', -300_000);
  clock.advance(1_000);
  await tell('DELIVERED', -500);
  await tell('SENT', 500);
  expect(await newest()).toMatchObject({ status: 'READ', sentAt: sent.createdAt, readAt: sent.createdAt });
  await expectInOrder();
});

test('a receipt that arrives much later keeps the vendor’s time', async () => {
  const { clock, tell, newest } = await sendOne();
  clock.advance(3_600_000);
  const deliveredAt = new Date(clock.now().getTime() - 60_000).toISOString();
  await tell('DELIVERED', -60_000);
  expect(await newest()).toMatchObject({ deliveredAt });
});
