import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../support/server/clock.ts';
import { addPerson, signIn } from '../../support/server/console.ts';
import { joao, maria } from '../../support/shop/conversation.ts';
import { makeAgent } from '../../support/shop/sales.ts';
import { makeTestGate } from '../agents/support.ts';
import { openPeopleShop } from '../people/support.ts';
import { openFaqShop } from '../replies/support.ts';
import { message, report } from '../replies/vendor-events.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const undeliverable = 131_026;
const faqs = [{ question: 'Quais os horários?', answer: 'Abrimos das oito às dez.' }];

/** A cloud shop to which Maria has written, whose messages the vendor accepts and then fails. */
async function openShop({ published = false } = {}) {
  const clock = new ManualClock();
  const people = await openPeopleShop({ clock, areas: makeTestGate().areas });
  const { shop, api, graph, handled, says, channelId } = people;
  const agent = published ? await makeAgent(api, { language: 'pt', faqs, behavior: { debounceMs: 3_000 } }) : null;
  if (agent) {
    await api.post(`/api/ai-agents/${agent}/publish`);
    await api.put(`/api/channels/${channelId}/ai-agent`, { aiAgentId: agent });
  }
  await says({ phone: maria, name: 'Maria' }, 'Quais os horários?');
  const path = `/api/conversations/${(await api.get('/api/conversations')).body.data[0].id}`;
  return {
    ...people,
    clock,
    path,
    read: async () => (await api.get(path)).body,
    messages: async () => (await api.get(`${path}/messages?limit=100`)).body.data.toReversed(),
    /** Moves the clock and waits until everything due is done. */
    async pass(ms: number) {
      clock.advance(ms);
      for (let round = 0; round < 3; round++) {
        await shop.app.platform.services.replySender.idle();
        await handled();
      }
    },
    /** Writes to Maria; the vendor's failure waits for `arrives`. */
    async write(body: object = { content: 'Até as 22h' }) {
      graph.webhooks.pause();
      graph.failLater = [undeliverable];
      return api.post(`${path}/messages`, body);
    },
    async arrives() {
      graph.webhooks.resume();
      await handled();
    },
    today: async () => (await (await signIn(shop)).get('/owner/today')).body,
  };
}

const failed = { status: 'FAILED', error: { code: 'not_on_app', message: expect.any(String) } };

describe('an answer that the vendor could not deliver', () => {
  test('of a person lets the customer wait as before, with the reason in the list, and counts in no figure', async () => {
    const { shop, clock, read, messages, write, arrives, today, api } = await openShop();
    const { waitingSince } = await read();
    clock.advance(5 * minuteMs);
    await write();
    expect(await read()).toMatchObject({ waitingSince: null, lastMessage: { error: null } });
    expect(await today()).toMatchObject({ waits: { any: { count: 1 }, person: { count: 1 } } });
    clock.advance(minuteMs);
    await arrives();
    expect((await messages())[1]).toMatchObject(failed);
    expect(await read()).toMatchObject({
      status: 'HANDED_OFF',
      handoffType: 'HUMAN_REPLY',
      waitingSince,
      lastMessage: { content: 'Até as 22h', error: failed.error },
    });
    expect(await today()).toMatchObject({
      waiting: { count: 1, longest: [{ since: waitingSince }] },
      waits: { any: { count: 0 }, person: { count: 0 } },
    });
    expect((await api.get('/api/conversations?waiting=true')).body.total).toBe(1);
    expect((await shop.events('alert.raised')).length).toBe(2);
  });

  test('of an agent hands the customer over to a person', async () => {
    const { shop, graph, path, read, messages, pass, arrives } = await openShop({ published: true });
    const { createdAt } = (await messages())[0];
    graph.webhooks.pause();
    graph.failLater = [undeliverable];
    const answering = pass(3_000);
    await expect.poll(async () => (await messages()).length).toBe(2);
    await arrives();
    await answering;
    expect((await messages())[1]).toMatchObject({ author: 'AGENT', ...failed });
    expect(await read()).toMatchObject({ status: 'HANDED_OFF', handoffType: 'SEND_FAILED', waitingSince: createdAt });
    expect(await shop.events('conversation.escalated')).toMatchObject([{ data: { id: path.split('/').at(-1) } }]);
  });

  test('days later opens the conversation again, with the person who had it', async () => {
    const { clock, read, write, arrives, api, path } = await openShop();
    const { waitingSince } = await read();
    await write();
    await api.patch(path, { assignedTo: 'Bia' });
    await api.patch(path, { status: 'RESOLVED' });
    clock.advance(3 * dayMs);
    await arrives();
    expect(await read()).toMatchObject({ status: 'HANDED_OFF', assignedTo: 'Bia', waitingSince });
  });

  test('of a person who has left opens the conversation again for everybody', async () => {
    const { shop, graph, path, read, arrives } = await openShop();
    const owner = await signIn(shop);
    const ana = await addPerson(owner, 'Ana');
    graph.webhooks.pause();
    graph.failLater = [undeliverable];
    await ana.client.post(`${path}/messages`, { content: 'Até as 22h' });
    expect(await read()).toMatchObject({ assignedToUserId: ana.id });
    await owner.patch(path, { status: 'RESOLVED' });
    await owner.delete(`/owner/people/${ana.id}`);
    await arrives();
    expect(await read()).toMatchObject({ status: 'HANDED_OFF', assignedTo: null, assignedToUserId: null });
  });

  test('shows a conversation again that was put aside', async () => {
    const { clock, read, write, arrives, shop, api, path } = await openShop();
    const { waitingSince } = await read();
    await write();
    const owner = await signIn(shop);
    const until = new Date(clock.now().getTime() + dayMs).toISOString();
    const id = path.split('/').at(-1);
    expect((await owner.post(`/api/conversations/${id}/snooze`, { until })).status).toBeLessThan(300);
    expect((await api.get('/api/conversations/queue')).body.snoozed).toBe(1);
    await arrives();
    expect((await api.get('/api/conversations/queue')).body.snoozed).toBe(0);
    expect(await read()).toMatchObject({ waitingSince });
  });

  test('to a customer who did not wait makes her wait from the time it was written', async () => {
    const { clock, read, write, arrives, graph } = await openShop();
    await write();
    graph.failLater = [];
    graph.webhooks.takeWaiting();
    clock.advance(minuteMs);
    const { body: second } = await write({ content: 'E amanhã também' });
    clock.advance(minuteMs);
    await arrives();
    expect(await read()).toMatchObject({ waitingSince: second.writtenAt });
  });

  test('that was written on the phone comes back, too', async () => {
    const { clock, graph, handled, read, messages } = await openShop();
    const { waitingSince } = await read();
    clock.advance(minuteMs);
    const id = graph.messages.ownerSends({ phone: maria }, 'text', { body: 'Até as 22h' });
    await handled();
    expect(await read()).toMatchObject({ waitingSince: null });
    const body = { type: 'text' };
    graph.messages.tellStatus({ id, to: maria.slice(1), status: 'accepted', body } as never, 'failed', undeliverable);
    await handled();
    expect((await messages())[1]).toMatchObject(failed);
    expect(await read()).toMatchObject({ waitingSince });
  });

  test('and arrives after all takes the wait back, and the agent has the conversation again', async () => {
    const { graph, read, messages, pass, arrives, handled, today } = await openShop({ published: true });
    graph.webhooks.pause();
    graph.failLater = [undeliverable];
    const answering = pass(3_000);
    await expect.poll(async () => (await messages()).length).toBe(2);
    await arrives();
    await answering;
    expect(await read()).toMatchObject({ status: 'HANDED_OFF', waitingSince: expect.any(String) });
    graph.messages.tellStatus(graph.messages.sent[0] as never, 'delivered');
    await handled();
    expect((await messages())[1]).toMatchObject({ status: 'DELIVERED', error: null });
    expect(await read()).toMatchObject({
      status: 'ACTIVE',
      handoffType: null,
      waitingSince: null,
      lastMessage: { error: null },
    });
    expect(await today()).toMatchObject({ waiting: { count: 0 }, waits: { any: { count: 1 } } });
  });

  test('and arrives after all leaves the wait of a customer who has written since', async () => {
    const { clock, graph, read, messages, write, arrives, handled, says } = await openShop();
    await write();
    await arrives();
    clock.advance(minuteMs);
    await says({ phone: maria }, 'Alguém?');
    const since = (await messages()).at(-1).writtenAt;
    graph.messages.tellStatus(graph.messages.sent[0] as never, 'delivered');
    await handled();
    expect(await read()).toMatchObject({ waitingSince: since });
  });

  test('fails with hundreds of others, and each of the customers waits again', async () => {
    const { graph, api, shop, says, handled } = await openShop();
    await says({ phone: joao, name: 'João' }, 'Oi');
    const conversations = (await api.get('/api/conversations')).body.data as { id: string }[];
    graph.webhooks.pause();
    graph.failLater = Array.from({ length: 200 }, () => undeliverable);
    for (let number = 0; number < 100; number++) {
      for (const { id } of conversations) await api.post(`/api/conversations/${id}/messages`, { content: `${number}` });
    }
    graph.webhooks.resume();
    await handled();
    expect((await api.get('/api/conversations?waiting=true')).body.total).toBe(2);
    const statuses = (await shop.events('message.status')).map(({ data }) => data.status);
    expect(statuses.filter((status) => status === 'FAILED')).toHaveLength(200);
  });
});

describe('an answer that the vendor refuses at once', () => {
  test('of a person lets the customer wait as before, and its retry ends the wait', async () => {
    const { clock, graph, read, api, path, today } = await openShop();
    const { waitingSince } = await read();
    clock.advance(5 * minuteMs);
    graph.failNext = [{ status: 400, code: undeliverable }];
    const body = { content: 'Até as 22h', idempotencyKey: 'only-once' };
    expect((await api.post(`${path}/messages`, body)).body).toMatchObject(failed);
    expect(await read()).toMatchObject({ waitingSince, lastMessage: { error: failed.error } });
    clock.advance(minuteMs);
    expect((await api.post(`${path}/messages`, body)).body).toMatchObject({ status: 'SENT', error: null });
    expect(await read()).toMatchObject({ waitingSince: null, lastMessage: { error: null } });
    const waits = { count: 1, medianMs: 6 * minuteMs };
    expect(await today()).toMatchObject({ waits: { any: waits, person: waits } });
  });

  test('of a person to a customer who did not wait does not make her wait', async () => {
    const { graph, read, api, path, write, arrives } = await openShop();
    await write();
    graph.failLater = [];
    graph.webhooks.takeWaiting();
    await arrives();
    graph.failNext = [{ status: 400, code: undeliverable }];
    expect((await api.post(`${path}/messages`, { content: 'E amanhã' })).body).toMatchObject(failed);
    expect(await read()).toMatchObject({ waitingSince: null, lastMessage: { error: failed.error } });
  });
});

test('a message whose outcome stays unknown lets the customer wait as before', async () => {
  const { graph, read, messages, api, path, pass, shop } = await openShop();
  const { waitingSince } = await read();
  graph.webhooks.pause();
  graph.loseAnswers = 1;
  expect((await api.post(`${path}/messages`, { content: 'Até as 22h' })).body.status).toBe('PENDING');
  graph.webhooks.takeWaiting();
  graph.webhooks.resume();
  for (let minute = 0; minute < 14; minute++) {
    await shop.app.platform.scheduler.tick();
    await pass(minuteMs);
  }
  expect((await messages())[1]).toMatchObject({ status: 'FAILED', error: { code: 'unknown_outcome' } });
  expect(await read()).toMatchObject({ waitingSince });
});

test('a notice that the vendor accepts at the second try leaves the customer to the agent', async () => {
  const shop = await openFaqShop();
  await report(shop, [message({ content: 'Tem estacionamento?' })]);
  await shop.channel.faults({ reject: { reason: 'temporary', times: 1 } });
  await report(shop, [message({ providerMessageId: 'm2', content: 'SAIR' })]);
  expect(await shop.conversation()).toMatchObject({ status: 'HANDED_OFF', handoffType: 'SEND_FAILED' });
  shop.clock.advance(minuteMs);
  await shop.shop.app.platform.scheduler.tick();
  await shop.settle();
  expect(await shop.conversation()).toMatchObject({
    status: 'ACTIVE',
    waitingSince: null,
    lastMessage: { author: 'SYSTEM', error: null },
  });
});
