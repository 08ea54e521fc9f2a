import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { answerTurn } from '../../../server/areas/replies/index.ts';
import { setSendingPaused } from '../../../server/platform/work/sending-pause.ts';
import { eventually } from '../../support/app.ts';
import { maria } from '../../support/conversation.ts';
import { type AnsweringShop, openAnsweringShop } from './support.ts';

const faqs = [
  { question: 'Tem estacionamento?', answer: 'Sim, na rua de trás.' },
  { question: 'Aceitam cachorro?', answer: 'Sim, na varanda.' },
];

const open = (behavior: object = {}, more: object = {}) =>
  openAnsweringShop({ draft: { faqs, greetingMessage: 'Oi!' }, behavior, ...more });

/** The states and outcomes of all turns, in their order. */
const turns = ({ shop }: AnsweringShop) =>
  shop.app.platform.database.read.selectFrom('reply_turns').select(['state', 'outcome']).orderBy('id').execute();

test('three quick messages are one turn and one reply, which sees all of them', async () => {
  const shop = await open({ debounceMs: 3_000 });
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
  expect(await turns(shop)).toEqual([{ state: 'DONE', outcome: 'reply' }]);
});

test('someone who never stops writing is answered after four waits', async () => {
  const shop = await open({ debounceMs: 1_000 });
  for (let count = 0; count < 5; count++) {
    await shop.say('Tem estacionamento?');
    await shop.settle();
    shop.clock.advance(900);
  }
  await shop.settle();
  expect(await shop.heard()).toHaveLength(1);
});

test('a person who steps in while the agent waits wins: nothing more is sent', async () => {
  const shop = await open({ debounceMs: 3_000 });
  const { conversationId } = await shop.say('Tem estacionamento?');
  await shop.settle();
  await shop.api.post(`/api/conversations/${conversationId}/messages`, { content: 'Oi, aqui é a Ana' });
  shop.clock.advance(10_000);
  await shop.settle();
  expect(await shop.heard()).toEqual(['Oi, aqui é a Ana']);
  expect(await turns(shop)).toEqual([{ state: 'DROPPED', outcome: 'no_agent' }]);
});

test('a person who steps in while the agent decides wins too', async () => {
  const shop = await open();
  const { platform } = shop.shop.app;
  const { conversationId } = await shop.say('oi');
  await shop.settle();
  // The decision is made outside of any transaction: what happens then is seen before the reply is stored.
  const write = platform.work.bind(platform);
  platform.work = async (workspace, actor, run) => {
    if (actor.source === 'AGENT') {
      platform.work = write;
      await shop.api.patch(`/api/conversations/${conversationId}`, { status: 'HANDED_OFF', assignedTo: 'Ana' });
    }
    return write(workspace, actor, run);
  };
  expect(await shop.ask('Tem estacionamento?')).toEqual([]);
  expect((await turns(shop)).at(-1)).toEqual({ state: 'DROPPED', outcome: 'person_has_it' });
});

test('an agent that is unpublished, archived or unlinked stops at once, also in the middle of a turn', async () => {
  const shop = await open({ debounceMs: 1_000 });
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

test('a draft, a conversation that a person has, and one that a flow claims are not answered', async () => {
  const claimed = new Set<string>();
  const shop = await open(
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
  // Given back, the agent goes on; resolved, the next message begins a new talk.
  await shop.api.patch(`/api/conversations/${conversationId}`, { status: 'ACTIVE' });
  expect(await shop.ask('Aceitam cachorro?')).toEqual(['Sim, na varanda.']);
  await shop.api.patch(`/api/conversations/${conversationId}`, { status: 'RESOLVED' });
  await shop.settle();
  expect(await shop.ask('Aceitam cachorro?')).toEqual(['Oi!\n\nSim, na varanda.']);
});

test('beyond its replies an hour it calls a person without a word', async () => {
  const shop = await open({ maxRepliesPerHour: 2 });
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

test('who has opted out of campaigns is still answered; the wish itself is confirmed and not answered', async () => {
  const shop = await open();
  await shop.ask('oi');
  const said = await shop.ask('SAIR');
  expect(said).toEqual([expect.stringContaining('não receberá mais nossas campanhas')]);
  expect(await shop.ask('Tem estacionamento?')).toEqual(['Sim, na rua de trás.']);
});

test('while sending is paused a turn waits, and is answered once when it goes on', async () => {
  const shop = await open();
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

test('a reply that the provider refuses for now is sent again in the same words, once', async () => {
  const shop = await open();
  await shop.ask('oi');
  await shop.channel.faults({ reject: { reason: 'temporary' } });
  expect(await shop.ask('Tem estacionamento?')).toEqual([]);
  shop.clock.advance(120_000);
  await shop.settle();
  shop.clock.advance(120_000);
  await shop.settle();
  expect((await shop.heard()).filter((text) => text === 'Sim, na rua de trás.')).toHaveLength(1);
});

test('while the channel is away a turn waits, and is answered when it is back', async () => {
  const shop = await open();
  await shop.ask('oi');
  await shop.say('Tem estacionamento?');
  await shop.channel.faults({ dropped: true });
  await shop.settle();
  const asked = await shop.heard();
  await shop.channel.faults({});
  await shop.settle();
  shop.clock.advance(30_000);
  await shop.settle();
  expect(asked.length).toBeLessThanOrEqual(2);
  expect((await shop.heard()).filter((text) => text === 'Sim, na rua de trás.')).toHaveLength(1);
});

test('on a full disk a turn that cannot be claimed waits, and is answered once there is room', async () => {
  const shop = await open({ debounceMs: 3_000 });
  const { platform } = shop.shop.app;
  await shop.say('Tem estacionamento?');
  await shop.settle();
  const write = vi.spyOn(platform, 'write').mockRejectedValue(new Error('disk full'));
  shop.clock.advance(3_000);
  await platform.services.replySender.idle();
  expect(write).toHaveBeenCalledTimes(1);
  write.mockRestore();
  expect(await shop.heard()).toEqual([]);
  shop.clock.advance(5_000);
  await shop.settle();
  expect(await shop.heard()).toEqual(['Oi!\n\nSim, na rua de trás.']);
});

test('fifty customers who write at once are each answered once', async () => {
  const shop = await open();
  const phones = Array.from({ length: 50 }, (_, index) => `+551198766${String(index).padStart(4, '0')}`);
  await Promise.all(
    phones.map((from) =>
      shop.api.post(`/api/simulator/channels/${shop.channel.id}/messages`, { from, content: 'Tem estacionamento?' }),
    ),
  );
  await eventually(async () => {
    await shop.settle();
    return (await turns(shop)).filter(({ state }) => state === 'DONE').length === phones.length;
  });
  for (const phone of phones) expect(await shop.heard(phone)).toEqual(['Oi!\n\nSim, na rua de trás.']);
});

test('the conversation of a channel whose agent was replaced is answered by the new one once the old is gone', async () => {
  const shop = await open();
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

test('a flow has the agent answer: decided and sent once for each key, and silent where no agent answers', async () => {
  const shop = await open();
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

test('an agent whose replies fail again and again calls a person', async () => {
  const shop = await open();
  const { platform } = shop.shop.app;
  await platform.write(({ db }) =>
    sql`create temp trigger no_replies before insert on messages when new.author = 'AGENT'
      begin select raise(abort, 'no reply is stored'); end`.execute(db),
  );
  await shop.say('Tem estacionamento?');
  for (let attempt = 0; attempt < 5; attempt++) {
    await shop.settle();
    shop.clock.advance(600_000);
  }
  await shop.settle();
  expect(await turns(shop)).toEqual([{ state: 'DROPPED', outcome: 'failed' }]);
  await expectHandedOff(shop);
});

test('a reply in which the server died too often is set aside, and a person is called', async () => {
  const shop = await open();
  const { suspects } = shop.shop.app.platform.running;
  vi.spyOn(suspects, 'isPoison').mockImplementation(({ kind }) => kind === 'reply');
  await shop.say('Tem estacionamento?');
  await shop.settle();
  expect(await turns(shop)).toEqual([{ state: 'DROPPED', outcome: 'deadly' }]);
  expect(await suspects.list()).toMatchObject([{ kind: 'reply' }]);
  await expectHandedOff(shop);
});

async function expectHandedOff(shop: AnsweringShop): Promise<void> {
  const conversation = await shop.conversation();
  expect(conversation).toMatchObject({ status: 'HANDED_OFF', handoffType: 'FAILED' });
  const { body } = await shop.api.get(`/api/conversations/${conversation.id}/handoff`);
  expect(body).toMatchObject({ reason: 'failed', summary: 'O agente não conseguiu responder: algo deu errado.' });
}
