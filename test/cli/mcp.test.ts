import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { talkToCli } from '../support/server/processes.ts';
import { openAssistant } from '../support/shop/assistant.ts';
import { openConversation } from '../support/shop/conversation.ts';

/** Runs the bridge with these requests, one a line; returns its answers by id. */
async function runBridge(url: string, key: string, requests: object[]) {
  const lines = requests.map((request, index) => JSON.stringify({ jsonrpc: '2.0', id: index + 1, ...request }));
  const env = { FRONTDESK_HOME: await temporaryFolder(), ...(key === '' ? {} : { FRONTDESK_KEY: key }) };
  const { code, stdout, stderr } = await talkToCli(['mcp', '--url', url], env, lines);
  const answers = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  return { code, stderr, answers: answers.toSorted((a, b) => a.id - b.id) };
}

const initialize = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'desk', version: '1' } },
};

test('an assistant that starts a program works in the shop over its standard streams', async () => {
  const { shop } = await openConversation();
  await openAssistant(shop);
  const call = { name: 'find_customers', arguments: { search: 'maria' } };
  const { answers, code, stderr } = await runBridge(shop.api.url, shop.api.key, [
    initialize,
    { method: 'tools/list', params: {} },
    { method: 'tools/call', params: call },
    { method: 'tools/call', params: { name: 'nothing', arguments: {} } },
  ]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [opened, list, found, unknown] = answers;
  expect(opened.result).toMatchObject({
    serverInfo: { name: 'frontdesk' },
    instructions: expect.stringContaining('My shop'),
  });
  expect(list.result.tools[0]).toMatchObject({ name: 'find_customers', annotations: { readOnlyHint: true } });
  expect(JSON.parse(found.result.content[1].text)).toMatchObject({ customers: [{ name: 'Maria' }] });
  expect(unknown.error).toMatchObject({ code: -32602, message: 'Unknown tool: nothing' });
  expect((await shop.events('assistant.called')).map(({ data }) => data.client)).toEqual(['desk']);
});

test('the bridge says in one line why it cannot start', async () => {
  const { shop } = await openConversation();
  const { url, key } = shop.api;
  const told = async (at: string, given: string) => (await runBridge(at, given, [initialize])).stderr;
  expect(await told(url, '')).toBe('Give the API key in FRONTDESK_KEY or with --key-file\n');
  expect(await told(url, key)).toMatch(
    /^Assistants are switched off: the owner switches them on in Settings, Assistants\n$/,
  );
  expect(await told(url, 'fd_live_wrong')).toMatch(/^This API key is unknown, revoked or expired\n$/);
  expect(await told('http://127.0.0.1:9', key)).toMatch(/^No Frontdesk answers at http:\/\/127.0.0.1:9: .*\n$/);
});
