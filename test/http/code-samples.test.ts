import { spawn } from 'node:child_process';
import { json } from 'node:stream/consumers';
import ts from 'typescript-api';
import { expect, test } from 'vitest';
import { document } from '../support/contract/contract.ts';
import { openWorkspace } from '../support/server/app.ts';

interface Sampled {
  operationId: string;
  'x-codeSamples'?: { label: string; source: string }[];
}

const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods)) as unknown as Sampled[];
const sampleOf = ({ 'x-codeSamples': samples = [] }: Sampled, label: string): string =>
  samples.find((sample) => sample.label === label)?.source ?? '';
const find = (id: string): Sampled => operations.find(({ operationId }) => operationId === id) as Sampled;

test('every operation has a sample for curl and one for the client, which is valid JavaScript', () => {
  const odd = operations.filter((operation) => {
    const script = sampleOf(operation, 'JavaScript');
    const { diagnostics = [] } = ts.transpileModule(script, { reportDiagnostics: true });
    const calls = [`.${operation.operationId}(`, `'${operation.operationId}'`, '.events('];
    return (
      !sampleOf(operation, 'curl').startsWith('curl ') ||
      diagnostics.length > 0 ||
      !calls.some((call) => script.includes(call))
    );
  });
  expect(odd.map(({ operationId }) => operationId)).toEqual([]);
});

test('a list is read with pages, a stream as events, a file as a part of a form', () => {
  expect(sampleOf(find('listContacts'), 'JavaScript')).toContain("frontdesk.pages('listContacts'");
  expect(sampleOf(find('streamEvents'), 'JavaScript')).toContain('frontdesk.events(');
  expect(sampleOf(find('streamEvents'), 'curl')).toContain('curl -N ');
  expect(sampleOf(find('uploadLibraryFile'), 'curl')).toContain("-F 'file=@");
  expect(sampleOf(find('uploadCatalogImages'), 'JavaScript')).toContain('files: [');
});

test('the sample of curl gets an answer from the server', async () => {
  const { api } = await openWorkspace();
  const command = sampleOf(find('listQuickReplies'), 'curl').replace('http://localhost:7420', api.url);
  const shell = spawn('bash', ['-c', command], {
    env: { PATH: process.env.PATH, FRONTDESK_KEY: api.key },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(await json(shell.stdout)).toEqual({ data: [] });
});
