import { expect, test } from 'vitest';
import { saveLanguageModel } from '../../../server/platform/language-model.ts';
import { startLanguageModel } from '../../doubles/language-model.ts';
import { startApp } from '../../support/server/app.ts';
import { signIn } from '../../support/server/console.ts';
import { makeGoodAgent } from './gate-support.ts';

const honest = 'Isso eu não sei; quer que eu chame alguém da equipe?';

/** A pizzeria with a model that says the same to everything. */
async function openModelGate(answer: string | number) {
  const shop = await startApp();
  const { api, app } = shop;
  const owner = await signIn(shop);
  const id = await makeGoodAgent(api);
  const path = `/api/ai-agents/${id}/eval`;
  const model = await startLanguageModel(answer);
  const cost = async () => (await owner.get(`/owner/agents/${id}/eval/cost`)).body;
  const connect = () =>
    app.platform.write(({ db }) =>
      saveLanguageModel(db, app.platform.secrets, { baseUrl: model.baseUrl, model: 'small', key: 'sk-test' }),
    );
  return { api, id, path, model, cost, connect };
}

test('the gate runs with the model on request, after its cost was told, and stores the run without blocking', async () => {
  const { api, id, path, model, cost, connect } = await openModelGate(honest);
  expect(await cost()).toEqual({ isConfigured: false, cases: 0, tokens: 0, isMeasured: false });
  const refused = await api.post(path, { engine: 'model' });
  expect([refused.status, refused.body.code]).toEqual([409, 'model_not_configured']);
  await connect();
  const told = await cost();
  expect(told).toMatchObject({ isConfigured: true, isMeasured: false, cases: 60 });
  expect(told.tokens).toBeGreaterThan(60 * 1_000);
  expect((await api.post(path)).body).toMatchObject({ gate: { state: 'PASSED' }, modelRun: null });
  // The local run asks no model.
  expect(model.requests).toEqual([]);
  const { status, body } = await api.post(path, { engine: 'model' });
  expect(status).toBe(200);
  const { modelRun, run, gate } = body;
  expect(modelRun).toMatchObject({ engine: 'model', agentId: id, passed: expect.any(Number) });
  expect(modelRun.cases).toHaveLength(60);
  expect(modelRun.skipped).toBeGreaterThan(0);
  expect(model.requests.length).toBeGreaterThan(20);
  expect(modelRun.tokens).toBe(model.requests.length * 110);
  // Every kind of test is among them.
  const capabilities = new Set(modelRun.cases.map((entry: { capability: string }) => entry.capability));
  expect(capabilities.size).toBeGreaterThanOrEqual(10);
  expect(run.engine).toBe('local');
  expect(gate).toEqual({ state: 'PASSED', blocking: [] });
  expect(await cost()).toMatchObject({ isMeasured: true, tokens: modelRun.tokens });
  const asked = model.requests.length;
  expect((await api.post(`/api/ai-agents/${id}/publish`)).body.status).toBe('PUBLISHED');
  expect(model.requests).toHaveLength(asked);
});

test('a model that fails, or says what may not be sent, fails those cases with the answer that was given instead', async () => {
  const { api, path, connect } = await openModelGate(500);
  await connect();
  const { modelRun, gate } = (await api.post(path, { engine: 'model' })).body;
  expect(modelRun.state).toBe('FAILED');
  const failed = modelRun.cases.filter((entry: { passed: boolean }) => !entry.passed);
  expect(failed.length).toBeGreaterThan(20);
  for (const { advice, answer } of failed) {
    expect(advice).toMatch(/^O modelo de IA não deu uma resposta/);
    expect(answer).not.toBe('');
  }
  expect(gate).toEqual({ state: 'NOT_RUN', blocking: [] });
});
