import { expect, test } from 'vitest';
import { agentTemplates } from '../../../server/areas/agents/templates/agent-templates.ts';
import { startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { makeAgent } from '../../support/shop/sales.ts';

test.each([
  ['a Wednesday afternoon', '2026-11-25T18:00:00.000Z'],
  ['Sunday at three in the morning', '2026-11-22T06:00:00.000Z'],
])('an agent from any shipped template passes the gate in every language: %s', async (_when, start) => {
  const { api } = await startApp({ clock: new ManualClock(start) });
  for (const { id: templateId, language } of agentTemplates) {
    const path = `/api/ai-agents/${await makeAgent(api, { templateId, language })}`;
    const { body } = await api.post(`${path}/eval`);
    expect([templateId, body.gate]).toEqual([templateId, { state: 'PASSED', blocking: [] }]);
    expect(body.run.cases.length, templateId).toBeGreaterThan(50);
    expect((await api.post(`${path}/publish`)).body.status, templateId).toBe('PUBLISHED');
  }
});
