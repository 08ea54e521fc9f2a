import { expect, test } from 'vitest';
import { openWorkspace } from '../../support/server/app.ts';
import { signIn } from '../../support/server/console.ts';
import { sendRaw } from '../../support/server/raw-request.ts';
import { Assistant, openAssistant } from '../../support/shop/assistant.ts';
import { maria, openConversation } from '../../support/shop/conversation.ts';

test('assistants are refused until the owner switches them on', async () => {
  const shop = await openWorkspace();
  const assistant = new Assistant(shop.api.url, shop.api.key);
  expect(await assistant.ask('tools/list')).toMatchObject({ status: 403, body: { code: 'assistants_off' } });
  const settings = { enabled: false, mayWriteToCustomers: false, mayDelete: false };
  const owner = await signIn(shop);
  expect((await owner.get('/owner/assistants')).body).toMatchObject(settings);
});

test('a call without a key, with a wrong key, with a session or from another site is refused', async () => {
  const { shop } = await openConversation();
  await openAssistant(shop);
  const { url, key } = shop.api;
  expect(await new Assistant(url, null).ask('tools/list')).toMatchObject({
    status: 401,
    body: { code: 'unauthorized' },
  });
  expect(await new Assistant(url, 'fd_live_x').ask('tools/list')).toMatchObject({ status: 401 });
  const { headers } = await signIn(shop);
  expect(await new Assistant(url, null).ask('tools/list', {}, headers)).toMatchObject({ status: 401 });
  const foreign = { origin: 'http://evil.example' };
  expect(await new Assistant(url, key).ask('tools/list', {}, foreign)).toMatchObject({ status: 403 });
});

test('a method that no web request can have is refused with its reason', async () => {
  const { api } = await openWorkspace();
  const headers = { authorization: `Bearer ${api.key}` };
  expect(await sendRaw(`${api.url}/mcp`, { method: 'TRACE', headers })).toMatchObject({
    status: 405,
    body: { code: 'method_not_allowed' },
  });
  const badHost = { ...headers, host: '127.0.0.1:99999' };
  expect(await sendRaw(`${api.url}/mcp`, { method: 'POST', headers: badHost, body: '{}' })).toMatchObject({
    status: 421,
  });
});

test('a batch is refused, so that each call counts towards the limit of the key', async () => {
  const { shop, api } = await openConversation();
  await openAssistant(shop);
  const message = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'find_customers', arguments: {} } };
  const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-03-26' };
  const send = (body: object) => api.post('/mcp', body, { headers });
  for (const batch of [[1, 2].map((id) => ({ ...message, id })), [{ ...message, id: 1 }], []]) {
    const refusal = { code: 'validation_failed', errors: [{ field: 'body' }] };
    expect(await send(batch)).toMatchObject({ status: 400, body: refusal });
  }
  expect((await shop.events()).filter(({ type }) => type === 'assistant.called')).toEqual([]);
  expect((await send({ ...message, id: 1 })).status).toBe(200);
});

test('only tools whose scope the key has are listed, and others are refused', async () => {
  const { shop } = await openConversation();
  const assistant = await openAssistant(shop, { scopes: ['contacts.read', 'orders.read'] });
  expect(await assistant.tools()).toEqual([
    ...['find_customers', 'get_customer', 'find_orders'],
    ...['find_operations', 'describe_operation', 'call_read', 'call_write'],
  ]);
  expect((await assistant.use('list_conversations')).value.code).toBe('assistant_not_allowed');
  expect((await assistant.use('call_read', { operationId: 'listLeads' })).value.code).toBe('insufficient_scope');
  const { value } = await assistant.use('find_operations', { words: '', limit: 50 });
  expect(value.operations.map(({ operationId }: { operationId: string }) => operationId)).not.toContain('listLeads');
});

test('deletes are off until the owner allows them', async () => {
  const { shop, api } = await openConversation();
  const { body } = await api.post('/api/quick-replies', { shortcut: 'oi', content: 'Olá!' });
  const input = { operationId: 'deleteQuickReply', parameters: { id: body.id } };
  const careful = await openAssistant(shop);
  expect(await careful.tools()).not.toContain('call_delete');
  expect((await careful.use('call_delete', input)).value.code).toBe('assistant_not_allowed');
  expect((await api.get('/api/quick-replies')).body.data).toHaveLength(1);
  const free = await openAssistant(shop, { mayDelete: true });
  expect((await free.use('call_delete', input)).value).toMatchObject({ deleted: true });
});

test('nothing is sent to a customer until the owner allows it, by whichever tool', async () => {
  const { shop, api, channel, received, path } = await openConversation();
  const assistant = await openAssistant(shop, { mayWriteToCustomers: false });
  expect(await assistant.tools()).not.toContain('reply');
  const parameters = { id: received.conversationId };
  const content = { content: 'Compre!' };
  const tries = [
    await assistant.use('reply', { conversationId: received.conversationId, text: 'Compre!' }),
    await assistant.use('call_write', { operationId: 'sendMessage', parameters, body: content }),
    await assistant.use('call_write', {
      operationId: 'startConversation',
      body: { channelId: channel.id, phoneNumber: maria, ...content },
    }),
    await assistant.use('change_order', { orderId: 'ord_1', notifyClient: true }),
  ];
  expect(tries.map(({ value }) => value.code)).toEqual(Array(4).fill('assistant_not_allowed'));
  expect((await api.get(`${path}/messages`)).body.data).toHaveLength(1);
  const { value } = await assistant.use('call_write', {
    operationId: 'createNote',
    parameters,
    body: { text: 'Ligar' },
  });
  expect(value.text).toBe('Ligar');
});

test('every call stands in the event log with the name of the key, and so does what it changed', async () => {
  const { shop, received } = await openConversation();
  const assistant = await openAssistant(shop, { scopes: ['all'] });
  await assistant.use('find_customers', { search: 'maria' });
  await assistant.use('call_read', { operationId: 'listOrders' });
  await assistant.use('reply', { conversationId: received.conversationId, text: 'Olá' });
  const calls = await shop.events('assistant.called');
  expect(calls.map(({ data }) => data)).toEqual([
    { tool: 'find_customers', operationId: null, client: 'test assistant' },
    { tool: 'call_read', operationId: 'listOrders', client: 'test assistant' },
    { tool: 'reply', operationId: null, client: 'test assistant' },
  ]);
  const [sent] = await shop.events('message.sent');
  expect(calls.map(({ actorName }) => actorName)).toEqual(Array(3).fill(sent?.actorName));
  expect(sent?.actorName).toEqual(expect.any(String));
});

test('an unknown tool or method is an error of the protocol, and GET is not allowed', async () => {
  const { shop } = await openConversation();
  const assistant = await openAssistant(shop);
  expect((await assistant.ask('tools/call', { name: 'nothing' })).body.error.code).toBe(-32602);
  expect((await assistant.ask('prompts/list')).body.error.code).toBe(-32601);
  const headers = { authorization: `Bearer ${shop.api.key}` };
  expect((await fetch(`${shop.api.url}/mcp`, { headers })).status).toBe(405);
});
