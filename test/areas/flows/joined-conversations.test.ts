import { expect, test } from 'vitest';
import type { VendorEvent } from '../../../server/areas/channels/index.ts';
import { type FlowShop, keyword, maria, openFlows, question, say, step } from './support.ts';

const hidden = { addresses: [{ kind: 'lid' as const, value: '77001' }], name: null };
const steps = [question('ask', 'nome', 'end'), say('end', 'Prazer, {{nome}}')];

/** Delivers events of a vendor that knows the customer only by a linked id until it reports the number. */
async function report({ shop, channel, rest }: FlowShop, ...events: VendorEvent[]): Promise<void> {
  const { platform } = shop.app;
  const row = await platform.database.read
    .selectFrom('channels')
    .select(['id', 'workspace_id as workspaceId', 'provider', 'name'])
    .where('id', '=', channel.id)
    .executeTakeFirstOrThrow();
  await platform.services.channelHub.inbox.receive(row, events);
  await rest();
}

const writes = (shop: FlowShop, content: string, id: string): Promise<void> =>
  report(shop, {
    kind: 'message',
    providerEventId: id,
    providerMessageId: id,
    from: hidden,
    type: 'TEXT',
    content,
    media: null,
    replyTo: null,
    at: shop.clock.now().toISOString(),
  });

/** The vendor reports the number behind the linked id. */
const reportNumber = (shop: FlowShop): Promise<void> => {
  const person = { addresses: [...hidden.addresses, { kind: 'phone' as const, value: maria }], name: null };
  const at = new Date().toISOString();
  return report(shop, { kind: 'identity', evidence: 'mapping', providerEventId: 'told', person, at });
};

const conversations = async ({ api }: FlowShop): Promise<number> => (await api.get('/api/conversations')).body.total;

test('a waiting run continues when its conversation is joined with that of a known contact', async () => {
  const shop = await openFlows();
  await shop.says('bom dia');
  const path = await shop.launch(steps);
  await writes(shop, 'oi', 'hidden-1');
  expect(await shop.runs(path)).toMatchObject([{ state: 'WAITING_ANSWER' }]);
  await reportNumber(shop);
  expect(await conversations(shop)).toBe(1);
  await shop.says('Ana');
  expect(await shop.runs(path)).toMatchObject([{ state: 'COMPLETED', conversationId: await shop.conversationId() }]);
  const { body } = await shop.api.get(`/api/conversations/${await shop.conversationId()}`);
  expect(body.lastMessage.content).toBe('Prazer, Ana');
});

test('the run of the known contact continues when both joined conversations have a waiting run', async () => {
  const shop = await openFlows();
  const greeted = await shop.launch(steps, keyword('oi'));
  const other = await shop.launch(steps, keyword('pedido'));
  await shop.says('pedido');
  await writes(shop, 'oi', 'hidden-1');
  await reportNumber(shop);
  expect(await shop.runs(greeted)).toMatchObject([{ state: 'INTERRUPTED', reason: { code: 'conversation_joined' } }]);
  await shop.says('Ana');
  expect(await shop.runs(other)).toMatchObject([{ state: 'COMPLETED' }]);
});

test('steps make a lead and a card of a customer without a number, who are the known contact’s after the join', async () => {
  const shop = await openFlows();
  const { api, agentId } = shop;
  await shop.says('bom dia');
  const { body: known } = await api.post('/api/leads', { aiAgentId: agentId, phone: maria, tags: ['a'] });
  const [pipeline] = (await api.get('/api/crm/pipelines')).body.data;
  const stageId = pipeline.stages[0].id;
  const path = await shop.launch([
    step('l', 'lead', { name: 'Nina', tags: ['b'] }, 'c'),
    step('c', 'crm_card', { action: 'create', pipelineId: pipeline.id, stageId, title: '{{contact.phone}}' }),
  ]);
  await writes(shop, 'oi', 'hidden-1');
  expect(await shop.runs(path)).toMatchObject([{ state: 'COMPLETED' }]);
  expect((await api.get('/api/leads')).body.data).toMatchObject([{ phone: null, name: 'Nina' }, { phone: maria }]);
  const cards = async () => (await api.get(`/api/crm/stages/${stageId}/cards`)).body.data;
  expect(await cards()).toMatchObject([{ title: 'Card', contactPhone: null, contactId: expect.any(String) }]);
  await reportNumber(shop);
  expect((await api.get('/api/leads')).body.data).toMatchObject([
    { id: known.id, phone: maria, name: 'Nina', tags: ['a', 'b'] },
  ]);
  expect(await cards()).toMatchObject([{ contactPhone: maria, contactId: known.contactId }]);
});
