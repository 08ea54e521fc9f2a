import { expect, test } from 'vitest';
import { areas } from '../../server/areas/index.ts';
import type { Operation } from '../../server/http/operation.ts';
import { openCampaigns, people } from '../areas/campaigns/support.ts';
import { startApp } from '../support/server/app.ts';
import { addPerson, type ConsoleClient, signIn } from '../support/server/console.ts';

const all = areas.flatMap((area) =>
  Object.entries({ ...area.operations, ...area.ownerOperations } as Record<string, Operation>),
);
const exported = all.filter(([, { exports }]) => exports);

/** Files without people’s data, or with data that the caller may also read event by event. */
const otherFiles: Record<string, string> = {
  exportFlow: 'a flow as it was built',
  streamEvents: 'a scope of its own, which an attendant has not',
  followEvents: 'others than owners get no past (test/areas/developers/stream-start.test.ts)',
};

test('every file that an operation answers with is declared an export, reserved for the owner, or known to contain no people’s data', () => {
  const files = all.filter(([, { response, csv }]) => csv || (response !== null && 'contentType' in response));
  const open = files.filter(([id, { exports, scope }]) => !exports && scope !== 'owner' && !(id in otherFiles));
  expect(open.map(([id]) => id)).toEqual([]);
  expect(exported.map(([id]) => id).sort()).toEqual([
    'exportContacts',
    'exportLeads',
    'exportOrders',
    'getCampaignReport',
  ]);
});

test('every export is the owner’s, is acknowledged, and is recorded with its caller', async () => {
  const { shop, launch } = await openCampaigns();
  const owner = await signIn(shop);
  const { client: attendant } = await addPerson(owner, 'Ana');
  const campaign = await launch(people(2));
  for (const [operationId, { path, csv }] of exported) {
    const address = path.replace('/api/marketing-campaigns/{id}', campaign);
    const headers: Record<string, string> = csv ? { accept: 'text/csv' } : {};
    const ask = (who: ConsoleClient, query = '') => who.get(address + query, { headers });
    for (const query of ['', '?acknowledged=true']) {
      const refused = await ask(attendant, query);
      expect([operationId, refused.status]).toEqual([operationId, 403]);
    }
    for (const query of ['', '?acknowledged=false']) {
      const unread = await ask(owner, query);
      expect([operationId, unread.status, unread.body.code]).toEqual([operationId, 428, 'acknowledgement_required']);
      expect(unread.body.rows).toEqual(expect.any(Number));
    }
    const before = (await shop.events()).filter(({ type }) => type.endsWith('.exported')).length;
    const file = await ask(owner, '?acknowledged=true');
    expect([operationId, file.status, file.headers.get('content-type')]).toEqual([
      operationId,
      200,
      'text/csv; charset=utf-8',
    ]);
    const entries = (await shop.events()).filter(({ type }) => type.endsWith('.exported'));
    expect([operationId, entries.length]).toEqual([operationId, before + 1]);
    expect(entries.at(-1)).toMatchObject({ source: 'CONSOLE', data: { rows: expect.any(Number), truncated: false } });
  }
});

test('the JSON of a report needs no acknowledgement from attendants or keys, and a key’s CSV is recorded too', async () => {
  const { shop, launch } = await openCampaigns();
  const { client: attendant } = await addPerson(await signIn(shop), 'Ana');
  const campaign = await launch(people(2));
  const path = `${campaign}/report`;
  const key = await shop.withScopes('campaigns.read');
  for (const accept of ['application/json', '*/*', 'application/json, text/csv']) {
    for (const caller of [attendant, key]) expect((await caller.get(path, { headers: { accept } })).status).toBe(200);
  }
  expect(await shop.events('recipients.exported')).toEqual([]);
  const headers = { accept: 'text/csv' };
  expect((await key.get(path, { headers })).status).toBe(428);
  expect((await key.get(`${path}?acknowledged=true`, { headers })).status).toBe(200);
  expect(await shop.events('recipients.exported')).toMatchObject([
    { source: 'API', data: { rows: 2, filters: { campaignId: campaign.split('/').at(-1) }, truncated: false } },
  ]);
});

test('the export of everything and the download of a backup are recorded, too', async () => {
  const shop = await startApp();
  const owner = await signIn(shop);
  expect((await owner.get('/owner/export')).status).toBe(200);
  expect((await owner.post('/owner/backups')).status).toBe(202);
  await expect.poll(async () => (await owner.get('/owner/backups')).body.items.length).toBe(1);
  const [{ name }] = (await owner.get('/owner/backups')).body.items;
  expect((await owner.get(`/owner/backups/${name}/download`)).status).toBe(200);
  expect(await shop.events('shop.exported', 'backup.downloaded')).toMatchObject([
    { type: 'shop.exported', source: 'CONSOLE' },
    { type: 'backup.downloaded', source: 'CONSOLE', data: { name } },
  ]);
});
