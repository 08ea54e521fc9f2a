import { expect, test } from 'vitest';
import { openWorkspace, startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { faultsOf, makeAgent } from '../../support/shop/sales.ts';

const hours = {
  days: {
    mon: [
      { from: '08:00', to: '12:00' },
      { from: '13:30', to: '18:00' },
    ],
    fri: [{ from: '20:00', to: '02:00' }],
  },
  exceptions: [
    { date: '2026-12-25', closed: true },
    { date: '2026-12-24', ranges: [{ from: '08:00', to: '12:00' }] },
  ],
};

test('an agent is created as a draft with defaults, and emits bot.created', async () => {
  const { api, events } = await startApp({ clock: new ManualClock() });
  const created = await api.post('/api/ai-agents', { name: '  Bia  ' });
  expect(created.status).toBe(201);
  const at = '2026-11-21T12:00:00.000Z';
  expect(created.body).toEqual({
    id: expect.stringMatching(/^agent_[0-9a-z]{26}$/),
    name: 'Bia',
    agentType: 'STANDARD',
    description: null,
    language: 'pt',
    tone: null,
    greetingMessage: null,
    fallbackMessage: null,
    outOfHoursMessage: null,
    businessHours: null,
    services: [],
    rules: [],
    behavior: {
      debounceMs: 3000,
      maxRepliesPerHour: 60,
      handoffKeywords: [],
      handoffAfterMisses: 3,
      answerThreshold: 0.65,
      topK: 5,
      appointmentReminderMinutes: 0,
      model: null,
      temperature: 0.2,
      changesAtOnce: true,
    },
    functionKey: null,
    templateId: null,
    faqs: [],
    status: 'DRAFT',
    hasUntestedChanges: true,
    hasUnpublishedChanges: false,
    version: 'draft',
    createdAt: at,
    updatedAt: at,
  });
  expect(await events()).toMatchObject([{ type: 'bot.created', data: created.body, previous: null }]);
  expect((await api.get(`/api/ai-agents/${created.body.id}`)).body).toEqual(created.body);
});

test('hours, services, rules and FAQs keep their order, and a response can be sent back', async () => {
  const { api } = await openWorkspace();
  const { status, body: agent } = await api.post('/api/ai-agents', {
    name: 'Bia',
    businessHours: hours,
    services: [{ id: 'cut', name: 'Corte', durationMinutes: 45, price: 59.9 }, { name: 'Barba' }],
    rules: {
      items: [
        { kind: 'must_not', text: 'Never promise a discount', order: 5 },
        { kind: 'must', text: 'Greet', order: 1 },
      ],
    },
    faqs: [
      { question: 'Where?', answer: 'Rua das Flores, 7', order: 2 },
      { question: 'Pix?', answer: 'Yes', order: 0 },
    ],
  });
  expect(status).toBe(201);
  expect(agent.businessHours).toEqual({
    timezone: null,
    days: { ...hours.days, tue: [], wed: [], thu: [], sat: [], sun: [] },
    exceptions: [
      { date: '2026-12-25', closed: true, ranges: [] },
      { date: '2026-12-24', closed: false, ranges: [{ from: '08:00', to: '12:00' }] },
    ],
  });
  expect(agent.services).toMatchObject([
    { id: 'cut', name: 'Corte', description: null, durationMinutes: 45, price: 59.9 },
    { id: expect.stringMatching(/^svc_/), durationMinutes: null, price: null },
  ]);
  expect(agent.rules).toMatchObject([
    { kind: 'must', active: true, order: 0 },
    { kind: 'must_not', active: true, order: 1 },
  ]);
  expect(agent.faqs).toMatchObject([
    { question: 'Pix?', order: 0 },
    { question: 'Where?', order: 1 },
  ]);
  const { businessHours, services, rules, behavior } = agent;
  const again = await api.patch(`/api/ai-agents/${agent.id}`, { businessHours, services, rules, behavior });
  expect(again.body).toEqual({ ...agent, updatedAt: again.body.updatedAt });
});

test('a rejected configuration names the field of every error', async () => {
  const { api, events } = await openWorkspace();
  const refused = await api.post('/api/ai-agents', {
    name: 'Bia',
    businessHours: {
      timezone: 'Mars/Olympus',
      days: { mon: [{ from: '8:00', to: '25:00' }], tue: [{ from: '08:00', to: '08:00' }], someday: [] },
      exceptions: [{ date: '2026-02-30', closed: true }, { date: '2026-12-25' }],
    },
    services: [{ name: 'Corte', durationMinutes: 0, price: 1.234, colour: 'red' }],
    rules: { items: [{ kind: 'perhaps', text: ' ' }] },
    behavior: { topK: 0, mood: 'good' },
    faqs: [{ question: '', answer: 'Yes' }],
    surprise: 1,
  });
  expect(refused.status).toBe(400);
  expect(new Set(faultsOf(refused))).toEqual(
    new Set([
      'body.businessHours.timezone',
      'body.businessHours.days.mon[0].from',
      'body.businessHours.days.mon[0].to',
      'body.businessHours.days.tue[0].to',
      'body.businessHours.days.someday',
      'body.businessHours.exceptions[0].date',
      'body.businessHours.exceptions[1].ranges',
      'body.services[0].durationMinutes',
      'body.services[0].price',
      'body.services[0].colour',
      'body.rules.items[0].kind',
      'body.rules.items[0].text',
      'body.behavior.topK',
      'body.behavior.mood',
      'body.faqs[0].question',
      'body.surprise',
    ]),
  );
  expect(await events()).toEqual([]);
});

test('a duplicate id, a duplicate exception date and too many FAQs are rejected', async () => {
  const { api } = await openWorkspace();
  const twice = { date: '2026-12-25', closed: true };
  const refused = await api.post('/api/ai-agents', {
    name: 'Bia',
    businessHours: { days: {}, exceptions: [twice, twice] },
    services: [
      { id: 'a', name: 'A' },
      { id: 'a', name: 'B' },
    ],
    rules: {
      items: [
        { id: 'r', kind: 'must', text: 'A' },
        { id: 'r', kind: 'info', text: 'B' },
      ],
    },
    faqs: Array.from({ length: 201 }, () => ({ question: 'Q', answer: 'A' })),
  });
  expect(faultsOf(refused).sort()).toEqual([
    'body.businessHours.exceptions[1].date',
    'body.faqs',
    'body.rules.items[1].id',
    'body.services[1].id',
  ]);
});

test('an unknown template is rejected', async () => {
  const { api, events } = await openWorkspace();
  const refused = await api.post('/api/ai-agents', { name: 'Bia', templateId: 'nothing' });
  expect(refused).toMatchObject({ status: 400, body: { code: 'unknown_reference' } });
  expect(faultsOf(refused)).toEqual(['body.templateId']);
  expect(await events()).toEqual([]);
});

test('an agent beyond the quota of the workspace is rejected', async () => {
  const { api, app, workspace, events } = await openWorkspace();
  await app.platform.write(({ db }) =>
    db.updateTable('workspaces').set({ limits: '{"agents":1}' }).where('id', '=', workspace.id).execute(),
  );
  await makeAgent(api);
  const refused = await api.post('/api/ai-agents', { name: 'One more' });
  expect(refused).toMatchObject({ status: 403, body: { code: 'quota_exceeded' } });
  expect(await events('bot.created')).toHaveLength(1);
});

test('a change replaces the given fields, resets fields that are null and keeps the rest', async () => {
  const { api } = await openWorkspace();
  const id = await makeAgent(api, { tone: 'Warm', businessHours: hours, behavior: { topK: 9, debounceMs: 0 } });
  const changed = await api.patch(`/api/ai-agents/${id}`, {
    language: 'es',
    behavior: { topK: 2 },
    businessHours: null,
  });
  expect(changed.body).toMatchObject({
    name: 'Bia',
    tone: 'Warm',
    language: 'es',
    businessHours: null,
    behavior: { topK: 2, debounceMs: 3000 },
    hasUntestedChanges: true,
  });
  const reset = await api.patch(`/api/ai-agents/${id}`, { tone: null, behavior: null, services: null, rules: null });
  expect(reset.body).toMatchObject({ tone: null, behavior: { topK: 5 }, services: [], rules: [], language: 'es' });
  expect((await api.patch(`/api/ai-agents/${id}`, { language: null })).status).toBe(400);
});

test('a change with a stale If-Match is rejected', async () => {
  const { api } = await openWorkspace();
  const id = await makeAgent(api);
  const { headers } = await api.get(`/api/ai-agents/${id}`);
  const stale = { headers: { 'if-match': headers.get('etag') ?? '' } };
  expect((await api.patch(`/api/ai-agents/${id}`, { tone: 'Warm' }, stale)).status).toBe(200);
  expect((await api.patch(`/api/ai-agents/${id}`, { tone: 'Cold' }, stale)).status).toBe(412);
  expect((await api.get(`/api/ai-agents/${id}`)).body.tone).toBe('Warm');
});

test('agents are found by part of their name regardless of accents and case, and archived ones are listed separately', async () => {
  const { api, app } = await openWorkspace();
  await makeAgent(api, { name: 'João da Pizza' });
  const archived = await makeAgent(api, { name: 'Salão' });
  await app.platform.write(({ db }) =>
    db.updateTable('ai_agents').set({ status: 'ARCHIVED' }).where('id', '=', archived).execute(),
  );
  const names = async (query: string) =>
    (await api.get(`/api/ai-agents${query}`)).body.data.map((agent: { name: string }) => agent.name);
  expect(await names('')).toEqual(['João da Pizza']);
  expect(await names('?search=JOAO')).toEqual(['João da Pizza']);
  expect(await names('?search=salao')).toEqual([]);
  expect(await names('?archived=true')).toEqual(['Salão']);
  expect(await names('?archived=true&search=pizza')).toEqual([]);
  expect((await api.get('/api/ai-agents?archived=maybe')).status).toBe(400);
});

test('an agent is invisible to another workspace', async () => {
  const { api, otherWorkspace } = await openWorkspace();
  const id = await makeAgent(api);
  const other = await otherWorkspace();
  expect((await other.get('/api/ai-agents')).body.data).toEqual([]);
  expect((await other.get(`/api/ai-agents/${id}`)).status).toBe(404);
  expect((await other.patch(`/api/ai-agents/${id}`, { name: 'Mine' })).status).toBe(404);
  expect((await api.get(`/api/ai-agents/${id}`)).body.name).toBe('Bia');
});
