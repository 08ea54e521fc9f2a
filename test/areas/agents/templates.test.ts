import { expect, test } from 'vitest';
import { agentTemplates } from '../../../server/areas/agents/templates/agent-templates.ts';
import { openWorkspace } from '../../support/server/app.ts';
import { faultsOf, makeAgent } from '../../support/shop/sales.ts';

const languages = ['pt', 'en', 'es'];

test('twelve segments exist in three languages each, and no text is a copy', async () => {
  const { api } = await openWorkspace();
  const { status, body } = await api.get('/api/ai-agents/templates');
  expect(status).toBe(200);
  const segments = Map.groupBy(body.data, (entry: { segment: string }) => entry.segment);
  expect(segments.size).toBe(12);
  for (const [segment, variants] of segments) {
    expect(variants).toMatchObject(languages.map((language) => ({ id: `${segment}-${language}`, language })));
  }
  const questions = body.data.flatMap((entry: { faqs: { answer: string }[] }) => entry.faqs.map((faq) => faq.answer));
  expect(new Set(questions).size).toBe(questions.length);
});

test('every template can be applied, and its response can be sent back', async () => {
  const { api } = await openWorkspace();
  const id = await makeAgent(api, { name: 'Bia', faqs: [{ question: 'Old?', answer: 'Old' }] });
  const path = `/api/ai-agents/${id}`;
  const { body: listed } = await api.get('/api/ai-agents/templates');
  expect(listed.data).toHaveLength(36);
  const { body: functions } = await api.get('/api/ai-agents/functions');
  const keys = functions.data.flatMap((sector: { roles: { key: string }[] }) => sector.roles.map((role) => role.key));
  for (const { id: templateId, segment, name, ...template } of listed.data) {
    const { status, body } = await api.post(`${path}/apply-template`, { templateId });
    expect([templateId, status]).toEqual([templateId, 200]);
    expect(body).toMatchObject({ ...template, name: 'Bia', templateId, hasUntestedChanges: true });
    expect(body.faqs.length, templateId).toBe(template.faqs.length);
    expect(keys).toContain(body.functionKey);
    const { businessHours, services, rules, behavior } = body;
    expect((await api.patch(path, { businessHours, services, rules, behavior })).body.rules).toEqual(rules);
  }
});

test('every template has rules of each kind, at least eight FAQs, hours and no prices', () => {
  for (const template of agentTemplates) {
    const kinds = new Set(template.rules.map((rule) => rule.kind));
    expect([template.id, kinds.size]).toEqual([template.id, 4]);
    expect(template.faqs.length, template.id).toBeGreaterThanOrEqual(8);
    expect(new Set(template.faqs.map((faq) => faq.question)).size).toBe(template.faqs.length);
    expect(Object.values(template.businessHours.days).flat().length).toBeGreaterThan(0);
    expect(JSON.stringify(template), template.id).not.toMatch(/[$€£]|\b(reais|dólares|dollars|euros|pesos)\b/i);
  }
});

test('a new agent takes its template, and given fields take precedence', async () => {
  const { api, events } = await openWorkspace();
  const plain = await api.post('/api/ai-agents', { name: 'Bia', templateId: 'salon-es' });
  expect(plain.status).toBe(201);
  expect(plain.body).toMatchObject({ language: 'es', templateId: 'salon-es', functionKey: 'scheduling.appointments' });
  expect(plain.body.faqs.length).toBeGreaterThanOrEqual(8);
  const own = await api.post('/api/ai-agents', {
    name: 'Ana',
    templateId: 'salon-es',
    language: 'en',
    tone: 'Mine',
    services: [],
    faqs: [{ question: 'Q', answer: 'A' }],
  });
  expect(own.body).toMatchObject({ language: 'en', tone: 'Mine', services: [], faqs: [{ question: 'Q' }] });
  expect(own.body.greetingMessage).toBe(plain.body.greetingMessage);
  expect(await events('bot.created')).toMatchObject([{ data: plain.body }, { data: own.body }]);
});

test('an unknown template is rejected and the agent stays as it was', async () => {
  const { api, otherWorkspace } = await openWorkspace();
  const id = await makeAgent(api, { tone: 'Mine', faqs: [{ question: 'Q', answer: 'A' }] });
  const { body: before } = await api.get(`/api/ai-agents/${id}`);
  const path = `/api/ai-agents/${id}/apply-template`;
  const refused = await api.post(path, { templateId: 'nothing' });
  expect(refused).toMatchObject({ status: 404, body: { code: 'unknown_reference' } });
  expect(faultsOf(refused)).toEqual(['body.templateId']);
  expect((await api.post(path, { templateId: '' })).status).toBe(400);
  expect((await (await otherWorkspace()).post(path, { templateId: 'salon-pt' })).status).toBe(404);
  expect((await api.get(`/api/ai-agents/${id}`)).body).toEqual(before);
});
