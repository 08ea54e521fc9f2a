import { expect, test } from 'vitest';
import { implemented } from './support/contract/contract.ts';
import { sampleBody, sampleQuery } from './support/contract/sample-body.ts';
import { type Answer, type Client, openWorkspace } from './support/server/app.ts';

const operations = [...implemented.entries()].map(([route, operation]) => ({
  route,
  operation,
  method: operation.method.toUpperCase(),
  /** The path with unknown ids. */
  path: operation.path.replaceAll(/\{\w+\}/g, 'nothing') + sampleQuery(route),
}));
const withJson = operations.filter(({ operation }) => operation.method !== 'get' && !operation.upload);
const withUpload = operations.filter(({ operation }) => operation.upload);
const withTarget = operations.filter(({ operation }) => operation.path.includes('{') && !operation.upload);

type Case = (typeof operations)[number];

/** Sends a request per operation; returns the faults of the rejections. */
async function findFaults(
  cases: Case[],
  expected: { status: number; code?: string },
  send: (entry: Case) => Promise<Answer>,
  check: (answer: Answer, entry: Case) => boolean = () => true,
): Promise<string[]> {
  const faults: string[] = [];
  for (const entry of cases) {
    const answer = await send(entry);
    const isRefused = answer.status === expected.status && (!expected.code || answer.body.code === expected.code);
    if (!isRefused || !isProblem(answer) || !check(answer, entry)) {
      faults.push(`${entry.route}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
    }
  }
  return faults;
}

function isProblem({ status, headers, body }: Answer): boolean {
  return (
    headers.get('content-type') === 'application/problem+json; charset=utf-8' &&
    body.type === `urn:frontdesk:problem:${body.code}` &&
    body.status === status &&
    typeof body.title === 'string' &&
    typeof body.detail === 'string' &&
    body.requestId !== null &&
    body.requestId === headers.get('x-request-id') &&
    (body.errors === undefined || status === 400 || status === 422)
  );
}

const call = (client: Client, entry: Case, body: unknown, options = {}): Promise<Answer> =>
  client.call(entry.method, entry.path, entry.method === 'GET' ? undefined : body, options);

test('every operation rejects a request without a key and names the scheme', async () => {
  const { api } = await openWorkspace();
  const isChallenged = (answer: Answer) => /^Bearer\b/.test(answer.headers.get('www-authenticate') ?? '');
  for (const key of [null, 'garbage', 'fd_live_garbage']) {
    const faults = await findFaults(
      operations,
      { status: 401 },
      (entry) => call(api, entry, undefined, { key }),
      isChallenged,
    );
    expect(faults).toEqual([]);
  }
});

test('every operation rejects a key that lacks its scope', async () => {
  const { withScopes } = await openWorkspace();
  const reader = await withScopes('agents.read');
  const other = await withScopes('orders.read');
  const expected = { status: 403, code: 'insufficient_scope' };
  const faults = await findFaults(operations, expected, (entry) =>
    call(entry.operation.scope === 'agents.read' ? other : reader, entry, { surprise: 1 }),
  );
  expect(faults).toEqual([]);
});

test('every operation names an unknown body field', async () => {
  const { api } = await openWorkspace();
  const faults = await findFaults(
    withJson,
    { status: 400, code: 'validation_failed' },
    (entry) => call(api, entry, { ...sampleBody(entry.route), surprise: 1 }),
    (answer) => answer.body.errors.some((error: { field: string }) => error.field === 'body.surprise'),
  );
  expect(faults).toEqual([]);
});

test('every operation rejects a body that is not an object', async () => {
  const { api } = await openWorkspace();
  for (const body of [[], 'text', null, 7]) {
    expect(await findFaults(withJson, { status: 400 }, (entry) => call(api, entry, body))).toEqual([]);
  }
});

test('every operation rejects a body of another content type', async () => {
  const { api } = await openWorkspace();
  const headers = { 'content-type': 'text/plain' };
  const json = await findFaults(withJson, { status: 415 }, (entry) => call(api, entry, {}, { headers }));
  const uploads = await findFaults(withUpload, { status: 415 }, (entry) => call(api, entry, {}));
  expect([...json, ...uploads]).toEqual([]);
});

test('every operation on a resource returns 404 for an unknown id', async () => {
  const { api } = await openWorkspace();
  const faults = await findFaults(withTarget, { status: 404 }, (entry) => call(api, entry, sampleBody(entry.route)));
  expect(faults).toEqual([]);
});
