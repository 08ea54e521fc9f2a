import { afterAll, expect, test } from 'vitest';
import { databaseId, startNotion, token } from '../../doubles/notion-server.ts';
import { startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import {
  bind,
  expectDisconnects,
  install,
  newestJob,
  replaceEndpoints,
  retryJob,
} from '../../support/shop/integrations.ts';
import { emit } from '../../support/shop/webhooks.ts';

const notion = await startNotion();
replaceEndpoints({ notion: `${notion.url}/v1` });
afterAll(() => notion.close());

async function start() {
  const clock = new ManualClock();
  const app = await startApp({ clock, env: { FRONTDESK_OUTBOUND_ALLOW: new URL(notion.url).host } });
  const { id, account } = await install(app.api, 'notion', { token });
  return { ...app, clock, id, account };
}

test('an event creates one page by its property types, even if a response is lost', async () => {
  const app = await start();
  expect(app.account).toBe('Loja');
  const targets = async (query = '') =>
    app.api.get(`/api/integrations/${app.id}/targets?action=create_page&limit=1${query}`);
  const first = (await targets()).body;
  const second = (await targets(`&cursor=${first.nextCursor}`)).body;
  expect([first.data[0].name, second.data[0].name, second.nextCursor]).toEqual(['Leads', 'Pedidos', null]);
  expect((await targets(`&targetId=${databaseId}`)).body.data[0].name).toBe('Nome');
  expect((await targets('&targetId=nothing')).status).toBe(404);

  const fields = {
    Nome: '{{data.name}}',
    Total: '{{data.total}}',
    Etapa: 'Novo',
    Marcas: 'a, b',
    Fone: '{{data.phone}}',
  };
  const binding = await bind(app.api, app.id, 'lead.captured', 'create_page', { database: databaseId, fields });
  notion.losesAnswer = true;
  await emit(app, 'lead.captured', { id: 'lead_1', name: 'Ana', total: 9.5, phone: null });
  const { eventId } = await newestJob(app, binding.id, 'RETRYING', 1);
  app.clock.advance(10_000);
  const job = await newestJob(app, binding.id, 'SUCCEEDED', 2);
  expect(job.reference).toBe('page_1');
  expect(notion.faults).toEqual([]);
  expect(notion.pages).toEqual([
    {
      Nome: { title: [{ text: { content: 'Ana' } }] },
      Total: { number: 9.5 },
      Etapa: { select: { name: 'Novo' } },
      Marcas: { multi_select: [{ name: 'a' }, { name: 'b' }] },
      Fone: { phone_number: null },
      'Frontdesk event': { rich_text: [{ text: { content: eventId } }] },
    },
  ]);
  expect(JSON.stringify(job)).not.toContain(token);
  await expectDisconnects(app, app.id);
});

test('a missing property is reported when binding; one removed later fails at once, and a retry succeeds once it is back', async () => {
  const app = await start();
  const config = { database: databaseId, fields: { Idade: '{{data.age}}' } };
  const draft = { installationId: app.id, eventName: 'lead.captured', action: 'create_page', config };
  const missing = await app.api.post('/api/integrations/bindings', draft);
  expect([missing.status, missing.body.detail]).toEqual([422, 'the target has no "Idade"']);
  notion.types.Idade = 'number';
  const binding = await bind(app.api, app.id, 'lead.captured', 'create_page', config);
  delete notion.types.Idade;
  await emit(app, 'lead.captured', { id: 'lead_1', age: '30' });
  const failed = await newestJob(app, binding.id, 'FAILED', 1);
  expect(failed.error.message).toBe('The database has no property "Idade"');
  notion.types.Idade = 'number';
  await retryJob(app, failed);
  await app.api.patch(`/api/integrations/bindings/${binding.id}`, { config: { ...config, fields: { Soma: '1' } } });
  await emit(app, 'lead.captured', { id: 'lead_2' });
  expect((await newestJob(app, binding.id, 'FAILED', 1)).error.message).toContain('cannot be written');
});

test('a rejected token is reported, and an unreachable Notion is 502', async () => {
  const app = await start();
  const credentials = { token: 'ntn_wrong-0123456789' };
  const refused = await app.api.post('/api/integrations', { connector: 'notion', credentials });
  expect(refused).toMatchObject({ status: 422, body: { code: 'credentials_refused' } });
  notion.failures.push({ status: 503 });
  expect((await app.api.get(`/api/integrations/${app.id}/targets?action=create_page`)).status).toBe(502);
  notion.failures.push({ status: 401 });
  const check = (await app.api.post(`/api/integrations/${app.id}/check`)).body;
  expect(check).toMatchObject({ ok: false, state: 'ERROR', error: { code: 'unauthorized' } });
});
