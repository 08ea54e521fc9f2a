import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { areas } from '../../server/areas/index.ts';
import type { Operation } from '../../server/http/operation.ts';
import { createKey, revokeKey } from '../../server/platform/access/api-keys.ts';
import { attendantScopes } from '../../server/platform/access/scopes.ts';
import { databaseFile } from '../../server/platform/database/data-folder.ts';
import {
  alternatives,
  bodySchema,
  describedAt,
  implemented,
  routeOf,
  type Schema,
} from '../support/contract/contract.ts';
import { reach, within } from '../support/contract/references.ts';
import { sampleBody, sampleQuery } from '../support/contract/sample-body.ts';
import { type Answer, type Client, openWorkspace, startApp, type TestApp } from '../support/server/app.ts';
import { ManualClock } from '../support/server/clock.ts';
import { addPerson, ConsoleClient, signIn } from '../support/server/console.ts';
import { sendRaw } from '../support/server/raw-request.ts';

const ownerOperations = areas.flatMap((area) => Object.values(area.ownerOperations ?? {}));
const apiOperations = [...implemented.values()];
const pathOf = (operation: Operation): string => operation.path.replaceAll(/\{\w+\}/g, 'nothing');

/** Sends one request to each operation; returns those with an unexpected response. */
async function findOpen(
  operations: Operation[],
  client: Client,
  isShut: (answer: Answer) => boolean,
  options: { key?: string | null; headers?: Record<string, string> } = {},
): Promise<string[]> {
  const open: string[] = [];
  for (const operation of operations) {
    const body = operation.method === 'get' ? undefined : {};
    const answer = await client.call(operation.method.toUpperCase(), pathOf(operation), body, options);
    if (!isShut(answer)) open.push(`${routeOf(operation)}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  return open;
}

const isRefused = (status: number, code: string) => (answer: Answer) =>
  answer.status === status && answer.body.code === code;

/** The code of the 403 with which an operation refuses a person of the console; null when it is none. */
async function findRefusal({ url, headers }: ConsoleClient, operation: Operation): Promise<string | null> {
  const method = operation.method.toUpperCase();
  const hasBody = method !== 'GET';
  const response = await fetch(url + pathOf(operation), {
    method,
    headers: { ...headers, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
    ...(hasBody ? { body: '{}' } : {}),
  });
  if (response.status === 403) return ((await response.json()) as { code: string }).code;
  // An event stream would never end.
  await response.body?.cancel();
  return null;
}

function expectedRefusal(scope: Operation['scope']): string | null {
  if (scope === 'owner') return 'owner_only';
  return scope === 'console' || attendantScopes.includes(scope) ? null : 'insufficient_scope';
}

async function makeDeadKeys({ app, workspace }: TestApp): Promise<string[]> {
  return app.platform.write(async ({ db, now }) => {
    const draft = { workspaceId: workspace.id, name: 'dead', scopes: ['all'], now };
    const revoked = await createKey(db, { ...draft, expiresAt: null });
    await revokeKey(db, revoked.row.id, now);
    const expired = await createKey(db, { ...draft, expiresAt: now });
    return [revoked.key, expired.key];
  });
}

describe('every operation', () => {
  test('rejects a revoked or expired key', async () => {
    const shop = await openWorkspace();
    for (const key of await makeDeadKeys(shop)) {
      const all = [...apiOperations, ...ownerOperations];
      expect(await findOpen(all, shop.api, isRefused(401, 'invalid_token'), { key })).toEqual([]);
    }
  });

  test('of the owner rejects a key with all scopes and an anonymous caller', async () => {
    const { api } = await openWorkspace();
    expect(ownerOperations.length).toBeGreaterThan(40);
    expect(await findOpen(ownerOperations, api, isRefused(403, 'owner_only'))).toEqual([]);
    expect(await findOpen(ownerOperations, api, isRefused(401, 'unauthorized'), { key: null })).toEqual([]);
  });

  test('of the owner rejects the cookie of a session without the page’s secret', async () => {
    const shop = await openWorkspace();
    const { cookie } = (await signIn(shop)).headers;
    const headers = { cookie: cookie as string };
    const options = { key: null, headers };
    expect(await findOpen(ownerOperations, shop.api, isRefused(401, 'unauthorized'), options)).toEqual([]);
  });

  test('admits an attendant exactly where its scope says so', async () => {
    const { client } = await addPerson(await signIn(await openWorkspace()), 'Ana');
    const wrong: string[] = [];
    for (const operation of [...apiOperations, ...ownerOperations]) {
      const refusal = await findRefusal(client, operation);
      const expected = expectedRefusal(operation.scope);
      if (refusal !== expected) wrong.push(`${routeOf(operation)}: ${refusal} instead of ${expected}`);
    }
    expect(wrong).toEqual([]);
  });

  test('rejects a session that was ended, has expired or never existed', async () => {
    const clock = new ManualClock();
    const shop = await startApp({ clock });
    const all = [...apiOperations, ...ownerOperations];
    const over = await signIn(shop);
    const ended = await signIn(shop);
    const { sessionId } = (await ended.get('/owner/session')).body;
    await ended.delete(`/owner/sessions/${sessionId}`);
    // Nobody signs in after this, which would delete expired sessions.
    await clock.advance(31 * 24 * 3_600_000);
    const invented = new ConsoleClient(shop.api.url, { cookie: 'x'.repeat(43), page: 'x'.repeat(43) });
    for (const client of [over, ended, invented]) {
      expect(await findOpen(all, client, isRefused(401, 'unauthorized'))).toEqual([]);
    }
  });

  test('rejects the session’s cookie when another site’s page sends it', async () => {
    const owner = await signIn(await openWorkspace());
    const all = [...apiOperations, ...ownerOperations];
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'http://127.0.0.1:9' },
    ];
    for (const headers of foreign) {
      expect(await findOpen(all, owner, isRefused(403, 'cross_origin'), { headers })).toEqual([]);
    }
  });
});

test('the database contains only hashes of keys and sessions', async () => {
  const shop = await openWorkspace();
  const owner = await signIn(shop);
  shop.app.platform.database.checkpoint();
  const bytes = await readFile(databaseFile(shop.home), 'latin1');
  for (const known of [owner.secrets.cookie, owner.secrets.page, shop.api.key]) {
    expect([bytes.includes(known), bytes.includes(hash('sha256', known))]).toEqual([false, true]);
  }
});

describe('before anything else every operation compares with this server', () => {
  /** Without a key: if authentication came first, the response would be 401. */
  const everywhere = [
    ...[...apiOperations, ...ownerOperations].map((operation) => [operation.method, pathOf(operation)] as const),
    ...['/', '/healthz', '/docs', '/api/openapi.json', '/media/x', '/webhooks/cloud/x', '/assets/x.js'].map(
      (path) => ['get', path] as const,
    ),
    ['post', '/owner/login'] as const,
  ];

  async function findLetIn(headers: Record<string, string>, status: number): Promise<string[]> {
    const { api } = await openWorkspace();
    const letIn: string[] = [];
    for (const [method, path] of everywhere) {
      const answer = await sendRaw(api.url + path, { method: method.toUpperCase(), headers });
      const isOpen = answer.status !== status || 'access-control-allow-origin' in answer.headers;
      if (isOpen) letIn.push(`${method} ${path}: ${answer.status}`);
    }
    return letIn;
  }

  test.each(['evil.example', '127.0.0.1.nip.io', ' ', 'localhost@evil.example', 'localhost,evil.example'])(
    'the Host header: %j',
    async (host) => {
      expect(await findLetIn({ host }, 421)).toEqual([]);
    },
  );

  test.each<Record<string, string>>([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ])('the requesting site: %j', async (headers) => {
    expect(await findLetIn(headers, 403)).toEqual([]);
  });
});

/** Fields by which a sender could raise its rights or move to another workspace. */
const greed = {
  workspaceId: 'ws_01h455vb4pex5vsknk084sn02q',
  workspace_id: 'ws_01h455vb4pex5vsknk084sn02q',
  id: 'x_01h455vb4pex5vsknk084sn02q',
  createdAt: '2001-01-01T00:00:00.000Z',
  updatedAt: '2001-01-01T00:00:00.000Z',
  role: 'owner',
  scopes: ['all'],
  isOwner: true,
};

/** Some schemas are recursive: everything deeper repeats. */
const deepest = 6;

/** Paths of the objects in a body that declare fields: `[]`, `['businessHours', 'days']`, `['items', 0]`. */
function objectsIn(schema: Schema, at: (string | number)[] = []): (string | number)[][] {
  if (at.length > deepest) return [];
  return alternatives(schema).flatMap((option) => {
    if (option.type === 'array') return objectsIn(option.items ?? {}, [...at, 0]);
    if (option.type !== 'object' || !option.properties) return [];
    const inner = Object.entries(option.properties).flatMap(([name, property]) => objectsIn(property, [...at, name]));
    return [at, ...inner];
  });
}

test('no body accepts a field, at any depth, that raises the sender’s rights', async () => {
  const { api } = await openWorkspace();
  const taken: string[] = [];
  let places = 0;
  for (const [route, operation] of implemented) {
    const schema = bodySchema(describedAt(route));
    if (!schema || operation.upload) continue;
    for (const at of objectsIn(schema)) {
      places += 1;
      const path = pathOf(operation) + sampleQuery(route);
      const body = sampleBody(route) as object;
      Object.assign(reach(route, body, at), greed);
      const answer = await api.call(operation.method.toUpperCase(), path, body);
      const prefix = ['body', ...at.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))].join('');
      const named = (answer.body.errors ?? []).map(({ field }: { field: string }) => field);
      const missed = Object.keys(greed).filter((name) => !named.includes(`${prefix}.${name}`));
      // In some bodies the caller chooses `id`, within their workspace.
      const kept = missed.filter((name) => !(name === 'id' && hasField(route, at, 'id')));
      if (answer.status !== 400 || kept.length > 0) taken.push(`${route} ${prefix}: ${answer.status} ${kept}`);
    }
  }
  expect(taken).toEqual([]);
  expect(places).toBeGreaterThan(90);
});

function hasField(route: string, at: (string | number)[], name: string): boolean {
  const options = at.reduce(within, alternatives(bodySchema(describedAt(route)) as Schema));
  return options.some((option) => name in (option.properties ?? {}));
}

test.each(['{"__proto__":{"isOwner":true}}', '{"constructor":{"prototype":{"isOwner":true}}}'])(
  'no operation lets a body reach a prototype: %s',
  async (body) => {
    const { api } = await openWorkspace();
    const reached: string[] = [];
    for (const operation of apiOperations.filter(({ method, upload }) => method !== 'get' && !upload)) {
      const headers = { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' };
      const answer = await sendRaw(api.url + pathOf(operation), {
        method: operation.method.toUpperCase(),
        headers,
        body,
      });
      if (answer.status !== 400) reached.push(`${routeOf(operation)}: ${answer.status}`);
    }
    expect(reached).toEqual([]);
    expect(({} as { isOwner?: boolean }).isOwner).toBeUndefined();
  },
);
