import { expect, test } from 'vitest';
import { faultsOf } from '../../support/shop/sales.ts';
import { openCampaigns, people, phoneOf } from './support.ts';

test('rows are normalised, deduplicated by number and counted; invalid rows do not reject the others', async () => {
  const { api, draft, channel, recipients, rest } = await openCampaigns();
  await channel.customerSays(phoneOf(3), 'PARAR!');
  await rest();
  const path = await draft([]);
  const rows = [
    { phone: '(11) 98000-0000', name: ' Ana ', variables: { oferta: 'pão', preço: 9.9, ativo: true, nada: null } },
    { phone: '551180000000' },
    { phone: 'abc' },
    { phone: ' ' },
    { phone: phoneOf(3) },
    { phone: phoneOf(4), name: null },
  ];
  const put = await api.put(`${path}/audience`, { rows });
  expect(put.status).toBe(200);
  expect(put.body).toEqual({
    accepted: 2,
    duplicate: 1,
    invalid: 2,
    optedOut: 1,
    errors: [
      { row: 3, code: 'invalid_number', message: 'This is not a phone number' },
      { row: 4, code: 'required', message: 'The phone number is missing' },
    ],
    unsendable: { count: 0, tooLong: 0, rows: [] },
  });
  const stored = await recipients(path);
  expect(stored.map((row) => [row.phone, row.status, row.reason])).toEqual([
    [phoneOf(0), 'PENDING', null],
    [phoneOf(0), 'SKIPPED', 'duplicate'],
    ['abc', 'SKIPPED', 'invalid_number'],
    ['', 'SKIPPED', 'invalid_number'],
    [phoneOf(3), 'SKIPPED', 'opted_out'],
    [phoneOf(4), 'PENDING', null],
  ]);
  expect(stored[0]).toMatchObject({ name: 'Ana', variables: { oferta: 'pão', preço: '9.9', ativo: 'true', nada: '' } });
});

test('a new audience replaces the first one as a whole, and the old rows are deleted', async () => {
  const { api, draft, recipients, rest, shop } = await openCampaigns();
  const path = await draft(people(600));
  expect((await api.get(path)).body.recipients).toMatchObject({ total: 600, PENDING: 600 });
  await api.put(`${path}/audience`, { rows: people(2, 900) });
  await rest();
  expect((await recipients(path)).map((row) => row.phone)).toEqual([phoneOf(900), phoneOf(901)]);
  const left = await shop.app.platform.database.read.selectFrom('campaign_recipients').select('id').execute();
  expect(left).toHaveLength(2);
  const totals = await shop.app.platform.database.read.selectFrom('campaign_totals').select('count').execute();
  expect(totals).toEqual([{ count: 2 }]);
});

test('an audience half built at a crash is deleted, and the campaign keeps its present one', async () => {
  const { api, draft, shop, clock, rest, recipients } = await openCampaigns();
  const path = await draft(people(3));
  const failing = api.put(`${path}/audience`, { rows: people(300, 500) });
  await api.post(`${path}/start`, {});
  await failing;
  await api.post(`${path}/cancel`, {});
  clock.advance(3_700_000);
  await rest();
  const { total } = (await api.get(path)).body.recipients;
  const left = await shop.app.platform.database.read.selectFrom('campaign_recipients').select('id').execute();
  expect([(await recipients(path)).length, left.length]).toEqual([total, total]);
});

test('the result lists the first 100 problems; malformed rows and too many rows are rejected', async () => {
  const { api, draft } = await openCampaigns();
  const path = await draft([]);
  const many = await api.put(`${path}/audience`, { rows: Array.from({ length: 130 }, () => ({ phone: 'x' })) });
  expect(many.body).toMatchObject({ accepted: 0, invalid: 130 });
  expect(many.body.errors).toHaveLength(100);
  const put = (rows: unknown) => api.put(`${path}/audience`, { rows });
  expect(faultsOf(await put([{ phone: '1' }, { name: 'x' }]))).toEqual(['body.rows[1].phone']);
  expect(faultsOf(await put([{ phone: '1', email: 'a@b.c' }]))).toEqual(['body.rows[0].email']);
  expect((await put(Array.from({ length: 10_001 }, () => ({ phone: '1' })))).status).toBe(400);
  expect((await put(Array.from({ length: 10_000 }, (_, index) => ({ phone: phoneOf(index) })))).body).toMatchObject({
    accepted: 10_000,
  });
});

test('recipients are found by name, digits of the number and status', async () => {
  const { api, draft } = await openCampaigns();
  const path = await draft([{ phone: phoneOf(1), name: 'José' }, { phone: phoneOf(22), name: 'Bia' }, { phone: 'x' }]);
  const names = async (query: string) =>
    (await api.get(`${path}/recipients?${query}`)).body.data.map(({ name }: { name: string }) => name);
  expect(await names('search=jose')).toEqual(['José']);
  expect(await names('search=0022')).toEqual(['Bia']);
  expect(await names('search=(11)%2098000-0001')).toEqual(['José']);
  expect(await names('status=PENDING')).toEqual(['José', 'Bia']);
  expect(await names('status=SKIPPED,FAILED')).toEqual([null]);
  expect((await api.get(`${path}/recipients?status=GONE`)).status).toBe(400);
});

test('a preview finds contacts by search, channel and any of the tags, without those who opted out', async () => {
  const { api, channel, rest } = await openCampaigns();
  const csv = ['phone,name,tags', ...['Ana,VIP', 'Bia,novo', 'Caio,'].map((cells, i) => `${phoneOf(i)},${cells}`)];
  await api.post('/api/contacts/import', { csv: csv.join('\n') });
  await channel.customerSays(phoneOf(0), 'Oi');
  await channel.customerSays(phoneOf(5), 'stop', { name: 'Ana Paula' });
  await rest();
  const preview = async (body: object) => (await api.post('/api/marketing-campaigns/audience/contacts', body)).body;
  const all = await preview({});
  expect(all).toMatchObject({ total: 3, optedOut: 1 });
  expect(all.rows).toEqual([
    { phone: phoneOf(2), contactId: expect.any(String), name: 'Caio', variables: {} },
    { phone: phoneOf(1), contactId: expect.any(String), name: 'Bia', variables: {} },
    { phone: phoneOf(0), contactId: expect.any(String), name: 'Ana', variables: {} },
  ]);
  expect(all.sample).toEqual(all.rows);
  const names = async (body: object) => (await preview(body)).rows.map(({ name }: { name: string }) => name);
  expect(await names({ search: 'ana' })).toEqual(['Ana']);
  expect(await names({ tags: ['vip', 'NOVO', 'unknown'] })).toEqual(['Bia', 'Ana']);
  expect(await names({ tags: ['unknown'] })).toEqual([]);
  expect(await names({ channelId: channel.id })).toEqual(['Ana']);
  expect(await names({ channelId: channel.id, tags: ['novo'] })).toEqual([]);
  const refused = await api.post('/api/marketing-campaigns/audience/contacts', { channelId: 'ch_x' });
  expect([refused.status, ...faultsOf(refused)]).toEqual([400, 'body.channelId']);
});

test.each([
  ['Portuguese with semicolons, BOM and CRLF', '\uFEFFNome;Telefone;Oferta\r\nJosé;(11) 98000-0000;pão\r\n', ';'],
  ['English with commas and quotes', 'phone,name,oferta\n"+55 11 98000-0000","José","pão"', ','],
  ['Spanish with tabs', 'Teléfono\tNombre\tOferta\n5511980000000\tJosé\tpão\n', '\t'],
  ['UTF-8 read as Windows-1252', 'telefone;nome;Oferta\n11980000000;JosÃ©;pÃ£o', ';'],
])('a file in %s is parsed', async (_title, csv, delimiter) => {
  const { api, draft, shop } = await openCampaigns();
  const checked = await api.post('/api/marketing-campaigns/audience/csv/validate', { csv });
  expect(checked.status).toBe(200);
  expect(checked.body).toMatchObject({
    delimiter,
    totals: { rows: 1, accepted: 1, duplicate: 0, invalid: 0, optedOut: 0 },
    problems: [],
  });
  const [column] = checked.body.mapped.variables;
  expect(column.toLowerCase()).toBe('oferta');
  const found = { phone: phoneOf(0), contactId: null, name: 'José', variables: { [column]: 'pão' } };
  expect(checked.body.rows).toEqual([found]);
  const put = await api.put(`${await draft([])}/audience`, { rows: checked.body.audience });
  expect(put.body).toMatchObject({ accepted: 1, invalid: 0 });
  expect((await shop.app.platform.database.read.selectFrom('files').select('id').execute()).length).toBe(0);
});

test('validation reports the invalid rows of a file by line, and the columns it maps', async () => {
  const { api, channel, rest } = await openCampaigns();
  await channel.customerSays(phoneOf(9), 'baja');
  await rest();
  const csv = [
    'Celular;Nome;Cupom;;Cupom',
    `${phoneOf(0)};Ana;A1;x;y`,
    `${phoneOf(0)};Ana de novo;A2`,
    '123;Zé;A3',
    ';Bia;A4',
    `${phoneOf(1)};${'x'.repeat(121)};A5`,
    `${phoneOf(2)};Caf\uFFFD;A6`,
    `${phoneOf(3)};Eva;A7;1;2;3`,
    `${phoneOf(9)};Opt;A8`,
  ].join('\n');
  const { body } = await api.post('/api/marketing-campaigns/audience/csv/validate', { csv });
  expect(body.columns).toEqual(['Celular', 'Nome', 'Cupom', '', 'Cupom']);
  expect(body.mapped).toEqual({ phone: 'Celular', contactId: null, name: 'Nome', variables: ['Cupom'] });
  expect(body.totals).toEqual({ rows: 8, accepted: 1, duplicate: 1, invalid: 5, optedOut: 1 });
  expect(body.problems.map(({ row, code }: { row: number; code: string }) => [row, code])).toEqual([
    [4, 'invalid_number'],
    [5, 'required'],
    [6, 'too_long'],
    [7, 'broken_text'],
    [8, 'too_many_cells'],
  ]);
  expect(body.rows).toEqual([{ phone: phoneOf(0), contactId: null, name: 'Ana', variables: { Cupom: 'A1' } }]);
});

test('a file without a phone column is 400 `no_phone_column`, and a long one shows its first 20 rows', async () => {
  const { api } = await openCampaigns();
  const check = (csv: unknown) => api.post('/api/marketing-campaigns/audience/csv/validate', { csv });
  const refused = await check('nome;cidade\nAna;Santos');
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'body.csv', code: 'no_phone_column' }] } });
  expect(refused.body.detail).toContain('"cidade"');
  for (const csv of ['', 7, 'x'.repeat(5_242_881)]) expect((await check(csv)).status).toBe(400);
  const long = await check(['phone', ...people(300).map(({ phone }) => phone), '"broken'].join('\n'));
  expect([long.body.rows.length, long.body.audience.length, long.body.totals.accepted]).toEqual([20, 300, 300]);
  expect(long.body.problems).toMatchObject([{ row: 302, code: 'unclosed_quote' }]);
});
