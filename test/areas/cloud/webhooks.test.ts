import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Change } from '../../doubles/graph-server/graph-server-webhooks.ts';
import { eventually } from '../../support/server/app.ts';
import { maria } from '../../support/shop/conversation.ts';
import { type CloudShop, openCloudShop } from './support.ts';
import { examples } from './webhook-examples.ts';

const oldNumber = '+5511987650000';

async function countStored({ shop }: CloudShop): Promise<number> {
  const rows = await shop.app.platform.database.read
    .selectFrom('provider_events')
    .select('seq')
    .where('kind', 'in', ['message', 'status', 'reaction'])
    .execute();
  return rows.length;
}

/** All that callers see of all conversations, without ids. */
async function readInbox({ shop }: CloudShop) {
  await shop.settle();
  const { body } = await shop.api.get('/api/conversations?limit=100');
  const conversations = [];
  for (const { id, contact: person, lastInboundAt, unreadCount } of body.data) {
    // Each inbox assigns separate ids to its contacts.
    const { id: _, ...contact } = person;
    const messages = (await shop.api.get(`/api/conversations/${id}/messages?limit=100`)).body.data;
    const shown = messages.map(({ content, type, status, reactions, error }: Record<string, unknown>) =>
      JSON.stringify({ content, type, status, reactions, error }),
    );
    conversations.push({ contact, lastInboundAt, unreadCount, messages: shown.sort() });
  }
  return conversations.sort((a, b) => (a.contact.phone < b.contact.phone ? -1 : 1));
}

describe('the webhook', () => {
  test('is verified only with our token, and the health reports it', async () => {
    const { graph, shop, channelId } = await openCloudShop();
    expect(await graph.webhooks.verify(graph.account.verifyToken)).toEqual({ status: 200, text: '1158201444' });
    for (const token of ['', 'another', `${graph.account.verifyToken}x`]) {
      expect((await graph.webhooks.verify(token)).status).toBe(403);
    }
    expect((await graph.webhooks.verify(graph.account.verifyToken, '<script>')).status).toBe(403);
    const { body } = await shop.api.get(`/api/channels/${channelId}/health`);
    expect(body.checks).toContainEqual(expect.objectContaining({ name: 'webhook', ok: true }));
  });

  test('rejects a bad, a missing and a foreign signature and an altered byte, and stores nothing', async () => {
    const cloud = await openCloudShop();
    const { webhooks, messages } = cloud.graph;
    webhooks.batch = true;
    messages.customerSends({ phone: maria }, 'text', { body: 'Oi' });
    const body = webhooks.body([{ field: 'messages', value: {} }]);
    const altered = body.replace('messages', 'messageS');
    expect(await webhooks.post(body, null)).toBe(401);
    expect(await webhooks.post(body, 'sha256=')).toBe(401);
    expect(await webhooks.post(body, webhooks.sign(altered))).toBe(401);
    expect(await webhooks.post(altered, webhooks.sign(body))).toBe(401);
    expect(await webhooks.post(`${body} `, webhooks.sign(body))).toBe(401);
    expect(await countStored(cloud)).toBe(0);
    expect(await webhooks.flush()).toBe(200);
    expect(await countStored(cloud)).toBe(1);
  });

  test('verifies the raw bytes as they were signed, including escapes and spaces', async () => {
    const cloud = await openCloudShop();
    const { webhooks } = cloud.graph;
    webhooks.batch = true;
    cloud.graph.messages.customerSends({ phone: maria }, 'text', { body: 'Olá' });
    const value = await new Promise<string>((resolve) => {
      webhooks.flush((changes) => {
        resolve(webhooks.body(changes));
        return [];
      });
    });
    const escaped = value.replace('Olá', 'Ol\\u00e1').replaceAll(',', ' ,\n');
    expect(await webhooks.post(escaped)).toBe(200);
    expect(await readInbox(cloud)).toMatchObject([{ messages: [expect.stringContaining('Olá')] }]);
  });

  test('rejects a body that is no webhook or too large, and channels that are not live', async () => {
    const cloud = await openCloudShop();
    const { webhooks } = cloud.graph;
    expect(await webhooks.post('{"object":"page","entry":[]}')).toBe(400);
    expect(await webhooks.post('not json')).toBe(400);
    expect(await webhooks.post(`"${'x'.repeat(3 * 1024 * 1024)}"`)).toBe(413);
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024));
    const zipped = await fetch(webhooks.target, {
      method: 'POST',
      body: bomb,
      headers: { 'content-encoding': 'gzip' },
    });
    expect(zipped.status).toBe(415);
    const { body: other } = await cloud.shop.api.post('/api/channels', { name: 'Demo', provider: 'CLOUD_API' });
    webhooks.target = `${cloud.shop.api.url}/webhooks/cloud/${other.id}`;
    expect(await webhooks.post(webhooks.body([]))).toBe(404);
    expect(await countStored(cloud)).toBe(0);
  });

  test('ignores an invalid part and stores the others', async () => {
    const cloud = await openCloudShop();
    const { webhooks, messages } = cloud.graph;
    webhooks.batch = true;
    messages.customerSends({ phone: maria }, 'text', { body: 'Oi' });
    const odd: Change[] = [
      { field: 'messages', value: { metadata: 7 } },
      {
        field: 'messages',
        value: { metadata: { phone_number_id: cloud.graph.account.phoneNumberId }, messages: [null, {}] },
      },
      { field: 'flows', value: {} },
    ];
    expect(await webhooks.flush((changes) => [...odd, ...changes])).toBe(200);
    expect(await readInbox(cloud)).toHaveLength(1);
  });
});

describe('a received message', () => {
  test.each(examples)('of the reference is shown as expected: $name', async ({ type, content, more, shown }) => {
    const cloud = await openCloudShop();
    cloud.graph.messages.customerSends({ phone: maria, name: 'Maria' }, type, content, more);
    await cloud.graph.webhooks.idle();
    const { shop } = cloud;
    const [event] = await eventually(async () => {
      const events = await shop.events('message.received');
      return events.length > 0 && events;
    });
    expect(event?.data).toMatchObject({ ...shown, replyToMessageId: null, status: 'RECEIVED' });
    const { body } = await shop.api.get('/api/conversations');
    expect(body.data).toMatchObject([{ contact: { phone: maria, name: 'Maria' }, canReply: true }]);
  });

  test('of a customer who changes their number stays in one conversation', async () => {
    const cloud = await openCloudShop();
    const { messages } = cloud.graph;
    messages.customerSends({ phone: oldNumber, name: 'Ana' }, 'text', { body: 'Oi' });
    const system = { body: 'Ana changed to another number', wa_id: maria.slice(1), type: 'user_changed_number' };
    messages.customerSends({ phone: oldNumber }, 'system', system);
    await cloud.graph.webhooks.idle();
    const inbox = await readInbox(cloud);
    expect(inbox).toMatchObject([{ contact: { phone: maria, name: 'Ana' } }]);
    // The notice is no message from the customer.
    expect(inbox[0]?.messages).toHaveLength(1);
  });

  test('of a customer with a hidden number gets replies by `recipient`, and the number joins later', async () => {
    const cloud = await openCloudShop();
    const { shop, graph } = cloud;
    const userId = 'BR.1234567890';
    graph.messages.customerSends({ userId, name: 'Bia' }, 'text', { body: 'Oi' });
    await graph.webhooks.idle();
    await shop.settle();
    const { body } = await shop.api.get('/api/conversations');
    const path = `/api/conversations/${body.data[0].id}/messages`;
    expect(await shop.api.post(path, { content: 'Olá, Bia' })).toMatchObject({ status: 201 });
    expect(graph.requests.at(-1)?.json).toMatchObject({ recipient: userId, type: 'text' });
    expect(graph.requests.at(-1)?.json).not.toHaveProperty('to');
    await graph.webhooks.idle();
    await shop.settle();
    expect((await shop.api.get(path)).body.data[0]).toMatchObject({ status: 'DELIVERED' });
    graph.messages.customerSends({ userId, phone: maria, name: 'Bia' }, 'text', { body: 'É este o meu número' });
    await graph.webhooks.idle();
    await shop.settle();
    const after = (await shop.api.get('/api/conversations')).body.data;
    expect(after).toMatchObject([{ contact: { phone: maria, name: 'Bia' } }]);
    expect((await shop.api.get(path)).body.data).toHaveLength(3);
  });
});

test('a message written in the business app on the phone appears in the conversation', async () => {
  const { shop, graph } = await openCloudShop();
  graph.messages.customerSends({ phone: maria, name: 'Maria' }, 'text', { body: 'Oi' });
  const echo = { from: '15550783881', to: maria.slice(1), id: 'wamid.echo', timestamp: '1763726400' };
  const metadata = { display_phone_number: '15550783881', phone_number_id: graph.account.phoneNumberId };
  const value = { metadata, message_echoes: [{ ...echo, type: 'text', text: { body: 'Respondo já' } }] };
  graph.webhooks.tell({ field: 'smb_message_echoes', value });
  await graph.webhooks.idle();
  await shop.settle();
  const { body } = await shop.api.get('/api/conversations');
  const messages = (await shop.api.get(`/api/conversations/${body.data[0].id}/messages`)).body.data;
  expect(messages[0]).toMatchObject({ direction: 'OUTBOUND', content: 'Respondo já' });
});

test('a shuffled and duplicated batch yields the same inbox as an ordered one', async () => {
  const shuffles: ((changes: Change[]) => Change[])[] = [
    (changes) => changes,
    (changes) => [...changes.toReversed(), ...changes],
    (changes) => [...changes, ...changes].toSorted((a, b) => hash(a) - hash(b)),
  ];
  const seen = [];
  for (const order of shuffles) {
    const cloud = await openCloudShop();
    const { shop, graph } = cloud;
    graph.messages.customerSends({ phone: maria, name: 'Maria' }, 'text', { body: 'Oi' });
    await graph.webhooks.idle();
    await shop.settle();
    const { body } = await shop.api.get('/api/conversations');
    graph.webhooks.batch = true;
    await shop.api.post(`/api/conversations/${body.data[0].id}/messages`, { content: 'Olá' });
    await shop.api.post(`/api/conversations/${body.data[0].id}/messages`, { content: 'Tudo bem?' });
    graph.messages.customerSends({ phone: maria, name: 'Maria' }, 'text', { body: 'Tudo' });
    graph.messages.customerSends({ phone: oldNumber, name: 'Ana' }, 'text', { body: 'Boa tarde' });
    graph.messages.customerSends({ phone: maria }, 'reaction', { message_id: graph.messages.sent[0]?.id, emoji: '👍' });
    graph.messages.customerReads(maria);
    expect(await graph.webhooks.flush(order)).toBe(200);
    const inbox = await readInbox(cloud);
    seen.push(
      inbox.map(({ lastInboundAt: _at, messages, ...rest }) => ({ ...rest, messages: messages.map(withoutTimes) })),
    );
  }
  expect(seen[0]).toHaveLength(2);
  expect(seen[0]?.[1]?.messages.join()).toContain('👍');
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[2]).toEqual(seen[0]);
});

const withoutTimes = (text: string): string => text.replaceAll(/"at":"[^"]+"/g, '');

/** A deterministic order that is independent of the content. */
const hash = (change: Change): number =>
  [...JSON.stringify(change).slice(-60)].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_009, 7);
