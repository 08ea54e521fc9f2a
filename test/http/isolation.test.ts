import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { mediaUrl } from '../../server/platform/files/media-links.ts';
import { newId } from '../../server/platform/ids.ts';
import { implemented } from '../support/contract/contract.ts';
import { buildRequest, type Slot, slotsOf } from '../support/contract/references.ts';
import { sampleQuery } from '../support/contract/sample-body.ts';
import { type Answer, type Client, openWorkspace, type TestApp } from '../support/server/app.ts';
import { type Everything, makeOneOfEverything } from '../support/shop/one-of-everything.ts';

/** Every operation that names a resource of a workspace, with the positions. */
const withSlots = [...implemented.keys()]
  .map((route) => ({ route, slots: slotsOf(route) }))
  .filter(({ slots }) => slots.length > 0);

/** The shop that owns the resources, and another that requests them. */
async function startTwoShops() {
  const shop = await openWorkspace();
  const { api } = shop;
  const other = await shop.otherWorkspace();
  const mine = await makeOneOfEverything(shop, api, 'Ana', '+5511987654321');
  const theirs = await makeOneOfEverything(shop, other, 'Bia', '+5521998765432');
  return { shop, api, other, mine, theirs };
}

/** A random identifier of the same format. */
function randomLike({ app }: TestApp, value: string): string {
  if (value.includes('/media/')) return mediaUrl(app.platform, newId('file'));
  if (value.startsWith('+')) return `+55119${Math.floor(10_000_000 + Math.random() * 89_999_999)}`;
  if (/^[a-z]+_[0-9a-z]{26}$/.test(value)) return newId(value.split('_')[0] as string);
  return value.replaceAll(/[0-9]/g, () => String(Math.floor(Math.random() * 10))).replace(/[a-z]$/, 'q');
}

const send = (client: Client, route: string, values: [Slot, string][], accept?: string): Promise<Answer> => {
  const { method, path, body } = buildRequest(route, values, sampleQuery(route).slice(1));
  const upload = implemented.get(route)?.upload;
  const options = accept ? { headers: { accept } } : {};
  if (upload) return client.upload(path, '%PDF-1.4\n%%EOF\n', 'a.pdf', upload.field, options);
  return client.call(method, path, method === 'GET' ? undefined : body, options);
};

/** The visible response, without the requested ids, the request id and the time. */
function shape({ status, headers, body }: Answer, asked: string[]): string {
  const named = [...headers].filter(([name]) => !['date', 'x-request-id', 'etag'].includes(name));
  const text = JSON.stringify({ status, named, body })
    .replaceAll(/"requestId":"[^"]+"/g, '')
    .replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
  const without = asked.reduce((rest, value) => rest.replaceAll(value, 'ASKED'), text);
  // A created resource has a new id.
  return status < 300 ? without.replaceAll(/[a-z]+[_.][0-9a-z]{26}|"number":\d+/g, 'ID') : without;
}

/** Own identifiers in all required positions except `asked`. */
function valuesFor(slots: Slot[], own: Everything, asked: Map<Slot, string>): [Slot, string][] {
  const filled = slots.filter((slot) => slot.isRequired || asked.has(slot));
  return filled.map((slot) => [slot, asked.get(slot) ?? own[slot.kind]]);
}

/** Each position separately, and all of the path together. */
function combinations(slots: Slot[]): Slot[][] {
  const inPath = slots.filter((slot) => slot.in === 'path');
  return [...slots.map((slot) => [slot]), ...(inPath.length > 1 ? [inPath] : [])];
}

/** Fingerprints a workspace's rows of every table. */
async function fingerprintOf({ app }: TestApp, workspaceId: string): Promise<Record<string, string>> {
  const db = app.platform.database.read;
  const { rows: tables } = await sql<{ name: string }>`
    select m.name from sqlite_master m join pragma_table_info(m.name) c
    where m.type = 'table' and c.name = 'workspace_id' order by m.name`.execute(db);
  const prints: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)} where workspace_id = ${workspaceId}`.execute(db);
    prints[name] = `${rows.length} rows ${hash('sha256', JSON.stringify(rows))}`;
  }
  return prints;
}

/** Positions where an own resource gets the same response as a missing one, each with the reason. */
const alike: Record<string, string> = {
  'GET /api/ai-agents/{id}/published id': 'an agent that is not published has no such version',
  'GET /api/channels/{id}/credentials id': 'a simulated channel has none',
  'GET /api/conversations/{id}/messages/{messageId}/trace id': 'an agent that is not published answers nothing',
  'GET /api/conversations/{id}/messages/{messageId}/trace messageId': 'an agent that is not published answers nothing',
  'PUT /api/simulator/channels/{id}/phones/{phone} phone': 'a phone is there once it is named',
  'PUT /api/simulator/channels/{id}/templates/{name} name': 'makes what is not there',
  'DELETE /api/simulator/channels/{id}/templates/{name} name': 'is gone either way',
  'GET /api/conversations/{id}/handoff id': 'an agent that is not published hands nothing over',
  'POST /api/flows steps.1.config.stageId': 'a draft is checked when it is switched on',
  'POST /api/flows steps.2.config.pipelineId': 'a draft is checked when it is switched on',
  'POST /api/flows steps.2.config.stageId': 'a draft is checked when it is switched on',
  'POST /api/integrations/bindings/preview config.stageId': 'fills the texts and looks nothing up',
  'POST /api/orders items.0.catalogItemId': 'kept as it was given: an order outlives what was ordered',
  'PATCH /api/orders/{id} items.0.catalogItemId': 'kept as it was given: an order outlives what was ordered',
  'POST /api/simulator/channels/{id}/messages replyTo': 'an app shows what it knows of the message that is answered',
  'POST /api/crm/stages/reorder stageIds.0': 'all stages have to be named, one is sent',
};

test('a resource of another workspace gets the same response as a missing one, byte for byte, and stays unchanged', async () => {
  const { shop, other, mine, theirs } = await startTwoShops();
  const before = await fingerprintOf(shop, shop.workspace.id);
  expect(Object.values(before).filter((print) => !print.startsWith('0 ')).length).toBeGreaterThan(35);
  const told: string[] = [];
  const vacuous: string[] = [];
  let count = 0;
  for (const { route, slots } of withSlots) {
    for (const asked of combinations(slots)) {
      const foreign = new Map(asked.map((slot) => [slot, mine[slot.kind]]));
      const absent = new Map(asked.map((slot) => [slot, randomLike(shop, mine[slot.kind])]));
      const refused = await send(other, route, valuesFor(slots, theirs, absent));
      const answer = await send(other, route, valuesFor(slots, theirs, foreign));
      const where = `${route} ${asked.map((slot) => slot.at.join('.')).join(' ')}`;
      if (shape(answer, [...foreign.values()]) !== shape(refused, [...absent.values()])) {
        told.push(
          `${where}: ${shape(answer, [...foreign.values()])} instead of ${shape(refused, [...absent.values()])}`,
        );
      }
      const isPath = asked.every((slot) => slot.in === 'path');
      if (isPath && answer.status !== 404 && !(where in alike)) vacuous.push(`${where}: ${answer.status}`);
      count += 1;
    }
  }
  await shop.settle();
  expect(told).toEqual([]);
  expect(vacuous, 'a path to something foreign is not found').toEqual([]);
  expect(await fingerprintOf(shop, shop.workspace.id)).toEqual(before);
  expect(count).toBeGreaterThan(150);
});

/** Resources needed by others are changed last. */
function rank(route: string): number {
  if (/credentials|driver/.test(route) && !route.startsWith('GET')) return 1_000;
  if (/^DELETE .*\/(ai-agents\/{id}|reassign\/.*)$/.test(route)) return 899 - route.split('/').length / 10;
  if (route.startsWith('DELETE')) return 900 - route.split('/').length;
  if (route.endsWith('/runs')) return -1;
  return route.startsWith('POST') ? 1 : 0;
}

test('a resource of the own workspace is found in every one of these places', async () => {
  const { shop, api, mine } = await startTwoShops();
  const same: string[] = [];
  for (const { route, slots } of withSlots.toSorted((a, b) => rank(a.route) - rank(b.route))) {
    const nothing: [Slot, string, string][] = [];
    for (const slot of slots) {
      const absent = randomLike(shop, mine[slot.kind]);
      const answer = await send(api, route, valuesFor(slots, mine, new Map([[slot, absent]])));
      nothing.push([slot, absent, shape(answer, [absent])]);
    }
    let deleted: Answer | null = null;
    for (const [slot, , refused] of nothing) {
      const own = mine[slot.kind];
      const found: Answer = deleted ?? (await send(api, route, valuesFor(slots, mine, new Map([[slot, own]]))));
      // It can be deleted only once: that response counts for each position.
      if (route.startsWith('DELETE')) deleted = found;
      const where = `${route} ${slot.at.join('.')}`;
      if (shape(found, [own]) === refused && !(where in alike)) same.push(`${where}: ${refused}`);
    }
  }
  expect(same).toEqual([]);
});
