import { expect, test } from 'vitest';
import { setSendingPaused } from '../../../server/platform/work/sending-pause.ts';
import { eventually } from '../../support/server/app.ts';
import { hourMs, keyword, minuteMs } from '../flows/support.ts';
import { type AnsweringShop, openFaqShop, turnsOf } from './support.ts';
import { message, report } from './vendor-events.ts';

const asked = 'Tem estacionamento?';

/** Expects that a person was called who reads why, and that the customer waits since she wrote. */
async function expectPerson(shop: AnsweringShop, handoffType: string, summary: RegExp, since: Date): Promise<void> {
  const conversation = await shop.conversation();
  expect(conversation).toMatchObject({ status: 'HANDED_OFF', handoffType, waitingSince: since.toISOString() });
  expect(conversation.unreadCount).toBeGreaterThan(0);
  const { body } = await shop.api.get(`/api/conversations/${conversation.id}/handoff`);
  expect(body.reason).toBe(handoffType.toLowerCase());
  expect(body.summary).toMatch(summary);
}

/** Uses up the quota of messages. */
async function useUp({ shop }: AnsweringShop): Promise<void> {
  const limits = JSON.stringify({ messagesPerMonth: 1 });
  await shop.app.platform.write(({ db }) => db.updateTable('workspaces').set({ limits }).execute());
}

test('a reply beyond the quota of messages calls a person with the reason', async () => {
  const shop = await openFaqShop();
  await shop.ask('oi');
  await useUp(shop);
  const since = shop.clock.now();
  expect(await shop.ask(asked)).toEqual([]);
  await expectPerson(shop, 'SEND_FAILED', /não pôde ser enviada\.\nO limite de mensagens do mês/, since);
});

test('a handoff whose words cannot be sent keeps its own reason', async () => {
  const shop = await openFaqShop();
  await shop.ask('oi');
  await useUp(shop);
  const since = shop.clock.now();
  expect(await shop.ask('Quero cancelar meu horário')).toEqual([]);
  await expectPerson(shop, 'CANCEL', /Quer cancelar/, since);
});

test('a reply whose messaging window closed during a pause calls a person', async () => {
  const shop = await openFaqShop({}, { provider: 'CLOUD_API' });
  await shop.ask('oi');
  const { platform } = shop.shop.app;
  await platform.write(({ db }) => setSendingPaused(db, true));
  const since = shop.clock.now();
  await shop.say(asked);
  await shop.settle();
  expect((await shop.conversation()).status).toBe('ACTIVE');
  shop.clock.advance(25 * hourMs);
  await platform.write(({ db }) => setSendingPaused(db, false));
  await eventually(async () => (await shop.conversation()).status === 'HANDED_OFF');
  await expectPerson(shop, 'SEND_FAILED', /há mais de 24 horas/, since);
});

test('a reply on a channel that is deactivated meanwhile leaves the customer to a person', async () => {
  const shop = await openFaqShop({ debounceMs: 3_000 });
  await shop.say(asked);
  const since = shop.clock.now();
  const stopped = await shop.api.post(`/api/channels/${shop.channel.id}/deactivate`);
  expect(stopped.status).toBe(200);
  shop.clock.advance(3_000);
  await shop.settle();
  expect((await shop.conversation()).waitingSince).toBe(since.toISOString());
});

test('a reply that the vendor refuses for good calls a person; what she waited for is restored', async () => {
  const shop = await openFaqShop({ debounceMs: 3_000 });
  await shop.channel.faults({ reject: { reason: 'blocked_policy', times: 1 } });
  await shop.say(asked);
  const since = shop.clock.now();
  shop.clock.advance(3_000);
  await shop.settle();
  expect(await shop.heard()).toEqual([]);
  await expectPerson(shop, 'SEND_FAILED', /não pôde ser enviada/, since);
});

test('a reply that the vendor refuses five times calls a person', async () => {
  const shop = await openFaqShop();
  await shop.ask('oi');
  await shop.channel.faults({ reject: { reason: 'temporary', times: 20 } });
  const since = shop.clock.now();
  await shop.ask(asked);
  for (let attempt = 0; attempt < 6; attempt++) {
    expect((await shop.conversation()).status).toBe('ACTIVE');
    shop.clock.advance(hourMs);
    await shop.settle();
    if ((await shop.conversation()).status === 'HANDED_OFF') break;
  }
  await expectPerson(shop, 'SEND_FAILED', /não pôde ser enviada/, since);
});

test('a customer whose agent was unpublished before it answered waits for a person', async () => {
  const shop = await openFaqShop({ debounceMs: 3_000 });
  await shop.say(asked);
  const since = shop.clock.now();
  await shop.api.post(`/api/ai-agents/${shop.agentId}/unpublish`);
  shop.clock.advance(3_000);
  await shop.settle();
  expect(await turnsOf(shop)).toEqual([{ state: 'DROPPED', outcome: 'no_agent' }]);
  expect(await shop.conversation()).toMatchObject({ status: 'ACTIVE', waitingSince: since.toISOString() });
});

test('a message that arrives two days late is left to a person', async () => {
  const shop = await openFaqShop();
  const since = new Date(shop.clock.now().getTime() - 48 * hourMs);
  await report(shop, [message({ content: asked, at: since.toISOString() })]);
  expect(await shop.heard()).toEqual([]);
  await expectPerson(shop, 'LATE_ARRIVAL', /chegou tarde demais/, since);
});

test('a reply that was refused just before the server stopped calls a person', async () => {
  const shop = await openFaqShop();
  await shop.channel.faults({ reject: { reason: 'blocked_policy', times: 1 } });
  const { platform } = shop.shop.app;
  const work = platform.workFor.bind(platform);
  // Of the two transactions after the refusal, only the first one is committed.
  platform.workFor = async (workspaceId, actor, run) => {
    if (run.toString().includes('DROPPED')) return undefined as never;
    return work(workspaceId, actor, run);
  };
  const since = shop.clock.now();
  await report(shop, [message({ content: asked })]);
  await expectPerson(shop, 'SEND_FAILED', /não pôde ser enviada/, since);
});

test('a reply of an agent in a flow that a crash left unsent calls a person', async () => {
  const shop = await openFaqShop();
  const steps = [{ id: 'a', type: 'agent' }];
  const made = await shop.api.post('/api/flows', { name: 'F', aiAgentId: shop.agentId, trigger: keyword('oi'), steps });
  expect((await shop.api.patch(`/api/flows/${made.body.id}`, { status: 'ACTIVE' })).status).toBe(200);
  const { channelHub } = shop.shop.app.platform.services;
  const send = channelHub.send.bind(channelHub);
  // The state after a crash: stored before the send, which never began.
  channelHub.send = async () => ({ kind: 'unknown', detail: 'The server stopped' });
  const since = shop.clock.now();
  await report(shop, [message({ content: 'oi' })]);
  channelHub.send = send;
  for (let minute = 0; minute < 2; minute++) {
    shop.clock.advance(minuteMs);
    await shop.shop.app.platform.scheduler.tick();
    await shop.settle();
  }
  await expectPerson(shop, 'SEND_FAILED', /não pôde ser enviada/, since);
});

test('a reply whose refusal comes as a receipt calls a person and is not sent again behind her back', async () => {
  const shop = await openFaqShop();
  const { database, services } = shop.shop.app.platform;
  const send = services.channelHub.send.bind(services.channelHub);
  services.channelHub.send = async () => ({ kind: 'unknown', detail: 'The provider did not answer' });
  const since = shop.clock.now();
  await report(shop, [message({ content: asked })]);
  let resent = 0;
  services.channelHub.send = (...args) => {
    resent += 1;
    return send(...args);
  };
  const sent = database.read.selectFrom('messages').select('provider_message_id').where('author', '=', 'AGENT');
  const { provider_message_id: providerMessageId } = await sent.executeTakeFirstOrThrow();
  const error = { code: 'temporary', message: 'Try again' };
  await report(shop, [{ kind: 'status', providerMessageId, status: 'FAILED', error }]);
  shop.clock.advance(minuteMs);
  await shop.settle();
  expect(await shop.conversation()).toMatchObject({
    status: 'HANDED_OFF',
    handoffType: 'SEND_FAILED',
    waitingSince: since.toISOString(),
    lastMessage: { error },
  });
  expect(resent).toBe(0);
});
