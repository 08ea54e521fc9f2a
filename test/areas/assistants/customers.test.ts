import { expect, test } from 'vitest';
import { described } from '../../support/contract/contract.ts';
import { sampleBody, sampleQuery } from '../../support/contract/sample-body.ts';
import { startApp } from '../../support/server/app.ts';
import { openAssistant } from '../../support/shop/assistant.ts';
import { keyword, openFlows, say } from '../flows/support.ts';

const writes = described
  .map(({ route, ...rest }) => ({ route, method: route.split(' ')[0], ...rest }))
  .filter(({ method }) => method !== 'GET');
const idsOf = (rule: string): string[] =>
  writes
    .filter(({ operation }) => operation['x-assistants'] === rule)
    .map(({ operation }) => operation.operationId)
    .sort();

test('each write of the document says whether an assistant without permission may call it, and is refused unless it says so', async () => {
  const shop = await startApp();
  const assistant = await openAssistant(shop, { mayWriteToCustomers: false, mayDelete: true });
  const found: Record<string, string> = {};
  const expected: Record<string, string> = {};
  for (const { method, path, route, operation } of writes) {
    const { operationId: id, requestBody, 'x-assistants': rule } = operation;
    if (requestBody?.content['multipart/form-data']) continue;
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'nothing']);
    const parameters = { ...Object.fromEntries(names), ...Object.fromEntries(new URLSearchParams(sampleQuery(route))) };
    const input = { operationId: id, parameters, ...(method === 'DELETE' ? {} : { body: sampleBody(route) ?? {} }) };
    const { value } = await assistant.use(method === 'DELETE' ? 'call_delete' : 'call_write', input);
    expected[id] = rule === 'refused' || rule === 'people-only' ? 'refused' : 'passed';
    found[id] = value.code === 'assistant_not_allowed' ? 'refused' : 'passed';
  }
  expect(Object.keys(found).length).toBeGreaterThan(130);
  expect(found).toEqual(expected);
});

test('a fixed list of writes reaches no customer, or only after a person has confirmed them', () => {
  expect(idsOf('once-confirmed')).toEqual([
    ...['commentOnCrmCard', 'createAppointment', 'createContact', 'createCrmCard', 'createLead', 'createOrder'],
    ...['moveCrmCard', 'replaceContactTags', 'updateAppointment', 'updateContact', 'updateCrmCard', 'updateLead'],
    'updateOrder',
  ]);
  expect(idsOf('never')).toEqual([
    ...['cancelMarketingCampaign', 'checkChatTemplate', 'createConversationInsights', 'createConversationStage'],
    ...['createCrmPipeline', 'createCrmStage', 'createNote', 'deleteAppointment', 'deleteConversationStage'],
    ...['deleteCrmCard', 'deleteLead', 'deleteNote', 'deleteOrder', 'pauseMarketingCampaign', 'previewContactAudience'],
    ...['proposeAgentAdjustment', 'recordLibraryFileUse', 'recordQuickReplyUse', 'reopenConversation'],
    ...['reorderCrmStages', 'restoreNote', 'runAgentEval', 'searchKnowledge', 'snoozeConversation', 'testFlow'],
    ...['unsnoozeConversation', 'updateConversation', 'updateConversationStage', 'updateCrmPipeline'],
    ...['updateCrmStage', 'validateCampaignCsv'],
  ]);
  expect(idsOf('people-only')).toEqual([
    ...['confirmAppointmentEntry', 'confirmContactEntry', 'confirmCrmCardEntry', 'confirmLeadEntry'],
    'confirmOrderEntry',
  ]);
});

test('the list of tools and their descriptions show an assistant what it may call', async () => {
  const shop = await startApp();
  const careful = await openAssistant(shop, { mayWriteToCustomers: false });
  const permission = async (operationId: string) =>
    (await careful.use('describe_operation', { operationId })).value.permission;
  expect(await permission('createFlow')).toBe('not allowed: customers may read what it writes');
  expect(await permission('confirmOrderEntry')).toBe('not allowed: only a person may do this');
  expect(await permission('createOrder')).toContain('once a person has confirmed');
  expect(await permission('createNote')).toBe('allowed: it reaches no customer');
  expect(await permission('listOrders')).toBeUndefined();
  const { value } = await careful.use('find_operations', { words: 'create flow', limit: 1 });
  expect(value.operations).toMatchObject([{ operationId: 'createFlow', permission: expect.stringContaining('not') }]);
});

test('fields that reach customers are refused: a notice, consent, and texts that flows insert', async () => {
  const shop = await startApp();
  const careful = await openAssistant(shop, { mayWriteToCustomers: false });
  const tries: [string, object][] = [
    ['updateOrder', { status: 'COMPLETED', notifyClient: true }],
    ['updateAppointment', { notifyClient: true }],
    ['updateContact', { optedOut: false }],
    ['updateConversation', { assignedTo: 'Compre em evil.example' }],
    ['updateConversation', { handoffType: 'Compre em evil.example' }],
  ];
  for (const [operationId, body] of tries) {
    const parameters = operationId === 'updateContact' ? { phone: '1' } : { id: '1' };
    const { value } = await careful.use('call_write', { operationId, parameters, body });
    expect([operationId, value.code]).toEqual([operationId, 'assistant_not_allowed']);
  }
});

test('an assistant cannot write a flow, for an event or a keyword', async () => {
  const { shop, agentId, channel, heard, says } = await openFlows();
  const careful = await openAssistant(shop, { mayWriteToCustomers: false });
  const flow = { aiAgentId: agentId, name: 'Isca', steps: [say('a', 'Compre em evil.example')] };
  const triggers = [{ type: 'event', event: 'order.created' }, keyword('oi')];
  for (const trigger of triggers) {
    const { value } = await careful.use('call_write', { operationId: 'createFlow', body: { ...flow, trigger } });
    expect(value.code).toBe('assistant_not_allowed');
  }
  const link = { operationId: 'linkAgentToChannel', parameters: { id: channel.id }, body: { aiAgentId: agentId } };
  expect((await careful.use('call_write', link)).value.code).toBe('assistant_not_allowed');
  await says('oi');
  expect(await heard()).toEqual([]);
});
