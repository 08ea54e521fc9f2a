import { afterAll, beforeEach, expect, test } from 'vitest';
import { startAirtable, token } from '../../doubles/airtable-server.ts';
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

const airtable = await startAirtable();
replaceEndpoints({ airtable: `${airtable.url}/v0` });
afterAll(() => airtable.close());
beforeEach(() => {
  airtable.records.length = 0;
});

const place = { base: 'appLeads', table: 'tblMain' };

async function start() {
  const clock = new ManualClock();
  const app = await startApp({ clock, env: { FRONTDESK_OUTBOUND_ALLOW: new URL(airtable.url).host } });
  const { id, account } = await install(app.api, 'airtable', { token });
  return { ...app, clock, id, account };
}

test('an event creates one record, even if a response is lost', async () => {
  const app = await start();
  expect(app.account).toBe('loja@example.com');
  const targets = async (query = '') =>
    app.api.get(`/api/integrations/${app.id}/targets?action=create_record&limit=1${query}`);
  const names: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await targets(cursor && `&cursor=${cursor}`);
    names.push(...body.data.map(({ name }: { name: string }) => name));
    cursor = body.nextCursor;
  }
  expect(names).toEqual(['Leads', 'Notas', 'Pedidos']);
  expect((await targets('&targetId=appLeads')).body.data).toMatchObject([{ id: 'tblMain', kind: 'table' }]);
  expect((await targets('&targetId=appNone')).status).toBe(404);

  const config = { ...place, fields: { Nome: '{{data.name}}' } };
  const binding = await bind(app.api, app.id, 'lead.captured', 'create_record', config);
  airtable.losesAnswer = true;
  await emit(app, 'lead.captured', { id: 'lead_1', name: 'Ana' });
  const { eventId } = await newestJob(app, binding.id, 'RETRYING', 1);
  app.clock.advance(10_000);
  const job = await newestJob(app, binding.id, 'SUCCEEDED', 2);
  expect(airtable.records).toEqual([{ Nome: 'Ana', 'Frontdesk event': eventId }]);
  expect(airtable.faults).toEqual([]);
  expect(JSON.stringify(job)).not.toContain(token);
  await expectDisconnects(app, app.id);
});

test('an upsert changes the record with its key; a rejected one fails at once and succeeds by a retry', async () => {
  const app = await start();
  const config = { ...place, fields: { Pedido: '{{data.id}}', Status: '{{data.status}}' }, keyFields: ['Pedido'] };
  const binding = await bind(app.api, app.id, 'order.updated', 'upsert_record', config);
  await emit(app, 'order.updated', { id: 'ord_1', status: 'NOVO' });
  await newestJob(app, binding.id, 'SUCCEEDED');
  airtable.failures.push({ status: 422, body: { error: { type: 'INVALID_VALUE_FOR_COLUMN' } } });
  await emit(app, 'order.updated', { id: 'ord_1', status: 'PRONTO' });
  const failed = await newestJob(app, binding.id, 'FAILED', 1);
  expect(failed.attempts[0].response).toContain('INVALID_VALUE_FOR_COLUMN');
  await retryJob(app, failed);
  expect(airtable.records).toEqual([{ Pedido: 'ord_1', Status: 'PRONTO' }]);
  const draft = { installationId: app.id, eventName: 'order.created', action: 'upsert_record' };
  const wrong = await app.api.post('/api/integrations/bindings', { ...draft, config: { ...config, keyFields: ['x'] } });
  expect(wrong).toMatchObject({ status: 422, body: { code: 'config_invalid' } });
});

test('a rejected token is reported, and an unreachable Airtable is 502', async () => {
  const app = await start();
  const credentials = { token: 'patWrong.0123456789' };
  const refused = await app.api.post('/api/integrations', { connector: 'airtable', credentials });
  expect(refused).toMatchObject({ status: 422, body: { code: 'credentials_refused' } });
  airtable.failures.push({ status: 503 });
  expect((await app.api.get(`/api/integrations/${app.id}/targets?action=create_record`)).status).toBe(502);
  airtable.failures.push({ status: 401 });
  const check = (await app.api.post(`/api/integrations/${app.id}/check`)).body;
  expect(check).toMatchObject({ ok: false, state: 'ERROR', error: { code: 'unauthorized' } });
});
