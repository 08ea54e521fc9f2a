import { expect, test } from 'vitest';
import { latestGateRun } from '../../../server/areas/agents/index.ts';
import { type Client, startApp } from '../../support/server/app.ts';
import { makeAgent } from '../../support/shop/sales.ts';
import { makeTestGate } from './support.ts';

type Status = 'DRAFT' | 'PUBLISHED' | 'UNPUBLISHED' | 'ARCHIVED';

const move = (api: Client, id: string, name: string) => api.post(`/api/ai-agents/${id}/${name}`);

/** The moves from a new agent to each status. */
const waysTo: Record<Status, string[]> = {
  DRAFT: [],
  PUBLISHED: ['publish'],
  UNPUBLISHED: ['publish', 'unpublish'],
  ARCHIVED: ['archive'],
};

const allowed: Record<Status, Record<string, Status>> = {
  DRAFT: { publish: 'PUBLISHED', archive: 'ARCHIVED' },
  PUBLISHED: { unpublish: 'UNPUBLISHED', archive: 'ARCHIVED' },
  UNPUBLISHED: { publish: 'PUBLISHED', archive: 'ARCHIVED' },
  ARCHIVED: { unarchive: 'DRAFT' },
};

test('each transition of the lifecycle works, and every other is rejected with the allowed moves', async () => {
  const { api, events } = await startApp({ areas: makeTestGate().areas });
  for (const status of Object.keys(allowed) as Status[]) {
    for (const name of ['publish', 'unpublish', 'archive', 'unarchive']) {
      const id = await makeAgent(api);
      for (const step of waysTo[status]) expect((await move(api, id, step)).status).toBe(200);
      const answer = await move(api, id, name);
      const next = allowed[status][name];
      if (next) {
        expect([status, name, answer.status, answer.body.status]).toEqual([status, name, 200, next]);
      } else {
        expect(answer, `${status} ${name}`).toMatchObject({
          status: 409,
          body: { code: 'invalid_transition', agentStatus: status, allowed: Object.keys(allowed[status]) },
        });
      }
      expect((await api.get(`/api/ai-agents/${id}`)).body.status).toBe(next ?? status);
    }
  }
  expect(new Set((await events()).map((event) => event.type))).toEqual(new Set(['bot.created']));
});

test('an archived agent is not listed, and is unarchived as a draft with all its data', async () => {
  const { api } = await startApp({ areas: makeTestGate().areas });
  const id = await makeAgent(api, { faqs: [{ question: 'Pix?', answer: 'Yes' }] });
  await move(api, id, 'publish');
  await move(api, id, 'archive');
  expect((await api.get('/api/ai-agents')).body.data).toEqual([]);
  expect((await api.get('/api/ai-agents?archived=true')).body.data).toMatchObject([{ id, status: 'ARCHIVED' }]);
  await move(api, id, 'unarchive');
  expect((await api.get('/api/ai-agents')).body.data).toMatchObject([
    { id, status: 'DRAFT', faqs: [{ question: 'Pix?' }] },
  ]);
});

test('publishing runs the gate only if the agent has changed since it passed', async () => {
  const gate = makeTestGate();
  const { api } = await startApp({ areas: gate.areas });
  const id = await makeAgent(api);
  const published = await move(api, id, 'publish');
  expect(published.body).toMatchObject({ status: 'PUBLISHED', hasUntestedChanges: false });
  await move(api, id, 'unpublish');
  expect((await move(api, id, 'publish')).status).toBe(200);
  expect(gate.runs).toBe(1);
  const edited = await api.patch(`/api/ai-agents/${id}`, { tone: 'Cold' });
  expect(edited.body).toMatchObject({ status: 'PUBLISHED', tone: 'Cold', hasUntestedChanges: true });
  await move(api, id, 'unpublish');
  expect((await move(api, id, 'publish')).body.hasUntestedChanges).toBe(false);
  expect(gate.runs).toBe(2);
});

test('publishing a failing agent is rejected with the failed cases, and succeeds once it is mended', async () => {
  const gate = makeTestGate();
  const { api } = await startApp({ areas: gate.areas });
  const id = await makeAgent(api);
  gate.failing = 2;
  const refused = await move(api, id, 'publish');
  expect(refused).toMatchObject({ status: 409, body: { code: 'gate_failed', runId: expect.stringMatching(/^run_/) } });
  expect(refused.body.cases).toMatchObject([
    { id: 'unknown/plain/0', passed: false, answer: 'Yes, two of them', advice: 'Set a fallback message' },
    { id: 'unknown/plain/1', passed: false },
  ]);
  expect((await api.get(`/api/ai-agents/${id}`)).body).toMatchObject({ status: 'DRAFT', hasUntestedChanges: true });
  gate.failing = 0;
  expect((await move(api, id, 'publish')).body.status).toBe('PUBLISHED');
});

test('an agent that is changed, archived or deleted during its gate run is not published', async () => {
  const gate = makeTestGate();
  const { api } = await startApp({ areas: gate.areas });
  const id = await makeAgent(api);
  const path = `/api/ai-agents/${id}`;
  gate.meanwhile = () => api.patch(path, { tone: 'Rude' });
  const refused = await move(api, id, 'publish');
  expect(refused).toMatchObject({ status: 409, body: { code: 'gate_failed', cases: [] } });
  expect((await api.get(path)).body).toMatchObject({ status: 'DRAFT', hasUntestedChanges: true });
  gate.meanwhile = () => move(api, id, 'archive');
  expect(await move(api, id, 'publish')).toMatchObject({ status: 409, body: { agentStatus: 'ARCHIVED' } });
  await move(api, id, 'unarchive');
  await api.patch(path, { tone: 'Warm' });
  gate.meanwhile = () => api.delete(path);
  expect((await move(api, id, 'publish')).status).toBe(404);
});

test('one of two simultaneous publications succeeds, and the other is rejected', async () => {
  const { api } = await startApp({ areas: makeTestGate().areas });
  const id = await makeAgent(api);
  const answers = await Promise.all([move(api, id, 'publish'), move(api, id, 'publish')]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  expect((await api.get(`/api/ai-agents/${id}`)).body.status).toBe('PUBLISHED');
});

test("every change of an agent's sources is untested, and undoing it makes the earlier run valid again", async () => {
  const gate = makeTestGate();
  const { api } = await startApp({ areas: gate.areas });
  const id = await makeAgent(api, { faqs: [{ question: 'Pix?', answer: 'Yes' }] });
  const path = `/api/ai-agents/${id}`;
  const { body: agent } = await api.get(path);
  const { body: item } = await api.post(`${path}/catalog-items`, { name: 'Pizza', price: 45 });
  const faq = agent.faqs[0].id;
  const changes: [string, () => Promise<unknown>][] = [
    ['configuration', () => api.patch(path, { tone: 'Cold' })],
    ['rule', () => api.patch(`${path}/rules`, { add: { kind: 'must', text: 'Greet' } })],
    ['FAQ added', () => api.post(`${path}/faq`, { question: 'Where?', answer: 'Here' })],
    ['FAQ changed', () => api.patch(`${path}/faq/${faq}`, { answer: 'No' })],
    ['FAQ deleted', () => api.delete(`${path}/faq/${faq}`)],
    ['item added', () => api.post(`${path}/catalog-items`, { name: 'Cola', price: 5 })],
    ['item changed', () => api.patch(`${path}/catalog-items/${item.id}`, { price: 50 })],
    ['item deleted', () => api.delete(`${path}/catalog-items/${item.id}`)],
    ['template', () => api.post(`${path}/apply-template`, { templateId: 'pizzeria-pt' })],
  ];
  for (const [what, change] of changes) {
    await move(api, id, 'publish');
    const runs = gate.runs;
    await change();
    expect((await api.get(path)).body, what).toMatchObject({ status: 'PUBLISHED', hasUntestedChanges: true });
    await move(api, id, 'unpublish');
    await move(api, id, 'publish');
    expect(gate.runs, what).toBe(runs + 1);
    await move(api, id, 'unpublish');
  }
  const runs = gate.runs;
  await api.patch(path, { tone: 'Rude' });
  await move(api, id, 'publish');
  await move(api, id, 'unpublish');
  await api.patch(path, { tone: 'Cold' });
  await api.patch(path, { tone: 'Rude' });
  expect((await move(api, id, 'publish')).status).toBe(200);
  expect(gate.runs).toBe(runs + 1);
});

test('a change of a hash part of another area makes a run stale', async () => {
  const gate = makeTestGate();
  let knowledge = 'We open at nine';
  const hashPart = { name: 'test', title: 'Test', provides: { hashPart: [async () => knowledge] } };
  const { api } = await startApp({ areas: [...gate.areas, hashPart] });
  const id = await makeAgent(api);
  await move(api, id, 'publish');
  await move(api, id, 'unpublish');
  knowledge = 'We open at ten';
  await move(api, id, 'publish');
  expect(gate.runs).toBe(2);
});

test('the ten newest gate runs of an agent are kept', async () => {
  const gate = makeTestGate();
  const { api, app, workspace } = await startApp({ areas: gate.areas });
  const id = await makeAgent(api);
  gate.failing = 1;
  for (let run = 0; run < 12; run++) await move(api, id, 'publish');
  const kept = await app.platform.database.read.selectFrom('gate_runs').select('id').orderBy('id').execute();
  expect(kept).toHaveLength(10);
  const latest = await latestGateRun(app.platform.database.read, workspace.id, id);
  expect(latest).toMatchObject({ id: kept.at(-1)?.id, state: 'FAILED', passed: 2, failed: 1 });
});

test('an agent of another workspace cannot change its status', async () => {
  const { api, otherWorkspace } = await startApp({ areas: makeTestGate().areas });
  const id = await makeAgent(api);
  const other = await otherWorkspace();
  for (const name of ['publish', 'unpublish', 'archive', 'unarchive']) {
    expect((await move(other, id, name)).status).toBe(404);
  }
  expect((await api.get(`/api/ai-agents/${id}`)).body.status).toBe('DRAFT');
});
