import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { getEncoding } from 'js-tiktoken';
import { expect, test } from 'vitest';
import { assistants, assistantsWith } from '../../server/areas/assistants/index.ts';
import { allTools } from '../../server/areas/assistants/tools/all-tools.ts';
import { areas } from '../../server/areas/index.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { startApp } from '../support/server/app.ts';
import { openAssistant } from '../support/shop/assistant.ts';
import { maria, openConversation } from '../support/shop/conversation.ts';
import { makeAgent } from '../support/shop/sales.ts';
import { fixtures } from './mcp/fixtures.ts';
import { startKeyProxy } from './mcp/key-proxy.ts';
import { runTool } from './run-tool.ts';

const mostTokens = 4_000;

test.each(['2026-07-28', '2025-11-25'])(
  'the conformance suite of MCP finds nothing against %s but what Frontdesk does not offer',
  async (revision) => {
    const withFixtures = areas.map((area) => (area === assistants ? assistantsWith([...allTools, ...fixtures]) : area));
    const shop = await startApp({ areas: withFixtures });
    await openAssistant(shop, { mayDelete: true });
    const url = await startKeyProxy(shop.api.url, shop.api.key);
    const expected = join(import.meta.dirname, `mcp/failures-${revision}.yml`);
    const words = ['server', '--url', `${url}/mcp`, '--requirements', revision, '--expected-failures', expected];
    await runTool('conformance', words, await temporaryFolder());
  },
);

test('the inspector of MCP lists the tools and calls one', async () => {
  const { shop } = await openConversation();
  await openAssistant(shop);
  const inspect = async (...words: string[]) => {
    const bin = join(import.meta.dirname, 'node_modules/.bin/mcp-inspector');
    const header = `Authorization: Bearer ${shop.api.key}`;
    const call = ['--cli', `${shop.api.url}/mcp`, '--transport', 'http', '--header', header, ...words];
    // It stores what it was told in the home folder.
    const env = { ...process.env, HOME: await temporaryFolder() };
    const { stdout } = await promisify(execFile)(process.execPath, [bin, ...call], { env });
    return JSON.parse(stdout);
  };
  const { tools } = await inspect('--method', 'tools/list', '--strict');
  expect(tools.map(({ name }: { name: string }) => name)).toContain('read_conversation');
  const words = ['--method', 'tools/call', '--tool-name', 'find_customers', '--tool-arg', 'search=maria'];
  const { content } = await inspect(...words);
  expect(JSON.parse(content[1].text)).toMatchObject({ customers: [{ phone: maria }] });
});

test.each(['auto', 'legacy'] as const)(
  'the official client finds a customer, reads, replies and enters an order (%s)',
  async (mode) => {
    const { shop, api, path } = await openConversation();
    const agent = await makeAgent(api);
    await api.post(`/api/ai-agents/${agent}/catalog-items`, { name: 'Pizza', price: 45.9 });
    await openAssistant(shop);
    const headers = { authorization: `Bearer ${api.key}` };
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', api.url), { requestInit: { headers } });
    const client = new Client({ name: 'official', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(transport);
    const use = async (name: string, input: Record<string, unknown>) => {
      const { content, isError } = await client.callTool({ name, arguments: input });
      const texts = (content as { text: string }[]).map(({ text }) => text);
      expect(isError, texts.join()).not.toBe(true);
      return JSON.parse(texts.at(-1) as string);
    };
    const { customers } = await use('find_customers', { search: 'maria' });
    const { conversations } = await use('get_customer', { phone: customers[0].phone });
    const conversationId = conversations[0].id;
    expect((await use('read_conversation', { conversationId })).messages).toMatchObject([{ customerWrote: 'Oi' }]);
    await use('reply', { conversationId, text: 'Sua pizza está a caminho!' });
    const { products } = await use('find_products', { search: 'pizza' });
    const order = { customerPhone: maria, customerName: 'Maria', items: [{ productId: products[0].id, quantity: 2 }] };
    expect(await use('create_order', order)).toMatchObject({ number: 1, total: 91.8 });
    await client.close();
    expect((await api.get(`${path}/messages`)).body.data[0].content).toBe('Sua pizza está a caminho!');
    expect((await api.get('/api/orders')).body.total).toBe(1);
  },
);

test(`the list of all tools costs less than ${mostTokens} tokens`, async () => {
  const { shop } = await openConversation();
  const assistant = await openAssistant(shop, { mayDelete: true });
  const { body } = await assistant.ask('tools/list');
  expect(body.result.tools).toHaveLength(allTools.length);
  const tokens = getEncoding('o200k_base').encode(JSON.stringify(body.result.tools)).length;
  console.log(`The list of ${allTools.length} tools costs ${tokens} tokens (o200k_base)`);
  expect(tokens).toBeLessThan(mostTokens);
});
