import { expect, test } from 'vitest';
import { answerTurn } from '../../../server/areas/replies/index.ts';
import { setSendingPaused } from '../../../server/platform/work/sending-pause.ts';
import { eventually } from '../../support/server/app.ts';
import { maria } from '../../support/shop/conversation.ts';
import { openFaqShop, turnsOf } from './support.ts';

test('three quick messages form one turn and get one reply to all of them', async () => {
  const shop = await openFaqShop({ debounceMs: 3_000 });
  await shop.say('boa tarde');
  shop.clock.advance(2_000);
  await shop.say('Tem');
  shop.clock.advance(2_000);
  await shop.say('estacionamento?');
  await shop.settle();
  expect(await shop.heard()).toEqual([]);
  shop.clock.advance(3_000);
  await shop.settle();
  expect(await shop.heard()).toEqual(['Oi!\n\nSim, na rua de trás.']);
  expect(await turnsOf(shop)).toEqual([{ state: 'DONE', outcome: 'reply' }]);
});

test('a customer who keeps writing gets a reply after four debounce intervals', async () => {
  const shop = await openFaqShop({ debounceMs: 1_000 });
  for (let count = 0; count < 5; count++) {
    await shop.say('Tem estacionamento?');
    await shop.settle();
    shop.clock.advance(900);
  }
  await shop.settle();
  expect(await shop.heard()).toHaveLength(1);
});

test('the agent sends nothing after a person takes over during the debounce', async () => {
  const shop = await openFaqShop({ debounceMs: 3_000 });
  const { conversationId } = await shop.say('Tem estacionamento?');
  await shop.settle();
  await shop.api.post(`/api/conversations/${conversationId}/messages`, { content: 'Oi, aqui é a Ana' });
  shop.clock.advance(10_000);
  await shop.settle();
  expect(await shop.heard()).toEqual(['Oi, aqui é a Ana']);
  expect(await turnsOf(shop)).toEqual([{ state: 'DROPPED', outcome: 'no_agent' }]);
});

test('the agent sends nothing after a person takes over during the decision', async () => {
  const shop = await openFaqShop();
  const { platform } = shop.shop.app;
  const { conversationId } = await shop.say('oi');
  await shop.settle();
  // The decision is made outside of any transaction, and the storing transaction checks it again.
  const write = platform.work.bind(platform);
  platform.work = async (workspace, actor, run) => {
    if (actor.source === 'AGENT') {
      platform.work = write;
      await shop.api.patch(`/api/conversations/${conversationId}`, { status: 'HANDED_OFF', assignedTo: 'Ana' });
    }
    return write(workspace, actor, run);
  };
  expect(await shop.ask('Tem estacionamento?')).toEqual([]);
  expect((await turnsOf(shop)).at(-1)).toEqual({ state: 'DROPPED', outcome: 'person_has_it' });
});

test('an agent that is unpublished, archived or unlinked stops at once, even in the middle of a turn', async () => {
  const shop = await openFaqShop({ debounceMs: 1_000 });
  const path = `/api/ai-agents/${shop.agentId}`;
  const stops: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    ['unpublish', () => shop.api.post(`${path}/unpublish`), () => shop.api.post(`${path}/publish`)],
    [
      'archive',
      () => shop.api.post(`${path}/archive`),
      async () => {
        await shop.api.post(`${path}/unarchive`);
        await shop.api.post(`${path}/publish`);
      },
    ],
    [
      'unlink',
      () => shop.api.delete(`/api/channels/${shop.channel.id}/ai-agent`),
      () => shop.api.put(`/api/channels/${shop.channel.id}/ai-agent`, { aiAgentId: shop.agentId }),
    ],
  ];
  for (const [name, stop, resume] of stops) {
    const before = (await shop.heard()).length;
    await shop.say('Tem estacionamento?');
    await shop.settle();
    await stop();
    shop.clock.advance(2_000);
    await shop.settle();
    expect(await shop.heard(), name).toHaveLength(before);
    await shop.say('Tem estacionamento?');
    shop.clock.advance(2_000);
    await shop.settle();
    expect(await shop.heard(), name).toHaveLength(before);
    await resume();
    await shop.say('Tem estacionamento?');
    await shop.settle();
    shop.clock.advance(2_000);
    await shop.settle();
    expect(await shop.heard(), name).toHaveLength(before + 1);
  }
});

test('an agent does not reply as a draft, in a handed-off conversation, or in one that a flow claims', async () => {
  const claimed = new Set<string>();
  const shop = await openFaqShop(
    {},
    { provides: { turnClaim: [async (_db: unknown, row: { id: string }) => claimed.has(row.id)] } },
  );
  const { conversationId } = await shop.say('oi');
  await shop.settle();
  claimed.add(conversationId);
  expect(await shop.ask('Tem estacionamento?')).toEqual([]);
  claimed.clear();
  expect(await shop.ask('Tem estacionamento?')).toEqual(['Sim, na rua de trás.']);
  await shop.api.patch(`/api/conversations/${conversationId}`, { status: 'HANDED_OFF' });
  expect(await shop.ask('Tem estacionamento?')).toEqual([]);
  // The agent continues once the conversation is ACTIVE again, and greets anew once it was RESOLVED.
  await shop.api.patch(`/api/conversations/${conversationId}`, { status: 'ACTIVE' });
  expect(await shop.ask('Aceitam cachorro?')).toEqual(['Sim, na varanda.']);
  await shop.api.patch(`/api/conversations/${conversationId}`, { status: 'RESOLVED' });
  await shop.settle();
  expect(await shop.ask('Aceitam cachorro?')).toEqual(['Oi!\n\nSim, na varanda.']);
});

test('beyond the hourly reply limit the agent hands over without a message', async () => {
  const shop = await openFaqShop({ maxRepliesPerHour: 2 });
  await shop.ask('Tem estacionamento?');
  await shop.ask('Aceitam cachorro?');
  expect(await shop.ask('Tem estacionamento?')).toEqual([]);
  expect(await shop.conversation()).toMatchObject({ status: 'HANDED_OFF', handoffType: 'REPLY_LIMIT' });
  const other = '+5511987650001';
  await shop.ask('Tem estacionamento?', other);
  await shop.ask('Aceitam cachorro?', other);
  shop.clock.advance(61 * 60_000);
  expect(await shop.ask('Tem estacionamento?', other)).toEqual(['Sim, na rua de trás.']);
});

test('a customer who opted out of campaigns still gets replies; the opt-out itself gets a confirmation only', async () => {
  const shop = await openFaqShop();
  await shop.ask('oi');
  const said = await shop.ask('SAIR');
  expect(said).toEqual([expect.stringContaining('não receberá mais nossas campanhas')]);
  expect(await shop.ask('Tem estacionamento?')).toEqual(['Sim, na rua de trás.']);
});

test('a turn waits while sending is paused, and gets one reply afterwards', async () => {
  const shop = await openFaqShop();
  const { platform } = shop.shop.app;
  await platform.write(({ db }) => setSendingPaused(db, true));
  await shop.say('Tem estacionamento?');
  await shop.settle();
  expect(await shop.heard()).toEqual([]);
  await platform.write(({ db }) => setSendingPaused(db, false));
  await eventually(async () => (await shop.heard()).length > 0);
  await shop.settle();
  expect(await shop.heard()).toEqual(['Oi!\n\nSim, na rua de trás.']);
});

test('fifty simultaneous customers get one reply each', async () => {
  const shop = await openFaqShop();
  const phones = Array.from({ length: 50 }, (_, index) => `+551198766${String(index).padStart(4, '0')}`);
  await Promise.all(
    phones.map((from) =>
      shop.api.post(`/api/simulator/channels/${shop.channel.id}/messages`, { from, content: 'Tem estacionamento?' }),
    ),
  );
  await eventually(async () => {
    await shop.settle();
    return (await turnsOf(shop)).filter(({ state }) => state === 'DONE').length === phones.length;
  });
  for (const phone of phones) expect(await shop.heard(phone)).toEqual(['Oi!\n\nSim, na rua de trás.']);
});

test('the new agent of a channel replies in its conversations once the old agent is archived', async () => {
  const shop = await openFaqShop();
  await shop.ask('oi');
  const made = await shop.api.post('/api/ai-agents', {
    name: 'Nova',
    language: 'pt',
    faqs: [{ question: 'Tem estacionamento?', answer: 'Agora não tem mais.' }],
    behavior: { debounceMs: 0 },
  });
  await shop.api.post(`/api/ai-agents/${made.body.id}/publish`);
  await shop.api.put(`/api/channels/${shop.channel.id}/ai-agent`, { aiAgentId: made.body.id });
  expect(await shop.ask('Tem estacionamento?', maria)).toEqual(['Sim, na rua de trás.']);
  await shop.api.post(`/api/ai-agents/${shop.agentId}/archive`);
  expect(await shop.ask('Tem estacionamento?', maria)).toEqual(['Agora não tem mais.']);
});

test('a reply for a flow is decided and sent once per key, and silent if no agent replies', async () => {
  const shop = await openFaqShop();
  const { shop: app } = shop;
  const { conversationId } = await shop.say('oi');
  await shop.settle();
  const answer = (text: string, key: string) =>
    answerTurn(app.app.platform, app.workspace.id, conversationId, text, key);
  expect(await answer('Tem estacionamento?', 'run_1:step_2')).toMatchObject({
    kind: 'reply',
    text: 'Sim, na rua de trás.',
  });
  expect(await answer('Tem estacionamento?', 'run_1:step_2')).toMatchObject({
    kind: 'reply',
    text: 'Sim, na rua de trás.',
  });
  expect((await shop.heard()).slice(1)).toEqual(['Sim, na rua de trás.']);
  expect(await answer('quero falar com um atendente', 'run_1:step_3')).toMatchObject({
    kind: 'handoff',
    reason: 'asked',
  });
  expect((await shop.conversation()).status).toBe('HANDED_OFF');
  expect(await answer('Tem estacionamento?', 'run_1:step_4')).toMatchObject({ kind: 'silent', reason: 'no_agent' });
});

test('the stop button of a template gets its confirmation and no reply, however often it is tapped', async () => {
  const shop = await openFaqShop();
  await shop.ask('oi');
  const { shop: app, channel, clock, heard, settle } = shop;
  const place = { id: channel.id, workspaceId: app.workspace.id, provider: '<QR_PROVIDER>', name: 'Shop' } as const;
  const person = { addresses: [{ kind: 'phone', value: maria } as const], name: null };
  const before = await heard();
  const taps: string[][] = [];
  for (const id of ['tap1', 'tap2']) {
    const event = { providerEventId: id, providerMessageId: id, at: clock.now().toISOString() };
    await app.app.platform.services.channelHub.inbox.receive(place, [
      { ...event, kind: 'preference', person, wish: 'stop', by: 'button' },
      {
        ...event,
        kind: 'message',
        from: person,
        type: 'TEXT',
        content: 'Tem estacionamento?',
        media: null,
        replyTo: null,
      },
    ]);
    await settle();
    taps.push((await heard()).slice(before.length));
    clock.advance(1_000);
  }
  const confirmed = [expect.stringContaining('não receberá mais nossas campanhas')];
  expect(taps).toEqual([confirmed, confirmed]);
});
