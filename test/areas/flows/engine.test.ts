import { describe, expect, test } from 'vitest';
import { setSendingPaused } from '../../../server/platform/work/sending-pause.ts';
import { eventually } from '../../support/server/app.ts';
import { failed, keyword, maria, minuteMs, must, openFlows, question, say, step } from './support.ts';

const faqs = [{ question: 'Vocês entregam?', answer: 'Sim, entregamos na cidade toda.' }];
const behavior = { debounceMs: 0 };

describe('with a published agent', () => {
  const open = () => openFlows({ published: true, agent: { faqs, behavior, language: 'pt' } });

  test('the agent replies only to messages that no flow handles', async () => {
    const { launch, says, heard, shop } = await open();
    await launch([say('a', 'Cardápio: pizza')], keyword('cardápio'));
    await launch([question('q', 'name', 'b'), say('b', 'Prazer')], keyword('cadastro'));
    await launch([say('i', 'Por intenção')], { type: 'intent', examples: ['qual o horário de funcionamento'] });
    await says('cardápio');
    await says('cadastro');
    await says('Vocês entregam?');
    await says('qual o horário de funcionamento?');
    const before = await heard();
    expect(before).toEqual(['Cardápio: pizza', 'name?', 'Prazer', 'Por intenção']);
    await says('Vocês entregam?');
    const after = (await heard()).slice(before.length);
    expect(after).toEqual([expect.stringContaining('entregamos na cidade toda')]);
    const sent = await shop.events('message.sent');
    expect(sent.map((event) => event.source)).toEqual(['FLOW', 'FLOW', 'FLOW', 'FLOW', 'AGENT']);
  });

  test('an agent step lets the agent reply to this turn, then the flow continues', async () => {
    const { launch, says, heard, runs, shop } = await open();
    const path = await launch(
      [step('g', 'agent', {}, 'b'), say('b', 'Posso ajudar em mais algo?')],
      keyword('entregam'),
    );
    await says('Vocês entregam?');
    expect(await heard()).toEqual([expect.stringContaining('entregamos na cidade toda'), 'Posso ajudar em mais algo?']);
    expect(await runs(path)).toMatchObject([{ state: 'COMPLETED' }]);
    expect((await shop.events('message.sent')).map((event) => event.source)).toEqual(['AGENT', 'FLOW']);
  });

  test('a flow with an agent step becomes ATTENTION when the agent is unpublished or archived', async () => {
    const { api, agentId, launch } = await open();
    const path = await launch([step('g', 'agent', {})]);
    await must(api.post(`/api/ai-agents/${agentId}/unpublish`));
    expect((await api.get(path)).body).toMatchObject({
      status: 'ATTENTION',
      problems: [{ field: 'steps[0]', code: 'agent_not_published' }],
    });
    await must(api.post(`/api/ai-agents/${agentId}/archive`));
    expect((await api.get(path)).body.problems.map((problem: { code: string }) => problem.code)).toContain(
      'agent_archived',
    );
  });
});

describe('a person who takes over', () => {
  test('ends the run by replying, and the run sends nothing more', async () => {
    const { api, launch, says, heard, runs, conversationId, rest, pass } = await openFlows();
    const path = await launch([question('a', 'name', 'b', { timeoutMinutes: 5, onTimeout: 'b' }), say('b', 'Prazer')]);
    await says('oi');
    await must(api.post(`/api/conversations/${await conversationId()}/messages`, { content: 'Oi, aqui é a Rita' }));
    await rest();
    expect(await runs(path)).toMatchObject([{ state: 'INTERRUPTED', stepId: 'a' }]);
    await says('Maria');
    await pass(10 * minuteMs);
    expect(await heard()).toEqual(['name?', 'Oi, aqui é a Rita']);
  });

  test('ends the run by taking the conversation, even a run that waits for a time', async () => {
    const { api, launch, says, heard, runs, conversationId, pass } = await openFlows();
    const path = await launch([step('w', 'wait', { seconds: 60 }, 'b'), say('b', 'Prazer')]);
    await says('oi');
    await must(api.patch(`/api/conversations/${await conversationId()}`, { status: 'HANDED_OFF' }));
    await pass(2 * minuteMs);
    expect(await runs(path)).toMatchObject([{ state: 'INTERRUPTED', reason: { code: 'handed_off' } }]);
    await says('oi');
    expect(await heard()).toEqual([]);
    expect(await runs(path)).toHaveLength(1);
  });
});

test('a run does not send its unsent messages after a person has taken over', async () => {
  const { api, channel, launch, says, heard, runs, conversationId, pass } = await openFlows();
  const path = await launch([say('a', 'Um', 'b'), say('b', 'Dois')]);
  await channel.faults({ reject: { reason: 'temporary', times: 1 } });
  await says('oi');
  await must(api.patch(`/api/conversations/${await conversationId()}`, { status: 'HANDED_OFF' }));
  for (let round = 0; round < 3; round++) await pass(minuteMs);
  expect(await heard()).toEqual([]);
  expect(await runs(path)).toMatchObject([{ state: 'INTERRUPTED' }]);
});

describe('a flow that changes while it has open runs', () => {
  test('leaves open runs the version that they began with', async () => {
    const { api, launch, says, heard, runs } = await openFlows();
    const path = await launch([question('a', 'name', 'b'), say('b', 'Antes')]);
    await says('oi');
    await must(api.patch(path, { steps: [say('a', 'Agora')] }));
    await says('Maria');
    await says('oi');
    expect(await heard()).toEqual(['name?', 'Antes', 'Agora']);
    expect((await runs(path)).map((run) => run.flowVersion)).toEqual([1, 2]);
  });

  test('starts no new runs once turned off, and lets open runs finish', async () => {
    const { api, launch, says, heard } = await openFlows();
    const path = await launch([question('a', 'name', 'b'), say('b', 'Prazer')]);
    await says('oi');
    await must(api.patch(`${path}/toggle`, { active: false }));
    await says('Maria');
    await says('oi');
    expect(await heard()).toEqual(['name?', 'Prazer']);
  });

  test('ends open runs once archived, and keeps its history', async () => {
    const { api, launch, says, heard, runs, rest } = await openFlows();
    const path = await launch([question('a', 'name', 'b'), say('b', 'Prazer')]);
    await says('oi');
    await must(api.patch(path, { status: 'ARCHIVED' }));
    await rest();
    await says('Maria');
    expect(await heard()).toEqual(['name?']);
    expect(await runs(path)).toMatchObject([{ state: 'INTERRUPTED', reason: { code: 'flow_archived' } }]);
  });
});

describe('answers', () => {
  test('are ignored if they were written before the question', async () => {
    const { shop, channel, clock, launch, heard, rest, says, runs } = await openFlows();
    const path = await launch([question('a', 'name', 'b'), question('b', 'age')]);
    await says('oi');
    clock.advance(2_000);
    // The phone was off: a message written earlier arrives after the second question.
    const at = clock.now().toISOString();
    await says('Maria');
    clock.advance(5_000);
    await shop.app.platform.write(({ db }) =>
      db
        .updateTable('flow_runs')
        .set({ waiting: JSON.stringify({ tries: 0, offered: [], askedAt: '2026-11-22T00:00:00.000Z' }) })
        .execute(),
    );
    await channel.customerSays(maria, 'cedo demais');
    await rest();
    expect(at < '2026-11-22').toBe(true);
    expect(await runs(path)).toMatchObject([{ state: 'WAITING_ANSWER', stepId: 'b', variables: { name: 'Maria' } }]);
    expect(await heard()).toEqual(['name?', 'age?']);
  });

  test('that arrive together as several messages count as one', async () => {
    const { app, channel, launch, says, runs, rest } = await openFlows().then((open) => ({
      ...open,
      app: open.shop.app,
    }));
    const path = await launch([question('a', 'what')]);
    await says('oi');
    await app.platform.write(({ db }) => setSendingPaused(db, true));
    await channel.customerSays(maria, 'duas pizzas');
    await channel.customerSays(maria, 'e uma coca');
    await rest();
    await app.platform.write(({ db }) => setSendingPaused(db, false));
    await eventually(async () => (await runs(path))[0].state === 'COMPLETED');
    expect(await runs(path)).toMatchObject([{ variables: { what: 'duas pizzas\ne uma coca' } }]);
  });
});

describe('sending', () => {
  test('stops every run while it is paused, and sends each message once afterwards', async () => {
    const { shop, launch, says, heard, runs } = await openFlows();
    const path = await launch([say('a', 'Um', 'b'), say('b', 'Dois')]);
    await shop.app.platform.write(({ db }) => setSendingPaused(db, true));
    await says('oi');
    expect(await heard()).toEqual([]);
    expect(await runs(path)).toMatchObject([{ state: 'RUNNING', stepCount: 0 }]);
    await shop.app.platform.write(({ db }) => setSendingPaused(db, false));
    await eventually(async () => (await runs(path))[0].state === 'COMPLETED');
    expect(await heard()).toEqual(['Um', 'Dois']);
  });

  test('is retried in order after a temporary failure', async () => {
    const { channel, launch, says, heard, runs, pass } = await openFlows();
    const path = await launch([say('a', 'Um', 'b'), say('b', 'Dois')]);
    await channel.faults({ reject: { reason: 'temporary', times: 2 } });
    await says('oi');
    expect(await heard()).toEqual([]);
    for (let round = 0; round < 4; round++) await pass(minuteMs);
    expect(await heard()).toEqual(['Um', 'Dois']);
    expect(await runs(path)).toMatchObject([{ state: 'COMPLETED' }]);
  });

  test('ends the run as FAILED at the step of a message that the vendor rejects', async () => {
    const { channel, launch, says, runs, heard } = await openFlows();
    const path = await launch([say('a', 'Um', 'b'), say('b', 'Dois')]);
    await channel.faults({ reject: { reason: 'not_on_app', times: 1 } });
    await says('oi');
    expect(await heard()).toEqual([failed]);
    expect(await runs(path)).toMatchObject([{ state: 'FAILED', stepId: 'a', reason: { code: 'not_on_app' } }]);
  });

  test('is not repeated when its response is lost; the run continues once the message is known to have arrived', async () => {
    const { channel, launch, says, heard, runs, pass, shop } = await openFlows();
    const path = await launch([say('a', 'Um', 'b'), say('b', 'Dois')]);
    await channel.faults({ loseAnswers: 1 });
    await says('oi');
    for (let round = 0; round < 3; round++) {
      await pass(minuteMs);
      await shop.app.platform.scheduler.tick();
    }
    await pass(minuteMs);
    expect(await heard()).toEqual(['Um', 'Dois']);
    expect(await runs(path)).toMatchObject([{ state: 'COMPLETED' }]);
  });

  test('waits for a channel that is disconnected', async () => {
    const { channel, launch, says, heard, runs, pass } = await openFlows();
    const path = await launch([step('w', 'wait', { seconds: 60 }, 'a'), say('a', 'Um')]);
    await says('oi');
    await channel.faults({ dropped: true });
    await pass(2 * minuteMs);
    expect(await heard()).toEqual([]);
    expect(await runs(path)).toMatchObject([{ state: 'RUNNING', stepId: 'a' }]);
    await channel.faults({ dropped: false });
    await pass(minuteMs);
    await pass(minuteMs);
    expect(await heard()).toEqual(['Um']);
  });

  test('ends the run as FAILED when the quota is exceeded', async () => {
    const { shop, launch, says, runs } = await openFlows();
    const path = await launch([say('a', 'Um', 'b'), say('b', 'Dois')]);
    const limits = JSON.stringify({ messagesPerMonth: 1 });
    await shop.app.platform.write(({ db }) => db.updateTable('workspaces').set({ limits }).execute());
    await says('oi');
    expect(await runs(path)).toMatchObject([{ state: 'FAILED', stepId: 'b', reason: { code: 'quota_exceeded' } }]);
  });
});

test('a run expires after 500 steps', async () => {
  const { shop, launch, says, runs } = await openFlows();
  const path = await launch([question('a', 'x', 'b'), step('b', 'go_to', { stepId: 'a' })]);
  await says('oi');
  await shop.app.platform.write(({ db }) => db.updateTable('flow_runs').set({ step_count: 499 }).execute());
  await says('mais');
  expect(await runs(path)).toMatchObject([{ state: 'EXPIRED', stepCount: 500, reason: { code: 'step_limit' } }]);
});
