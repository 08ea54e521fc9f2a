import { expect, test } from 'vitest';
import { signIn } from '../../support/server/console.ts';
import { mappings, openCampaigns, people, phoneOf } from './support.ts';

const consoleOf = async (path: string, { shop }: { shop: Parameters<typeof signIn>[0] }) => {
  const owner = await signIn(shop);
  const at = path.replace('/api/marketing-campaigns', '/owner/campaigns');
  return {
    owner,
    outlook: async (query = '') => (await owner.get(`${at}/outlook${query}`)).body,
    sample: async (body: object) => (await owner.post(`${at}/sample`, body)).body,
    returns: async () => (await owner.get(`${at}/returns`)).body,
  };
};

test('a draft tells what prevents it, and when it ends within the sending hours', async () => {
  const campaigns = await openCampaigns();
  const path = await campaigns.draft(people(10), { sendIntervalMs: 60_000 });
  const { owner, outlook } = await consoleOf(path, campaigns);
  expect(await outlook()).toMatchObject({
    refusals: [],
    recipients: 10,
    startsAt: campaigns.clock.now().toISOString(),
    endsAt: new Date(campaigns.clock.now().getTime() + 9 * 60_000).toISOString(),
    cost: null,
  });
  const rules = (await owner.get('/api/marketing-campaigns/sending-rules')).body;
  const hours = { ...rules, sendingHours: { from: '09:00', to: '20:00' }, pricePerMessage: 0.0625 };
  await owner.put('/api/marketing-campaigns/sending-rules', hours);
  // São Paulo, three hours behind UTC: five messages from 19:55 to 19:59, the sixth the next morning at nine.
  expect(await outlook('?scheduledAt=2026-11-24T19:55')).toMatchObject({
    startsAt: '2026-11-24T22:55:00.000Z',
    endsAt: '2026-11-25T12:04:00.000Z',
    cost: 0.63,
  });
  expect(await outlook('?scheduledAt=2026-11-24T21:00')).toMatchObject({
    startsAt: '2026-11-25T12:00:00.000Z',
    endsAt: '2026-11-25T12:09:00.000Z',
  });
  expect((await outlook('?scheduledAt=tomorrow')).errors[0]).toMatchObject({ field: 'query.scheduledAt' });
  await owner.put(`${path}/variables`, { mappings: [] });
  await owner.put(`${path}/audience`, { rows: [] });
  const unready = await outlook();
  expect(unready).toMatchObject({ recipients: 0, startsAt: null, endsAt: null });
  expect(unready.refusals.map(({ code }: { code: string }) => code)).toEqual([
    'no_audience',
    'variable_unmapped',
    'variable_unmapped',
  ]);
});

test('a sample fills the variables with the data of a recipient, in the order of the audience without who is skipped', async () => {
  const campaigns = await openCampaigns();
  const rows = [
    { phone: 'no number' },
    { phone: phoneOf(1), name: 'Ana Souza', variables: { oferta: 'pão em dobro' } },
    { phone: phoneOf(2), name: 'Beto' },
  ];
  const { owner, sample } = await consoleOf(await campaigns.draft(rows), campaigns);
  await owner.post('/api/contacts', { phone: phoneOf(2), name: 'Roberto Lima' });
  expect(await sample({ mappings, at: 0 })).toEqual({
    total: 2,
    recipient: { phone: phoneOf(1), name: 'Ana Souza' },
    values: { 1: 'Ana', 2: 'pão em dobro' },
    variables: { oferta: 'pão em dobro' },
  });
  const [first] = mappings;
  expect(await sample({ mappings: [first, { variable: '2', source: 'FIELD', value: 'oferta' }], at: 1 })).toEqual({
    total: 2,
    recipient: { phone: phoneOf(2), name: 'Roberto Lima' },
    values: { 1: 'Roberto', 2: '' },
    variables: {},
  });
  expect(await sample({ mappings, at: 2 })).toEqual({ total: 2, recipient: null, values: {}, variables: {} });
});

test('orders of the week after the message are told, cancelled ones and those of others are not', async () => {
  const campaigns = await openCampaigns();
  const { api, clock, launch, run } = campaigns;
  const agent = (await api.post('/api/ai-agents', { name: 'Bela' })).body;
  const order = async (phone: string, more: object = {}) => {
    const items = [{ name: 'Pizza', quantity: 1, unitPrice: 50 }];
    const body = { aiAgentId: agent.id, clientName: 'Ana', clientPhone: phone, items, total: 50 };
    const made = await api.post('/api/orders', body);
    expect(made.status).toBe(201);
    if ('status' in more) await api.patch(`/api/orders/${made.body.id}`, more);
  };
  await order(phoneOf(0));
  clock.advance(1_000);
  const path = await launch(people(3));
  const { returns } = await consoleOf(path, campaigns);
  await run(2_000);
  expect(await returns()).toEqual({ days: 7, orders: 0, buyers: 0, total: 0, newest: [] });
  clock.advance(3_600_000);
  await order(phoneOf(0));
  await order(phoneOf(0));
  await order(phoneOf(1), { status: 'CANCELLED' });
  await order(phoneOf(9));
  expect(await returns()).toMatchObject({ orders: 2, buyers: 1, total: 100 });
  clock.advance(7 * 86_400_000);
  await order(phoneOf(2));
  expect(await returns()).toMatchObject({ orders: 2, buyers: 1, total: 100 });
});

test('an audience is taken from a filter of the customers’ list', async () => {
  const campaigns = await openCampaigns();
  const { api } = campaigns;
  for (const [index, name] of ['Ana', 'Beto', 'Caio'].entries()) {
    await api.post('/api/contacts', { phone: phoneOf(index), name, tags: index < 2 ? ['VIP'] : [] });
  }
  const preview = (body: object) => api.post('/api/marketing-campaigns/audience/contacts', body);
  const found = await preview({ filter: 'tag:VIP,newDays:7', search: 'be' });
  expect(found.body.rows).toMatchObject([{ phone: phoneOf(1), name: 'Beto', variables: {} }]);
  expect((await preview({ filter: 'tag:VIP' })).body.total).toBe(2);
  expect((await preview({ filter: 'buyer' })).body.total).toBe(0);
  const refused = await preview({ filter: 'rich' });
  expect(refused.status).toBe(400);
  expect(refused.body.errors[0]).toMatchObject({ field: 'body.filter' });
});

test('the check reports rows whose text is too long or has an empty variable, with their place, and counts them', async () => {
  const campaigns = await openCampaigns();
  const { api } = campaigns;
  const path = await campaigns.draft([]);
  const strict = [
    { variable: '1', source: 'FIELD', value: 'name' },
    { variable: '2', source: 'FIELD', value: 'oferta' },
  ];
  await api.put(`${path}/variables`, { mappings: strict });
  const rows = [
    { phone: phoneOf(0), name: 'Ana', variables: { oferta: 'pizza' } },
    { phone: 'no number', name: 'x'.repeat(100) },
    { phone: phoneOf(1), name: 'Bia', variables: { oferta: 'x'.repeat(1_012) } },
    { phone: phoneOf(2), name: 'Caio' },
  ];
  const unsendable = {
    count: 2,
    tooLong: 1,
    rows: [
      {
        row: 3,
        phone: phoneOf(1),
        name: 'Bia',
        code: 'too_long',
        limit: 1_024,
        length: 'Oi Bia, hoje !'.length + 1_012,
      },
      { row: 4, phone: phoneOf(2), name: 'Caio', code: 'missing_variable' },
    ],
  };
  expect((await api.put(`${path}/audience`, { rows })).body).toMatchObject({ accepted: 3, invalid: 1, unsendable });
  const { outlook } = await consoleOf(path, campaigns);
  expect(await outlook()).toMatchObject({ refusals: [], recipients: 1, unsendable });
  await api.put(`${path}/variables`, { mappings });
  expect(await outlook()).toMatchObject({ recipients: 2, unsendable: { count: 1, tooLong: 1 } });
  await api.put(`${path}/variables`, { mappings: [] });
  expect(await outlook()).toMatchObject({ unsendable: { count: 0, tooLong: 0, rows: [] } });
});
