import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { openWorkspace } from '../support/server/app.ts';
import { runTool } from './run-tool.ts';

/**
 * The arguments with which each generator reads the document of a running server. openapi-typescript takes a field with a
 * default for one that is always there, also where it is sent, unless told otherwise.
 */
const generators: Record<string, { tool: string; words: (document: string) => string[] }> = {
  'openapi-fetch': {
    tool: 'openapi-typescript',
    words: (document) => [document, '--default-non-nullable=false', '--output', 'generated/schema.d.ts'],
  },
  'hey-api': { tool: 'openapi-ts', words: (document) => ['--input', document, '--output', 'generated'] },
  orval: { tool: 'orval', words: (document) => ['--input', document, '--output', 'generated/client.ts'] },
  'orval-fetch': {
    tool: 'orval',
    words: (document) => ['--client', 'fetch', '--input', document, '--output', 'generated/client.ts'],
  },
};

/** Generates a client in its folder and compiles it together with the program there. */
async function makeClient(name: keyof typeof generators, url: string): Promise<string> {
  const folder = join(import.meta.dirname, 'clients', name);
  for (const part of ['generated', 'built']) await rm(join(folder, part), { recursive: true, force: true });
  const { tool, words } = generators[name] as (typeof generators)[string];
  await runTool(tool, words(`${url}/api/openapi.json`), folder);
  await runTool('tsc', ['--project', folder], folder);
  return join(folder, 'built');
}

test.each(['openapi-fetch', 'hey-api'])(
  'a strict program over the client that %s generates pairs, receives, replies and pages',
  async (name) => {
    const { api } = await openWorkspace();
    const program = join(await makeClient(name, api.url), 'serve-customers.js');
    const { serveCustomers } = await import(pathToFileURL(program).href);
    const customers = ['+5511987654321', '+5511987654322', '+5511987654323', '+5511987654324', '+5511987654325'];
    const seen = await serveCustomers(api.url, api.key, customers);
    expect(seen.pages.map((page: string[]) => page.length)).toEqual([2, 2, 1]);
    expect(seen.pages.flat().toSorted()).toEqual(customers);
    expect(seen).toMatchObject({
      channel: 'CONNECTED',
      replies: seen.pages.flat().map((phone: string) => ['SENT', `Olá, ${phone}!`]),
      history: [
        ['OUTBOUND', 'HUMAN'],
        ['INBOUND', 'CONTACT'],
      ],
      stale: 'precondition_failed',
      refused: ['body.name'],
    });
  },
);

test.each(['orval', 'orval-fetch'])('the client of %s compiles under the same strict settings', async (name) => {
  const { api } = await openWorkspace();
  await makeClient(name, api.url);
});
