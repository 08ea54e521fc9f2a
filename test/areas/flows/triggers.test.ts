import { describe, expect, test, vi } from 'vitest';
import { joao, keyword, maria, minuteMs, must, openFlows, question, say, step } from './support.ts';

describe('a keyword trigger', () => {
  test.each<[string, object, string[], string[]]>([
    [
      'contains',
      { words: ['cardápio', 'fazer pedido'] },
      ['CARDAPIO por favor', 'queria fazer  pedido!'],
      ['cardapios', 'pedido'],
    ],
    ['exact', { words: ['menu'], match: 'exact' }, ['Menu', ' menu! '], ['o menu']],
    [
      'regex',
      { words: ['^pedido\\s+#?\\d+$'], match: 'regex' },
      ['Pedido #12', 'pedido 3'],
      ['meu pedido 3', 'pedido x'],
    ],
  ])('with match %s starts the flow', async (_match, trigger, yes, no) => {
    const { launch, says, runs } = await openFlows();
    const path = await launch([say('a', 'Aqui está')], { type: 'keyword', ...trigger });
    for (const text of no) await says(text);
    expect(await runs(path)).toEqual([]);
    for (const text of yes) await says(text);
    expect(await runs(path)).toHaveLength(yes.length);
  });

  test('with a pattern that hangs backtracking engines still matches', async () => {
    const { launch, says, heard } = await openFlows();
    await launch([say('a', 'Achou')], { type: 'keyword', match: 'regex', words: ['^(a+)+$'] });
    await says(`${'a'.repeat(400)}!`);
    await says('aaaa');
    expect(await heard()).toEqual(['Achou']);
  });
});

test('a first-message trigger starts the flow at the first message of a conversation only', async () => {
  const { launch, says, heard } = await openFlows();
  await launch([say('a', 'Bem-vinda!')], { type: 'first_message' });
  await says('bom dia');
  await says('tudo bem?');
  await says('olá', joao, { name: 'João' });
  expect([await heard(), await heard(joao)]).toEqual([['Bem-vinda!'], ['Bem-vinda!']]);
});

test('an intent trigger starts the flow only for a message that is similar to an example', async () => {
  const { launch, says, heard } = await openFlows();
  await launch([say('a', 'Abrimos às oito')], { type: 'intent', examples: ['Qual o horário de funcionamento?'] });
  await says('qual é o horario de funcionamento');
  await says('quero uma pizza');
  expect(await heard()).toEqual(['Abrimos às oito']);
});

test('an intent match that a full disk prevents is repeated once there is room', async () => {
  const { launch, says, heard, shop, pass } = await openFlows();
  await launch([say('a', 'Abrimos às oito')], { type: 'intent', examples: ['Qual o horário de funcionamento?'] });
  const write = vi.spyOn(shop.app.platform, 'workFor').mockRejectedValue(new Error('disk full'));
  await says('qual é o horario de funcionamento');
  expect(write).toHaveBeenCalledTimes(1);
  write.mockRestore();
  expect(await heard()).toEqual([]);
  await pass(5_000);
  expect(await heard()).toEqual(['Abrimos às oito']);
});

describe('an event trigger', () => {
  const trigger = {
    type: 'event',
    event: 'order.updated',
    conditions: [
      { field: 'data.status', operator: 'equals', value: 'OUT_FOR_DELIVERY' },
      { field: 'previous.status', operator: 'is_set' },
    ],
  };
  const order = (aiAgentId: string, more: object = {}) => ({
    aiAgentId,
    clientName: 'Maria',
    clientPhone: maria,
    items: [{ name: 'Pizza', quantity: 1, unitPrice: 40 }],
    total: 40,
    ...more,
  });

  test("starts one run in the conversation of the event's phone number when its conditions hold", async () => {
    const { api, agentId, launch, says, heard, runs, rest } = await openFlows();
    const path = await launch([say('a', 'Pedido {{event.number}} saiu, {{event.clientName}}!')], trigger);
    await says('bom dia');
    const { body: made } = await must(api.post('/api/orders', order(agentId)));
    await must(api.patch(`/api/orders/${made.id}`, { status: 'PREPARING' }));
    await rest();
    expect(await heard()).toEqual([]);
    await must(api.patch(`/api/orders/${made.id}`, { status: 'OUT_FOR_DELIVERY' }));
    await must(api.patch(`/api/orders/${made.id}`, { notes: 'sem cebola' }));
    await rest();
    expect(await heard()).toEqual(['Pedido 1 saiu, Maria!']);
    expect(await runs(path)).toHaveLength(1);
  });

  test('sends nothing for an event of another agent or without a conversation', async () => {
    const { api, launch, says, heard, runs, rest, agentId } = await openFlows();
    const { body: other } = await must(api.post('/api/ai-agents', { name: 'Outra' }));
    const path = await launch([say('a', 'Novo pedido')], { type: 'event', event: 'order.created' });
    await says('bom dia');
    await must(api.post('/api/orders', order(other.id)));
    await must(api.post('/api/orders', order(agentId, { clientPhone: joao })));
    await rest();
    expect(await heard()).toEqual([]);
    expect(await runs(path)).toMatchObject([{ state: 'FAILED', conversationId: null }]);
  });

  test('queues the run until the open run of the conversation has ended', async () => {
    const { api, agentId, launch, says, heard, rest } = await openFlows();
    await launch([question('a', 'name', 'b'), say('b', 'Prazer, {{name}}')]);
    await launch([say('x', 'Recebemos seu pedido')], { type: 'event', event: 'order.created' });
    await says('oi');
    await must(api.post('/api/orders', order(agentId)));
    await rest();
    expect(await heard()).toEqual(['name?']);
    await says('Maria');
    expect(await heard()).toEqual(['name?', 'Prazer, Maria', 'Recebemos seu pedido']);
  });

  test('starts a flow from its own events only up to a depth of 8', async () => {
    const { api, launch, says, heard, runs, shop } = await openFlows();
    const path = await launch([say('a', 'Eco')], {
      type: 'event',
      event: 'message.sent',
      conditions: [{ field: 'data.author', operator: 'equals', value: 'FLOW' }],
    });
    await launch([say('a', 'Começo')]);
    await says('oi');
    for (let round = 0; round < 4; round++) await shop.settle();
    const all = await runs(path);
    expect(all.map((run) => run.depth)).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect(await heard()).toEqual(['Começo', ...Array(7).fill('Eco')]);
    expect((await api.get(path)).body.status).toBe('ACTIVE');
  });
});

test('a schedule starts a run on the minute for each tagged contact who has not opted out', async () => {
  const { api, shop, launch, says, heard, runs, clock, rest } = await openFlows();
  for (const [phone, name] of [
    [maria, 'Maria'],
    [joao, 'João'],
    ['+5511933333333', 'Rui'],
    ['+5511944444444', 'Eva'],
  ] as const) {
    await says('bom dia', phone, { name });
    const tags = phone === joao ? ['outra'] : ['fiel'];
    await must(api.patch(`/api/contacts/${encodeURIComponent(phone)}/tags`, { tags }));
  }
  await shop.app.platform.write(({ db }) =>
    db.updateTable('contacts').set({ opted_out_at: '2026-01-01' }).where('phone', '=', '+5511944444444').execute(),
  );
  // Ten past nine in São Paulo is 12:10 UTC.
  const path = await launch([say('a', 'Promoção, {{contact.firstName}}!')], {
    type: 'schedule',
    cron: '10 9 * * 6',
    tags: ['Fiel', 'nenhuma'],
  });
  const tick = async (ms: number) => {
    clock.advance(ms);
    await shop.app.platform.scheduler.tick();
    await rest();
  };
  await tick(9 * minuteMs);
  expect(await runs(path)).toEqual([]);
  await tick(minuteMs);
  await tick(minuteMs);
  expect([await heard(), await heard(joao), await heard('+5511933333333'), await heard('+5511944444444')]).toEqual([
    ['Promoção, Maria!'],
    [],
    ['Promoção, Rui!'],
    [],
  ]);
  await tick(60 * minuteMs);
  expect(await runs(path)).toHaveLength(2);
});

describe('a manual flow', () => {
  test('starts through the API with the variables that its trigger declares', async () => {
    const { api, launch, says, heard, rest, conversationId } = await openFlows();
    const path = await launch([say('a', 'Código {{code}}')], { type: 'manual', variables: ['code'] });
    await says('bom dia');
    const id = await conversationId();
    const started = await api.post(`${path}/runs`, { conversationId: id, variables: { code: 'A1' } });
    expect(started).toMatchObject({
      status: 201,
      body: { state: 'RUNNING', conversationId: id, flowVersion: 1, depth: 1 },
    });
    await rest();
    expect(await heard()).toEqual(['Código A1']);
    const unknown = await api.post(`${path}/runs`, { conversationId: id, variables: { kode: 'A1' } });
    expect(unknown).toMatchObject({ status: 400, body: { errors: [{ field: 'body.variables.kode' }] } });
    expect((await api.post(`${path}/runs`, { conversationId: 'conv_x' })).status).toBe(404);
  });

  test('does not start while it is off, has another trigger, or the conversation has an open run', async () => {
    const { api, launch, draft, says, conversationId } = await openFlows();
    await says('bom dia');
    const body = { conversationId: await conversationId() };
    const off = await draft([say('a', 'x')], { type: 'manual' });
    const words = await launch([say('a', 'x')]);
    for (const path of [off, words])
      expect(await api.post(`${path}/runs`, body)).toMatchObject({ status: 409, body: { code: 'flow_not_active' } });
    const asks = await launch([question('a', 'name')], { type: 'manual' });
    expect((await api.post(`${asks}/runs`, body)).status).toBe(201);
    expect(await api.post(`${asks}/runs`, body)).toMatchObject({ status: 409, body: { code: 'flow_run_active' } });
  });
});

describe('on an inbound message', () => {
  test('a waiting question precedes keyword flows, then first-message flows, then intent flows', async () => {
    const { launch, says, heard } = await openFlows();
    await launch([say('i', 'Intenção')], { type: 'intent', examples: ['quero uma pizza'] });
    await launch([question('f', 'name', 'g'), say('g', 'Olá, {{name}}')], { type: 'first_message' });
    await launch([say('k', 'Cardápio')], keyword('cardápio'));
    await launch([say('z', 'Nunca')], keyword('cardápio'));
    await says('quero uma pizza');
    await says('cardápio');
    await says('cardápio');
    await says('quero uma pizza');
    await says('cardápio', joao, { name: 'João' });
    expect(await heard()).toEqual(['name?', 'Olá, cardápio', 'Cardápio', 'Intenção']);
    expect(await heard(joao)).toEqual(['Cardápio']);
  });

  test('a run that waits for a time is interrupted by a flow that the customer starts', async () => {
    const { launch, says, heard, runs, pass } = await openFlows();
    const path = await launch([step('w', 'wait', { seconds: 600 }, 'a'), say('a', 'Gostou?')]);
    await launch([say('k', 'Cardápio')], keyword('cardápio'));
    await says('oi');
    await says('bom dia');
    expect(await runs(path)).toMatchObject([{ state: 'WAITING_TIME' }]);
    await says('cardápio');
    await pass(600_000);
    expect(await heard()).toEqual(['Cardápio']);
    expect(await runs(path)).toMatchObject([{ state: 'INTERRUPTED', reason: { code: 'superseded' } }]);
  });

  test('messages from before a flow was turned on start nothing', async () => {
    const { api, launch, says, heard } = await openFlows();
    await says('oi');
    const path = await launch([say('a', 'Olá')]);
    await says('bom dia');
    expect(await heard()).toEqual([]);
    await must(api.patch(`${path}/toggle`, { active: false }));
    await says('oi');
    await must(api.patch(`${path}/toggle`, { active: true }));
    await says('bom dia');
    expect(await heard()).toEqual([]);
  });

  test('an opt-out from campaigns starts no flow', async () => {
    const { launch, says, heard } = await openFlows();
    await launch([say('a', 'Fluxo')], { type: 'keyword', words: ['.*'], match: 'regex' });
    await says('SAIR');
    expect(await heard()).not.toContain('Fluxo');
  });
});
