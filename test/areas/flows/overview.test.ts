import { expect, test } from 'vitest';
import { hourMs, joao, keyword, maria, must, openFlows, openShop, question, say, step } from './support.ts';

test('the overview counts runs, outcomes, durations and drop-offs by day in the time zone of the shop', async () => {
  const { api, agentId, launch, says, pass } = await openFlows();
  const { body: other } = await must(api.post('/api/ai-agents', { name: 'Outra' }));
  const path = await launch([question('a', 'name', 'b'), question('b', 'age', 'c'), say('c', 'Obrigada')]);
  const broken = await launch([step('o', 'order', { items: [{ catalogItem: 'nada' }] })], keyword('quebra'));
  await says('oi');
  await says('Maria');
  await pass(hourMs);
  await says('30');
  await says('oi', joao, { name: 'João' });
  await pass(24 * hourMs);
  await says('oi');
  await says('quebra', joao);
  const { status, body } = await api.get(`/api/flows/overview?aiAgentId=${agentId}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    aiAgentId: agentId,
    timezone: 'America/Sao_Paulo',
    runs: { started: 4, completed: 1, interrupted: 0, expired: 1, failed: 1, open: 1 },
    completionRate: 1 / 3,
    averageDurationMs: Math.round((hourMs + 24 * hourMs) / 3),
    agents: [{ aiAgentId: agentId, runs: 4 }],
  });
  expect(body.days).toHaveLength(7);
  expect(body.days.slice(-2)).toEqual([
    { date: '2026-11-21', runs: 2 },
    { date: '2026-11-22', runs: 2 },
  ]);
  const [first, second] = body.flows;
  expect(first).toMatchObject({ started: 3, completed: 1 });
  expect(first.steps).toEqual([
    { stepId: 'a', type: 'ask', entered: 3, droppedOff: 1, dropOffRate: 1 / 3 },
    { stepId: 'b', type: 'ask', entered: 1, droppedOff: 0, dropOffRate: 0 },
    { stepId: 'c', type: 'message', entered: 1, droppedOff: 0, dropOffRate: 0 },
  ]);
  expect(second).toMatchObject({ started: 1, steps: [{ stepId: 'o', entered: 1, droppedOff: 1, dropOffRate: 1 }] });
  expect([path, broken].map((entry) => entry.split('/').at(-1))).toEqual([first.flowId, second.flowId]);
  await pass(7 * 24 * hourMs);
  expect((await api.get(`/api/flows/overview?aiAgentId=${agentId}`)).body).toMatchObject({
    runs: { started: 0 },
    flows: [{ started: 0 }, { started: 0 }],
  });
  const { body: nothing } = await api.get(`/api/flows/overview?aiAgentId=${other.id}`);
  expect(nothing).toMatchObject({
    runs: { started: 0, open: 0 },
    completionRate: null,
    averageDurationMs: null,
    flows: [],
  });
  expect((await api.get('/api/flows/overview?aiAgentId=agent_x')).status).toBe(404);
  expect((await api.get('/api/flows/overview')).status).toBe(400);
});

test('the runs of a flow are listed newest first, in pages and filtered by state', async () => {
  const { api, launch, says } = await openFlows();
  const path = await launch([question('a', 'name')]);
  for (let index = 0; index < 5; index++) await says('oi', `+551190000000${index}`);
  await says('Ana', '+5511900000001');
  const first = (await api.get(`${path}/runs?limit=3`)).body;
  const rest = (await api.get(`${path}/runs?limit=3&cursor=${first.nextCursor}`)).body;
  const ids = [...first.data, ...rest.data].map((run: { id: string }) => run.id);
  expect([first.data.length, rest.data.length, rest.nextCursor, new Set(ids).size]).toEqual([3, 2, null, 5]);
  expect(ids).toEqual([...ids].sort().reverse());
  expect((await api.get(`${path}/runs?state=COMPLETED`)).body.data).toMatchObject([{ variables: { name: 'Ana' } }]);
  expect((await api.get(`${path}/runs?cursor=x`)).status).toBe(400);
  expect((await api.get(`${path}/runs?state=BUSY`)).status).toBe(400);
});

test('a dry run returns the whole transcript, and sends and stores nothing', async () => {
  const { api, draft, shop, agentId, channel } = await openFlows();
  const path = await draft([
    say('a', 'Oi {{contact.firstName}}', 'w'),
    step('w', 'wait', { seconds: 3_600 }, 'q'),
    question('q', 'many', 'h', { kind: 'number', retryText: 'Número!' }),
    step('h', 'http', { url: 'https://example.com/x', map: [{ variable: 'code', path: '/code' }] }, 'o'),
    step('o', 'order', { items: [{ name: 'Pizza', unitPrice: '10', quantity: '{{many}}' }] }, 'p'),
    step('p', 'appointment', { title: 'x', text: 'Quando?', durationMinutes: 30 }, 'z'),
    say('z', 'Código {{code}}, {{nope}}'),
  ]);
  const events = (await shop.events()).length;
  const body = {
    messages: ['oi', 'dois', '2', '1'],
    contact: { name: 'Ana Paula' },
    answers: { h: { code: 'C9' } },
    at: '2026-11-21T12:00:00.000Z',
  };
  const played = await api.post(`${path}/test`, body);
  expect(played.status).toBe(200);
  expect(played.body).toMatchObject({
    triggered: true,
    state: 'COMPLETED',
    stepId: null,
    variables: { many: '2', code: 'C9' },
    problems: [{ code: 'unknown_variable' }],
  });
  const lines = played.body.transcript.map(({ from, text }: Record<string, string>) => [from, text]);
  expect(lines.slice(0, 6)).toEqual([
    ['CUSTOMER', 'oi'],
    ['FLOW', 'Oi Ana'],
    ['FLOW', 'many?'],
    ['CUSTOMER', 'dois'],
    ['FLOW', 'Número!\n\nmany?'],
    ['CUSTOMER', '2'],
  ]);
  expect(lines[6][1]).toMatch(/^http .*https:\/\/example\.com\/x/);
  expect(lines[7][1]).toMatch(/^order .*"quantity":"2"/);
  expect(lines.at(-1)).toEqual(['FLOW', 'Código C9, ']);
  expect(played.body.transcript[2].at).toBe('2026-11-21T13:00:00.000Z');
  expect(await shop.events()).toHaveLength(events);
  expect((await api.get(`${path}/runs`)).body.data).toEqual([]);
  expect((await api.get('/api/orders')).body.total).toBe(0);
  expect(await channel.phoneShows(maria)).toEqual([]);
  expect((await api.get(`/api/flows/overview?aiAgentId=${agentId}`)).body.runs.started).toBe(0);
});

test('a dry run plays changes that are not saved, tells its path, and leaves the flow as it is', async () => {
  const { api, create } = await openShop();
  const { id } = await create({ steps: [question('a', 'name')] });
  const steps = [say('hello', 'Hello', 'b'), question('b', 'age', 'c'), say('c', '{{age}}')];
  const body = { trigger: { type: 'keyword', words: ['hey'] }, steps, messages: ['hey', '7'] };
  const played = await api.post(`/api/flows/${id}/test`, body);
  expect(played.body).toMatchObject({ triggered: true, state: 'COMPLETED', path: ['hello', 'b', 'c'], problems: [] });
  expect(played.body.transcript.at(-1)).toMatchObject({ from: 'FLOW', stepId: 'c', text: '7' });
  expect((await api.post(`/api/flows/${id}/test`, { messages: ['hey'] })).body).toMatchObject({
    triggered: false,
    path: [],
  });
  expect((await api.get(`/api/flows/${id}`)).body.steps).toMatchObject([{ id: 'a' }]);
  expect((await api.post(`/api/flows/${id}/test`, { ...body, steps: [say('c', '')] })).status).toBe(400);
});

test('a dry run reports whether its message triggers the flow, and where it waits', async () => {
  const { api, create } = await openShop();
  const { id } = await create({ steps: [question('a', 'name')] });
  expect((await api.post(`/api/flows/${id}/test`, { messages: ['tchau'] })).body).toMatchObject({
    triggered: false,
    state: null,
    transcript: [{ from: 'CUSTOMER' }],
  });
  expect((await api.post(`/api/flows/${id}/test`, { messages: ['oi'] })).body).toMatchObject({
    triggered: true,
    state: 'WAITING_ANSWER',
    stepId: 'a',
  });
  const loop = await create({ steps: [{ id: 'a', type: 'go_to', config: { stepId: 'a' } }] });
  expect((await api.post(`/api/flows/${loop.id}/test`, { messages: ['oi'] })).body).toMatchObject({
    state: 'EXPIRED',
    stepCount: 500,
    problems: [{ code: 'endless_loop' }],
  });
});

test('a dry run accepts a time with more fraction digits than a clock has', async () => {
  const { api, create } = await openShop();
  const { id } = await create();
  const played = await api.post(`/api/flows/${id}/test`, { messages: ['oi'], at: '1724-04-30T21:51:03.95906990337Z' });
  expect(played).toMatchObject({ status: 200, body: { state: 'COMPLETED' } });
  expect(played.body.transcript[0].at).toBe('1724-04-30T21:51:03.959Z');
});
