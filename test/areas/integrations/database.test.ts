import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresServer, startPostgres, withoutPostgres } from '../../support/environment/postgres.ts';
import { startApp } from '../../support/server/app.ts';
import { ManualClock } from '../../support/server/clock.ts';
import { bind, expectDisconnects, install, newestJob, retryJob } from '../../support/shop/integrations.ts';
import { emit } from '../../support/shop/webhooks.ts';

if (withoutPostgres) console.warn(`Skipped: ${withoutPostgres}`);

let server: PostgresServer;
beforeAll(async () => {
  if (!withoutPostgres) server = await startPostgres();
});
afterAll(() => server?.remove());

/** Runs a statement as the shop would. */
async function query(text: string) {
  const { port, user, password, database } = server;
  const client = new pg.Client({ host: '127.0.0.1', port, user, password, database });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function start() {
  const { port, user, password, database } = server;
  const clock = new ManualClock();
  const app = await startApp({ clock, env: { FRONTDESK_OUTBOUND_ALLOW: `127.0.0.1:${port}` } });
  const credentials = { host: '127.0.0.1', port, user, password, database, tls: false };
  return { ...app, clock, credentials };
}

test.skipIf(withoutPostgres)('an event inserts one row, whatever its values contain', async () => {
  await query('create table "Odd ""name" ("Client" text, total numeric, "when" timestamptz, event text unique)');
  const app = await start();
  const installation = await install(app.api, 'database', app.credentials);
  expect(installation.account).toBe('postgres on 127.0.0.1');
  const config = {
    table: 'public.Odd "name',
    fields: { Client: '{{data.clientName}}', total: '{{data.total}}', when: '{{data.at}}' },
    eventColumn: 'event',
  };
  const binding = await bind(app.api, installation.id, 'order.created', 'insert_row', config);
  const clientName = "Robert'); drop table students; --";
  await emit(app, 'order.created', { id: 'ord_1', clientName, total: 91.8, at: null });
  const job = await newestJob(app, binding.id, 'SUCCEEDED');
  const rows = await query('select * from "Odd ""name"');
  expect(rows).toEqual([{ Client: clientName, total: '91.8', when: null, event: job.eventId }]);
  expect(JSON.stringify([job, installation])).not.toContain(server.password);
  // If the response had been lost, a repeat would conflict with the row.
  await app.app.platform.write(({ db }) =>
    db.updateTable('integration_jobs').set({ status: 'FAILED', in_doubt: 1 }).execute(),
  );
  expect((await retryJob(app, job)).attempts.at(-1).response).toBe('0 rows');
  expect(await query('select * from "Odd ""name"')).toHaveLength(1);
  await expectDisconnects(app, installation.id);
});

test.skipIf(withoutPostgres)(
  'a table name with dots works as listed; a missing column or table is reported at once',
  async () => {
    await query('create schema "sales.eu"; create table "sales.eu"."dot.ted" (id text unique, total numeric)');
    const app = await start();
    const { api, credentials } = app;
    const installation = await install(api, 'database', credentials);
    const targets = (await api.get(`/api/integrations/${installation.id}/targets?action=insert_row&limit=100`)).body;
    const table = '"sales.eu"."dot.ted"';
    expect(targets.data.map(({ id }: { id: string }) => id)).toContain(table);
    const inside = `/api/integrations/${installation.id}/targets?action=insert_row&targetId=${encodeURIComponent(table)}`;
    expect((await api.get(inside)).body.data.map(({ id }: { id: string }) => id)).toEqual(['id', 'total']);

    const draft = (config: object) => ({
      ...{ installationId: installation.id, eventName: 'order.created', action: 'insert_row' },
      config: { table, fields: { total: '{{data.total}}' }, eventColumn: 'id', ...config },
    });
    const missing = await api.post('/api/integrations/bindings', draft({ fields: { totals: '1', total: '2' } }));
    expect(missing).toMatchObject({ status: 422, body: { code: 'config_invalid' } });
    expect(missing.body.errors).toEqual([
      { field: 'body.config.fields', code: 'config_invalid', message: 'the target has no "totals"' },
    ]);
    const nowhere = await api.post('/api/integrations/bindings', draft({ table: 'public.nowhere' }));
    expect(nowhere).toMatchObject({ status: 422, body: { code: 'config_invalid' } });
    const { body: binding, status } = await api.post('/api/integrations/bindings', draft({}));
    expect(status).toBe(201);
    const change = { config: { ...draft({}).config, eventColumn: 'gone' } };
    expect((await api.patch(`/api/integrations/bindings/${binding.id}`, change)).status).toBe(422);
    await emit(app, 'order.created', { id: 'ord_1', total: 12.5 });
    await newestJob(app, binding.id, 'SUCCEEDED');
    expect(await query('select total from "sales.eu"."dot.ted"')).toEqual([{ total: '12.5' }]);
  },
);

test.skipIf(withoutPostgres)('a database without TLS is reported as such', async () => {
  const { api, credentials } = await start();
  const answer = await api.post('/api/integrations', {
    connector: 'database',
    credentials: { ...credentials, tls: true },
  });
  expect(answer).toMatchObject({
    status: 502,
    body: { code: 'connector_failed', detail: 'The database offers no TLS' },
  });
});

test.skipIf(withoutPostgres)(
  'rows are upserted by key columns, and tables and columns are listed paginated',
  async () => {
    await query('create table orders (id text primary key, status text); create table zebra (a int)');
    const app = await start();
    const installation = await install(app.api, 'database', app.credentials);
    const targets = async (query: string) =>
      (await app.api.get(`/api/integrations/${installation.id}/targets?action=upsert_row${query}`)).body;
    const first = await targets('&limit=1');
    expect(first.data).toHaveLength(1);
    const names: string[] = [first.data[0].name];
    for (let { nextCursor } = first; nextCursor !== null; ) {
      const page = await targets(`&limit=1&cursor=${nextCursor}`);
      names.push(...page.data.map(({ name }: { name: string }) => name));
      nextCursor = page.nextCursor;
    }
    expect(names).toEqual(expect.arrayContaining(['public.orders', 'public.zebra']));
    const columns = await targets('&targetId=public.orders');
    expect(columns.data.map(({ name }: { name: string }) => name)).toEqual(['id', 'status']);
    expect((await targets('&targetId=public.nothing')).status).toBe(404);

    const fields = { id: '{{data.id}}', status: '{{data.status}}' };
    const config = { table: 'public.orders', fields, keyColumns: ['id'] };
    const wrong = { installationId: installation.id, eventName: 'order.updated', action: 'upsert_row' };
    const refused = await app.api.post('/api/integrations/bindings', {
      ...wrong,
      config: { ...config, keyColumns: ['x'] },
    });
    expect(refused).toMatchObject({ status: 422, body: { code: 'config_invalid' } });
    const binding = await bind(app.api, installation.id, 'order.updated', 'upsert_row', config);
    await emit(app, 'order.updated', { id: 'ord_1', status: 'PREPARING' });
    await newestJob(app, binding.id, 'SUCCEEDED');
    await emit(app, 'order.updated', { id: 'ord_1', status: 'DELIVERED' });
    await app.settle();
    await newestJob(app, binding.id, 'SUCCEEDED');
    expect(await query('select * from orders')).toEqual([{ id: 'ord_1', status: 'DELIVERED' }]);
  },
);

test.skipIf(withoutPostgres)(
  'a rejection fails at once and succeeds by a retry; an unreachable server is retried automatically',
  async () => {
    const app = await start();
    const createTable = 'create table later (name text, event text unique)';
    await query(createTable);
    const installation = await install(app.api, 'database', app.credentials);
    const config = { table: 'public.later', fields: { name: '{{data.name}}' }, eventColumn: 'event' };
    const binding = await bind(app.api, installation.id, 'lead.captured', 'insert_row', config);
    await query('drop table later');
    await emit(app, 'lead.captured', { id: 'lead_1', name: 'Ana' });
    const failed = await newestJob(app, binding.id, 'FAILED', 1);
    expect(failed.error).toMatchObject({ code: 'refused' });
    expect(failed.error.message).toContain('does not exist');
    await query(createTable);
    await retryJob(app, failed);

    await server.stop();
    const targets = await app.api.get(`/api/integrations/${installation.id}/targets?action=insert_row`);
    expect(targets).toMatchObject({ status: 502, body: { code: 'connector_failed' } });
    expect((await app.api.post(`/api/integrations/${installation.id}/check`)).body).toMatchObject({
      ok: false,
      state: 'ERROR',
    });
    await emit(app, 'lead.captured', { id: 'lead_2', name: 'Bia' });
    await newestJob(app, binding.id, 'RETRYING', 1);
    await server.start();
    app.clock.advance(10_000);
    await newestJob(app, binding.id, 'SUCCEEDED', 2);
    expect(await query('select name from later order by name')).toEqual([{ name: 'Ana' }, { name: 'Bia' }]);
    expect((await app.api.get(`/api/integrations/${installation.id}`)).body.state).toBe('CONNECTED');
  },
);

test.skipIf(withoutPostgres)(
  'wrong credentials and hosts that are not allowed are reported when connecting',
  async () => {
    const { api, credentials } = await start();
    const connect = (change: object) =>
      api.post('/api/integrations', { connector: 'database', credentials: { ...credentials, ...change } });
    expect(await connect({ password: 'wrong' })).toMatchObject({ status: 422, body: { code: 'credentials_refused' } });
    expect(await connect({ database: 'nothing' })).toMatchObject({ status: 422 });
    expect(await connect({ port: 5431 })).toMatchObject({ status: 403, body: { code: 'outbound_not_allowed' } });
    // The server has no TLS: nothing is sent in clear text.
    expect(await connect({ tls: true })).toMatchObject({ status: 502 });
  },
);
