import { expect, test } from 'vitest';
import { databaseFile } from '../../server/platform/database/data-folder.ts';
import { implemented } from '../support/contract/contract.ts';
import { dearestReads } from '../support/contract/dearest.ts';
import { send } from '../support/fuzz/fuzz-check.ts';
import { fuzzedOwnerRoutes, notReached, repairs } from '../support/fuzz/fuzz-owner.ts';
import { makeOwnerThings, type OwnerThings, validOwnerRequest } from '../support/fuzz/owner-requests.ts';
import { validRequest } from '../support/fuzz/valid-requests.ts';
import { type Answer, startApp, type TestApp } from '../support/server/app.ts';
import { type ConsoleClient, openConsole, signIn } from '../support/server/console.ts';
import { fillTables } from '../support/shop/fill-tables.ts';
import { type Everything, makeOneOfEverything } from '../support/shop/one-of-everything.ts';

const rows = 50_000;

/** Routes that need things a test shop lacks: published agents, credentials, synced templates, finished backups, replies. */
const lacking =
  /\/(credentials|chat-templates\/sync|published|trace|handoff|targets|download)(\?|$)|\/owner\/flows\/\w+\/runs\/\w+/;
/** Requests that need the vendor's chat server. */
const needsVendor = /channels\/\{id\}\/(logout|driver)/;

/** The largest bodies of operations that change or read many rows in one request. */
function dearWrites(
  { campaign, agent, item }: Everything,
  contactIds: string[],
): [keyof Clients, string, string, unknown][] {
  const people = Array.from({ length: 10_000 }, (_, index) => `+55119${80_000_000 + index}`);
  const csv = `phone,name,email,tags\n${people.map((number) => `${number},Ana,${number}@example.com,vip; novo`).join('\n')}`;
  const audience = people.map((number) => ({ phone: number, name: 'Ana', variables: { nome: 'Ana', valor: '12' } }));
  const path = `/api/marketing-campaigns/${campaign}`;
  return [
    ['key', 'POST', `${path}/duplicate`, {}],
    ['key', 'PUT', `${path}/audience`, { rows: audience }],
    ['key', 'POST', '/api/marketing-campaigns/audience/csv/validate', { csv }],
    ['owner', 'POST', '/owner/contacts/import-preview', { csv }],
    ['key', 'POST', '/api/contacts/import', { csv }],
    [
      'owner',
      'POST',
      '/owner/contacts/tags',
      { changes: contactIds.map((id) => ({ id, add: ['vip', 'novo'], remove: [] })) },
    ],
    ['owner', 'POST', '/owner/contacts/delete', { ids: contactIds }],
    ['key', 'PUT', `/api/ai-agents/${agent}/catalog-items/active`, { active: false }],
    ['key', 'POST', `/api/ai-agents/${agent}/eval`, {}],
    ['key', 'POST', `/api/ai-agents/${agent}/publish`, {}],
    ['key', 'PATCH', `/api/ai-agents/${agent}/catalog-items/${item}`, { price: 9 }],
  ];
}

interface Clients {
  key: { call(method: string, path: string, body?: unknown): Promise<Answer> };
  owner: ConsoleClient;
}

const isRefused = (status: number, text: string): boolean => status >= 500 || text.includes('too_much_work');

async function refusedReads(everything: Everything, { key, owner }: Clients): Promise<string[]> {
  const { body } = await key.call('GET', `/api/contacts/${encodeURIComponent(everything.phone)}`);
  const refused: string[] = [];
  for (const { path, by } of dearestReads({ ...everything, contact: body.id })) {
    const answer = await (by === 'key' ? key : owner).call('GET', path);
    if (answer.status < 300 || (answer.status < 422 && lacking.test(path))) continue;
    refused.push(`${answer.status} ${answer.body.code} ${path}`);
  }
  return refused;
}

/** Deletions come last. */
const order = (route: string): number => (route.startsWith('DELETE') ? 100 - route.split('/').length : 0);

async function refusedWrites({ api, app, workspace }: TestApp, everything: Everything): Promise<string[]> {
  const refused: string[] = [];
  const routes = [...implemented.keys()].filter((route) => !route.startsWith('GET') && !needsVendor.test(route));
  for (const route of routes.toSorted((one, other) => order(one) - order(other))) {
    const request = await validRequest({ api, app, workspace, chat: undefined as never }, route, everything);
    const { response, text } = await send(api, request);
    if (isRefused(response.status, text)) refused.push(`${response.status} ${route}: ${text}`);
  }
  return refused;
}

async function refusedOwnerWrites(shop: TestApp, things: OwnerThings): Promise<string[]> {
  const refused: string[] = [];
  const withoutVendor = { ...shop, chat: undefined as never };
  // Those that end the server or listen on the network are left out, each with its reason in `notReached` or `notFuzzed`.
  for (const route of fuzzedOwnerRoutes.filter((each) => !each.startsWith('GET') && !(each in notReached))) {
    const owner = await openConsole(withoutVendor);
    const { response, text } = await send(owner, await validOwnerRequest(withoutVendor, owner, route, things));
    if (response.status >= 300) refused.push(`${response.status} ${route}: ${text}`);
    await repairs[route]?.(await openConsole(withoutVendor));
  }
  return refused;
}

async function refusedDearWrites(everything: Everything, clients: Clients): Promise<string[]> {
  const ids = Array.from({ length: 500 }, (_, index) => `ct_copy_${index + 1}`);
  const refused: string[] = [];
  for (const [by, method, path, sent] of dearWrites(everything, ids)) {
    const answer = await clients[by].call(method, path, sent);
    // Items of one name and many prices do not pass the tests of the agent.
    if (answer.status >= 300 && answer.body.code !== 'gate_failed')
      refused.push(`${method} ${path}: ${JSON.stringify(answer.body).slice(0, 500)}`);
  }
  return refused;
}

test('every operation stays within its steps with the most expensive arguments, over 50,000 rows in every growing table', async () => {
  const shop = await startApp();
  const everything = await makeOneOfEverything(shop, shop.api, 'Ana', '+5511987650001');
  const clients = { key: shop.api, owner: await signIn(shop) };
  const things = await makeOwnerThings({ ...shop, chat: undefined as never }, clients.owner, everything);
  fillTables(databaseFile(shop.home), shop.workspace.id, rows);
  const { body } = await shop.api.get(`/api/contacts/${encodeURIComponent(everything.phone)}`);
  expect(await refusedReads(everything, clients)).toEqual([]);
  expect(await refusedDearWrites(everything, clients)).toEqual([]);
  expect(await refusedOwnerWrites(shop, things)).toEqual([]);
  expect(await refusedWrites(shop, everything)).toEqual([]);
  const ids = [body.id];
  expect((await clients.owner.post('/owner/contacts/delete', { ids })).body).toMatchObject({ deleted: 1 });
}, 600_000);
