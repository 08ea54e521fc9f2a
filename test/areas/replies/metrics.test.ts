import { expect, test } from 'vitest';
import { openAnsweringShop } from './support.ts';

const faqs = [{ question: 'Tem estacionamento?', answer: 'Sim, na rua de trás.' }];
const order = (aiAgentId: string) => ({
  aiAgentId,
  clientName: 'Maria',
  clientPhone: '+5511987654321',
  items: [{ name: 'Pizza', quantity: 2, unitPrice: 49.9 }],
  total: 99.8,
});

test('the metrics of an agent cover seven days in the time zone of the workspace', async () => {
  const shop = await openAnsweringShop({ draft: { faqs }, behavior: { debounceMs: 1_500, handoffAfterMisses: 2 } });
  const other = '+5511987650001';
  const ask = async (text: string, from?: string) => {
    await shop.say(text, from);
    await shop.settle();
    shop.clock.advance(1_500);
    await shop.settle();
  };
  const path = `/api/ai-agents/${shop.agentId}/metrics`;
  const empty = (await shop.api.get(path)).body;
  expect(empty).toMatchObject({ conversations: 0, automationRate: null, fallbackRate: null, topUnanswered: [] });
  expect(empty.firstReply).toEqual({ p50Ms: null, p95Ms: null });

  await ask('Tem estacionamento?');
  await ask('Vendem guarda-chuva?');
  await ask('quero falar com um atendente', other);
  await ask('VENDEM guarda chuva', '+5511987650002');
  const third = await shop.conversation('+5511987650002');
  await shop.api.post(`/api/conversations/${third.id}/messages`, { content: 'Oi, sou a Ana' });
  // An order that a person enters is not a sale of the agent.
  await shop.api.post('/api/orders', order(shop.agentId));
  await shop.settle();

  const { body } = await shop.api.get(path);
  expect(body).toMatchObject({
    agentId: shop.agentId,
    from: '2026-11-15',
    to: '2026-11-21',
    timezone: 'America/Sao_Paulo',
    conversations: 3,
    replies: 4,
    automationRate: 0.333,
    handoffs: { total: 2, byReason: { asked: 1, human_reply: 1 } },
    fallbackRate: 0.5,
    topUnanswered: [{ count: 2 }],
    sales: { count: 0, total: 0 },
    appointments: 0,
  });
  expect(body.topUnanswered[0].question.toLowerCase()).toContain('guarda');
  expect(body.firstReply.p50Ms).toBeGreaterThan(1_000);
  expect(body.firstReply.p95Ms).toBeLessThanOrEqual(2_000);
  expect(body.daily).toHaveLength(7);
  expect(body.daily.at(-1)).toEqual({ day: '2026-11-21', conversations: 3, replies: 4 });

  // Half past midnight in São Paulo is the next day, on which the same conversation counts again.
  shop.clock.advance(4.5 * 3_600_000);
  await ask('Tem estacionamento?');
  const next = (await shop.api.get(path)).body;
  expect(next.daily.slice(-2)).toEqual([
    { day: '2026-11-21', conversations: 3, replies: 4 },
    { day: '2026-11-22', conversations: 1, replies: 1 },
  ]);
  shop.clock.advance(6 * 24 * 3_600_000);
  const later = (await shop.api.get(path)).body;
  expect(later).toMatchObject({
    conversations: 1,
    replies: 1,
    topUnanswered: [],
    handoffs: { total: 0, byReason: {} },
  });
  shop.clock.advance(24 * 3_600_000);
  expect((await shop.api.get(path)).body).toMatchObject({ conversations: 0, replies: 0 });
});

test('the overview totals all agents, including archived ones, and lists those that are not archived', async () => {
  const shop = await openAnsweringShop({ draft: { faqs } });
  await shop.ask('Tem estacionamento?');
  const idle = (await shop.api.post('/api/ai-agents', { name: 'Reserva' })).body.id;
  const { body } = await shop.api.get('/api/ai-agents/overview');
  expect(body.team).toMatchObject({ conversations: 1, replies: 1, automationRate: 1 });
  expect(body.agents).toMatchObject([
    { agentId: shop.agentId, name: 'Bia', status: 'PUBLISHED', replies: 1 },
    { agentId: idle, name: 'Reserva', status: 'DRAFT', replies: 0 },
  ]);
  await shop.api.post(`/api/ai-agents/${shop.agentId}/archive`);
  const after = (await shop.api.get('/api/ai-agents/overview')).body;
  expect(after.team.replies).toBe(1);
  expect(after.agents).toHaveLength(1);
  const stranger = await shop.shop.otherWorkspace();
  expect((await stranger.get('/api/ai-agents/overview')).body).toMatchObject({ team: { replies: 0 }, agents: [] });
  expect((await stranger.get(`/api/ai-agents/${shop.agentId}/metrics`)).status).toBe(404);
});

test('the flow options list the flows of an agent for each of its active channels', async () => {
  const flow = { id: 'flow_test', name: 'Boas-vindas', status: 'ACTIVE', active: true };
  const asked: string[] = [];
  const listFlows = async (_db: unknown, _workspaceId: string, agentId: string) => {
    asked.push(agentId);
    return [flow];
  };
  const shop = await openAnsweringShop({ draft: { faqs }, provides: { flowOptions: [listFlows] } });
  const path = `/api/ai-agents/${shop.agentId}/channel-flow-options`;
  const { body } = await shop.api.get(path);
  expect(body.data).toMatchObject([{ channelId: shop.channel.id, channelName: 'Shop' }]);
  expect(body.data[0].flows).toContainEqual(flow);
  expect(asked).toEqual([shop.agentId]);
  await shop.api.post(`/api/channels/${shop.channel.id}/deactivate`);
  expect((await shop.api.get(path)).body.data).toEqual([]);
  expect((await shop.api.get('/api/ai-agents/agent_none/channel-flow-options')).status).toBe(404);
});
