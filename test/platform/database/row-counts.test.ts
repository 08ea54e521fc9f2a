import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { countBy, countShared, isCommon } from '../../../server/platform/database/row-counts.ts';
import { startApp } from '../../support/server/app.ts';
import { findMiscounts } from '../../support/server/find-miscounts.ts';
import { makeAgent, pizzas } from '../../support/shop/sales.ts';

const phone = '+5511987654321';

test('counts follow rows as they are inserted, changed and deleted', async () => {
  const { api, app, workspace } = await startApp();
  const { read } = app.platform.database;
  const count = (shared = {}) => countShared(read, workspace.id, 'orders', shared);
  const aiAgentId = await makeAgent(api);
  const { body: order } = await api.post('/api/orders', pizzas(aiAgentId, { clientPhone: phone }));
  await api.post('/api/orders', pizzas(aiAgentId, { clientPhone: phone }));
  expect([count(), count({ status: order.status }), count({ ai_agent_id: aiAgentId })]).toEqual([2, 2, 2]);
  expect((await api.patch(`/api/orders/${order.id}`, { status: 'CANCELLED' })).status).toBe(200);
  expect(count({ status: [order.status, 'CANCELLED', 'CANCELLED'] })).toBe(2);
  expect(await countBy(read, workspace.id, 'orders', 'status')).toEqual(
    new Map([
      ['CANCELLED', 1],
      [order.status, 1],
    ]),
  );
  expect((await api.delete(`/api/orders/${order.id}`)).status).toBe(200);
  expect([count(), count({ status: 'CANCELLED' }), count({ status: 'CANCELLED', source: 'BOT' })]).toEqual([
    1,
    0,
    null,
  ]);
});

test('a contact is a buyer and a lead whichever came first, until the last order is cancelled', async () => {
  const { api } = await startApp();
  const aiAgentId = await makeAgent(api);
  const total = async (filter: string) => (await api.get(`/api/contacts?filter=${filter}`)).body.total;
  const { body: order } = await api.post('/api/orders', pizzas(aiAgentId, { clientPhone: phone }));
  const { body: lead } = await api.post('/api/leads', { aiAgentId, phone });
  await api.post('/api/contacts', { phone });
  expect([await total('buyer'), await total('lead'), await total('buyer,lead')]).toEqual([1, 1, 1]);
  await api.patch(`/api/orders/${order.id}`, { status: 'CANCELLED' });
  await api.delete(`/api/leads/${lead.id}`);
  expect([await total('buyer'), await total('lead'), await total('buyer,lead')]).toEqual([0, 0, 0]);
});

test('every test ends with a look for wrong counts, which finds them', async () => {
  const { api, app } = await startApp();
  const { platform } = app;
  await api.post('/api/contacts', { phone });
  expect(await findMiscounts(platform.database.read)).toEqual([]);
  const change = (statement: string) => platform.write(({ db }) => sql.raw(statement).execute(db));
  await change(`update row_counts set count = count + 1 where table_name = 'contacts' and shared = ''`);
  await change('update contacts set order_count = 3');
  expect(await findMiscounts(platform.database.read)).toMatchObject([
    { side: 'kept', count: 2 },
    { side: 'found', count: 1 },
    { side: 'order_count' },
  ]);
  await change(`update row_counts set count = count - 1 where table_name = 'contacts' and shared = ''`);
  await change('update contacts set order_count = 0');
});

test('what is shared is common when going through the list finds a page sooner than reading all that share it', () => {
  expect([isCommon(1, 1), isCommon(110, 115), isCommon(10, 115), isCommon(3_000, 100_000)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
});
