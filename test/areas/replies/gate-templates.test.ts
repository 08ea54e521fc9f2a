import { expect, test } from 'vitest';
import { agentTemplates } from '../../../server/areas/agents/agent-templates.ts';
import { startApp } from '../../support/app.ts';
import { makeAgent } from '../../support/sales.ts';

/** The moments at which a run must have the same outcome: when the shops are open, and in the night. */
test('an agent with any shipped template applied passes as it stands, in every language', async () => {
  const { api } = await startApp();
  const failed: unknown[] = [];
  for (const { id: templateId, language } of agentTemplates) {
    const id = await makeAgent(api, { templateId, language });
    const { status, body } = await api.post(`/api/ai-agents/${id}/eval`);
    expect([templateId, status]).toEqual([templateId, 200]);
    expect(body.run.cases.length).toBeGreaterThan(50);
    for (const { id: at, message, answer, advice } of body.gate.blocking)
      failed.push({ templateId, at, message, answer, advice });
    if (body.gate.state === 'PASSED') {
      expect((await api.post(`/api/ai-agents/${id}/publish`)).body.status, templateId).toBe('PUBLISHED');
    }
  }
  expect(failed).toEqual([]);
}, 60_000);
