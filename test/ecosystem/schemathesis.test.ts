import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { left } from '../support/environment/egress-guard.ts';
import { temporaryFolder } from '../support/environment/temporary-folder.ts';
import { type Client, startApp } from '../support/server/app.ts';
import { installPython, runPython } from './python-tools.ts';

const without = await installPython();
if (without) console.warn(`${without}: the tests with Schemathesis are skipped`);

/** Fixed, to test the same cases each time. */
const seed = 41;
/** The schemas of flow steps need more cases than all other operations together. */
const largest = ['createFlow', 'updateFlow'];

/** Runs Schemathesis against a server with a document; returns its output, and true if it found no failure. */
async function call(api: Client, document: string, words: string[]) {
  const config = join(import.meta.dirname, 'schemathesis.toml');
  const all = [
    ...['--no-color', '--config-file', config, 'run', document, '--url', api.url, '--seed', String(seed)],
    ...['--header', `Authorization: Bearer ${api.key}`, '--request-timeout', '60', ...words],
  ];
  const result = await runPython('schemathesis', all, await temporaryFolder());
  // Schemathesis invents URLs for webhooks and pages, so none may be reachable.
  left.splice(0);
  return result;
}

const excluding = (names: string[]) => names.flatMap((name) => ['--exclude-operation-id', name]);
const including = (names: string[]) => names.flatMap((name) => ['--include-operation-id', name]);

test.skipIf(without)(
  'Schemathesis finds no response that differs from the document',
  { timeout: 600_000 },
  async () => {
    const { api } = await startApp();
    const document = `${api.url}/api/openapi.json`;
    const runs = [
      // The event stream never ends.
      ['--phases', 'examples,coverage', ...excluding(['streamEvents', ...largest])],
      ['--phases', 'examples,fuzzing', '--max-examples', '20', ...including(largest)],
    ];
    for (const words of runs) {
      const { isGood, output } = await call(api, document, words);
      expect(isGood, output.slice(0, 20_000)).toBe(true);
      console.log(/\d+ generated.*/.exec(output)?.[0]);
    }
  },
);

test.skipIf(without)('Schemathesis finds a response that differs from the document', async () => {
  const { api } = await startApp();
  const { body: document } = await api.get('/api/openapi.json', { key: null });
  document.components.schemas.OrderStats.properties.total = { type: 'string' };
  const file = join(await temporaryFolder(), 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  const { isGood, output } = await call(api, file, ['--phases', 'coverage', ...including(['getOrderStats'])]);
  expect([isGood, output]).toEqual([false, expect.stringContaining('Response violates schema')]);
});
