import { expect, test } from 'vitest';
import { databaseFile } from '../../../server/platform/database/data-folder.ts';
import { Database } from '../../../server/platform/database/database.ts';
import { makePhoto } from '../../support/files/samples.ts';
import { startApp, type TestApp } from '../../support/server/app.ts';
import { joao, maria, openConversation } from '../../support/shop/conversation.ts';

/** Stops the server and starts another on the same data folder; `between` may change the database. */
async function restart(shop: TestApp, between?: (database: Database) => Promise<unknown>): Promise<TestApp> {
  await shop.app.stop();
  if (between) {
    const database = new Database(databaseFile(shop.home));
    await between(database);
    await database.close();
  }
  return startApp({ home: shop.home });
}

test('a restart keeps the pairing and reconnects, and the conversation continues', async () => {
  const { shop, channel, path, received } = await openConversation();
  const again = await restart(shop);
  await again.settle();
  expect((await again.api.get(`/api/channels/${channel.id}`)).body.status).toBe('CONNECTED');
  const sent = await again.api.post(`${path}/messages`, { content: 'Estamos de volta' });
  expect(sent).toMatchObject({ status: 201, body: { status: 'SENT' } });
  const base = `/api/simulator/channels/${channel.id}/messages`;
  expect((await again.api.post(base, { from: maria, content: 'Que bom' })).status).toBe(201);
  await again.settle();
  const { body } = await again.api.get(`${path}/messages`);
  expect(body.data.map((message: { content: string }) => message.content)).toEqual([
    'Que bom',
    'Estamos de volta',
    'Oi',
  ]);
  expect(body.data[2].id).toBe(received.id);
});

test('an unpaired, a deactivated and a paired channel keep their states over a restart', async () => {
  const { shop, api, channel } = await openConversation();
  const { body: unpaired } = await api.post('/api/channels', { name: 'New', provider: '<QR_PROVIDER>' });
  const { body: off } = await api.post('/api/channels', { name: 'Off', provider: 'CLOUD_API' });
  await api.post(`/api/channels/${off.id}/deactivate`);
  const again = await restart(shop);
  await again.settle();
  const statusOf = async (id: string) => (await again.api.get(`/api/channels/${id}`)).body.status;
  expect(await statusOf(channel.id)).toBe('CONNECTED');
  expect(await statusOf(unpaired.id)).toBe('DISCONNECTED');
  expect(await statusOf(off.id)).toBe('DEACTIVATED');
  expect((await again.api.post(`/api/channels/${off.id}/reactivate`)).body.status).toBe('CONNECTED');
});

/** Stores a customer's message that was reported but not handled, after a number of attempts. */
function unhandled(
  { shop, channel }: Awaited<ReturnType<typeof openConversation>>,
  { attempts = 0, id = 'cust.before-the-crash', ...said }: { attempts?: number; id?: string; [said: string]: unknown },
) {
  const from = { addresses: [{ kind: 'phone', value: joao }], name: 'João' };
  const at = new Date().toISOString();
  const ids = { providerEventId: id, providerMessageId: id };
  const message = { kind: 'message', from, type: 'TEXT', content: null, media: null, replyTo: null, at };
  return {
    channel_id: channel.id,
    workspace_id: shop.workspace.id,
    kind: 'message',
    provider_id: id,
    payload: JSON.stringify({ ...message, ...ids, ...said }),
    state: 'PENDING' as const,
    waits_for: null,
    attempts,
    error: null,
    received_at: at,
  };
}

test('an attachment that waits at the start is fetched, even after two crashes', async () => {
  const open = await openConversation();
  const { shop, api, channel } = open;
  const { body: photo } = await api.upload(
    `/api/simulator/channels/${channel.id}/media`,
    await makePhoto(),
    'foto.jpg',
  );
  const media = { ref: photo.mediaId, contentType: photo.contentType, fileName: 'foto.jpg' };
  const rows = Array.from({ length: 5 }, (_, number) =>
    unhandled(open, { id: `cust.photo-${number}`, type: 'IMAGE', media, attempts: 2 }),
  );
  const again = await restart(shop, (database) =>
    database.write((db) => db.insertInto('provider_events').values(rows).execute()),
  );
  await again.settle();
  const { body: found } = await again.api.get(`/api/conversations?search=${encodeURIComponent('João')}`);
  const { body } = await again.api.get(`/api/conversations/${found.data[0].id}/messages`);
  expect(body.data.map((message: { media: unknown }) => message.media)).toEqual(
    rows.map(() => expect.objectContaining({ fileName: 'foto.jpg' })),
  );
});

test('a stored event that was not handled is handled once after the restart', async () => {
  const open = await openConversation();
  const { shop } = open;
  const row = unhandled(open, { content: 'Alguém aí?' });
  const again = await restart(shop, (database) =>
    database.write((db) => db.insertInto('provider_events').values(row).execute()),
  );
  expect(await again.events('message.received')).toHaveLength(2);
  const { body } = await again.api.get('/api/conversations?search=alguem');
  expect(body).toMatchObject({ total: 1, data: [{ contact: { phone: joao, name: 'João' }, unreadCount: 1 }] });
  const third = await restart(again);
  expect(await third.events('message.received')).toHaveLength(2);
});

test.each([
  ['was taken', true, { status: 'SENT', error: null }, ['message.sent', 'message.status']],
  ['was not taken', false, { status: 'FAILED', error: { code: 'not_sent' } }, ['message.status']],
])('a message that %s when the server died is resolved after the restart, and never sent again', async (...row) => {
  const [, taken, outcome, events] = row;
  const { shop, api, channel, path } = await openConversation();
  await channel.drive('messages', { from: joao, content: 'Oi' });
  const { body: sent } = await api.post(`${path}/messages`, { content: 'Seu pedido saiu' });
  await shop.settle();
  const before = (await shop.events()).length;
  const again = await restart(shop, (database) =>
    database.write(async (db) => {
      // The state after a crash: stored before the send, with an unknown outcome.
      const unknown = { status: 'PENDING' as const, sent_at: null, delivered_at: null };
      await db.updateTable('messages').set(unknown).where('id', '=', sent.id).execute();
      if (!taken) await db.deleteFrom('simulator_messages').where('from_customer', '=', 0).execute();
    }),
  );
  const told = (await again.events()).slice(before).map((event) => event.type);
  expect(told.filter((type) => type.startsWith('message.'))).toEqual(events);
  expect((await again.api.get(`${path}/messages`)).body.data[0]).toMatchObject({ id: sent.id, ...outcome });
  const shown = await again.api.get(
    `/api/simulator/channels/${channel.id}/messages?phone=${encodeURIComponent(maria)}`,
  );
  expect(shown.body.data).toHaveLength(taken ? 2 : 1);
});
