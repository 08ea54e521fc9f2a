import { expect, test } from 'vitest';
import { openWorkspace } from '../../support/server/app.ts';
import { openConsole } from '../../support/server/console.ts';
import { makeAgent } from '../../support/shop/sales.ts';
import { makeGoodAgent } from './gate-support.ts';

test('evaluations of the same agent at once are one run, which publishing shares', async () => {
  const { api, app } = await openWorkspace();
  const path = `/api/ai-agents/${await makeGoodAgent(api)}`;
  const answers = await Promise.all([
    ...Array.from({ length: 40 }, () => api.post(`${path}/eval`)),
    api.post(`${path}/publish`),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const runs = new Set(answers.slice(0, 40).map(({ body }) => body.run.id));
  expect(runs.size).toBe(1);
  const stored = await app.platform.database.read
    .selectFrom('gate_runs')
    .select('id')
    .where('agent_id', '=', path.split('/')[3] as string)
    .execute();
  expect(stored.map(({ id }) => id)).toEqual([...runs]);
});

test('an evaluation after a change never shares the run from before it', async () => {
  const { api } = await openWorkspace();
  const path = `/api/ai-agents/${await makeGoodAgent(api)}`;
  const first = api.post(`${path}/eval`);
  await api.patch(path, { greetingMessage: 'Olá! Em que posso ajudar?' });
  const second = await api.post(`${path}/eval`);
  expect(second.body.gate.state).toBe('PASSED');
  expect((await first).status).toBe(200);
});

test('evaluations of many agents take turns; those beyond the queue are refused with the time to wait', async () => {
  const { api } = await openWorkspace();
  const agents = await Promise.all(Array.from({ length: 30 }, () => makeAgent(api)));
  const answers = await Promise.all(agents.map((id) => api.post(`/api/ai-agents/${id}/eval`)));
  const refused = answers.filter(({ status }) => status === 503);
  expect(answers.filter(({ status }) => status === 200).length + refused.length).toBe(30);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers, body } of refused) {
    expect([body.code, headers.get('retry-after')]).toEqual(['unavailable', '10']);
  }
  // There is room again once they are done.
  expect((await api.post(`/api/ai-agents/${agents[0]}/eval`)).status).toBe(200);
});

test('a key’s evaluations delay a person’s by one turn', async () => {
  const shop = await openWorkspace();
  const [own, ...agents] = await Promise.all(Array.from({ length: 16 }, () => makeAgent(shop.api)));
  const owner = await openConsole(shop);
  let done = 0;
  const ofKey = agents.map(async (id) => {
    await shop.api.post(`/api/ai-agents/${id}/eval`);
    done += 1;
  });
  await ofKey[0];
  expect((await owner.post(`/api/ai-agents/${own}/eval`)).status).toBe(200);
  expect(done).toBeLessThan(8);
  await Promise.all(ofKey);
});

test('an evaluation lets other work run between its cases', async () => {
  const { api } = await openWorkspace();
  const id = await makeGoodAgent(api);
  // The first run loads the data that later runs need, in parts.
  await api.post(`/api/ai-agents/${id}/eval`);
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  count();
  const { body } = await api.post(`/api/ai-agents/${id}/eval`);
  isOver = true;
  const asked = body.run.cases.filter(({ message }: { message: string }) => message);
  expect(asked.length).toBeGreaterThan(40);
  expect(turns).toBeGreaterThanOrEqual(asked.length);
});
