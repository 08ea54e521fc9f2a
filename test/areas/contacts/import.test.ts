import { expect, test } from 'vitest';
import { type Client, openWorkspace } from '../../support/server/app.ts';
import { openConversation } from '../../support/shop/conversation.ts';
import { maria } from '../../support/shop/sales.ts';

const importCsv = (api: Client, csv: string) => api.post('/api/contacts/import', { csv });

test.each([
  [
    'Portuguese with semicolons, BOM and CRLF',
    '\uFEFFNome;Telefone;E-mail;Etiquetas\r\nJosé;(11) 98765-4321;ze@a.com;VIP\r\n',
  ],
  ['English with commas', 'phone,name,email,tags\n+55 11 98765-4321,José,ze@a.com,VIP'],
  ['Spanish with tabs', 'Teléfono\tNombre\tCorreo electrónico\tTags\n5511987654321\tJosé\tze@a.com\tVIP\n'],
  [
    'quotes, empty lines and further columns',
    '"name","note","celular","email","tags"\n\n" José ","a ""b"",\nc",11987654321,ze@a.com,VIP\n,,,,\n',
  ],
  ['UTF-8 read as Windows-1252', 'telefone;nome;email;tags\n11987654321;JosÃ©;ze@a.com;VIP'],
  [
    'a number that a spreadsheet was kept from reading',
    "phone,name,email,tags\r\n'+5511987654321,José,ze@a.com,VIP\r\n",
  ],
])('reads a file in %s', async (_title, csv) => {
  const { api } = await openWorkspace();
  const imported = await importCsv(api, csv);
  expect(imported.status).toBe(200);
  expect(imported.body).toEqual({ created: 1, updated: 0, skipped: 0, errors: [], errorCount: 0 });
  const { body } = await api.get(`/api/contacts/${maria}`);
  expect(body).toMatchObject({ name: 'José', email: 'ze@a.com', tags: [{ name: 'VIP' }], conversationCount: 0 });
});

test('reports each invalid row by line and column, and imports the others', async () => {
  const { api } = await openWorkspace();
  const lines = [
    'Telefone,Nome,Email,Tags',
    '11987654321,Maria,,',
    ',Sem número,,',
    'abc,Zé,,',
    '11987654322,Bia,not an address,',
    `11987654323,${'n'.repeat(121)},,`,
    `11987654324,Caio,,${'t'.repeat(41)}`,
    `11987654325,Duda,,${Array.from({ length: 21 }, (_, index) => `t${index}`).join(';')}`,
    '11987654326,Jos\uFFFD,,',
    '11987654327,Eva,,,more',
    '"11987654328,Open,,',
    '11987654329,Last,,',
  ];
  const { body } = await importCsv(api, lines.join('\n'));
  expect(body).toMatchObject({ created: 2, updated: 0, skipped: 0, errorCount: 9 });
  expect(body.errors.map(({ line, column, code }: never) => [line, column, code])).toEqual([
    [3, 'Telefone', 'required'],
    [4, 'Telefone', 'invalid_phone'],
    [5, 'Email', 'invalid_email'],
    [6, 'Nome', 'too_long'],
    [7, 'Tags', 'invalid_tag'],
    [8, 'Tags', 'too_many'],
    [9, null, 'broken_text'],
    [10, null, 'too_many_cells'],
    [11, null, 'unclosed_quote'],
  ]);
  expect((await api.get('/api/contacts')).body.data.map(({ name }: { name: string }) => name)).toEqual([
    'Last',
    'Maria',
  ]);
});

test('reports every row that was refused and their number', async () => {
  const { api } = await openWorkspace();
  const { body } = await importCsv(api, `phone\n${'x\n'.repeat(450)}11987654321\n`);
  expect(body).toMatchObject({ created: 1, errorCount: 450 });
  expect(body.errors).toHaveLength(450);
  expect(body.errors[449].line).toBe(451);
});

test.each(['nome,email\nMaria,m@a.com', 'nothing', '\n\n', ';;;'])(
  'rejects %j, which has no phone column',
  async (csv) => {
    const { api } = await openWorkspace();
    const refused = await importCsv(api, csv);
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toMatchObject([{ field: 'body.csv', code: 'no_phone_column' }]);
  },
);

test.each([[undefined], [''], [7], ['x'.repeat(5_242_881)]])(
  'rejects a csv that is missing, empty, of another type or too long',
  async (csv) => {
    const { api } = await openWorkspace();
    const refused = await api.post('/api/contacts/import', { csv });
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'body.csv']);
  },
);

test('importing the same file again changes nothing, even with repeated numbers', async () => {
  const { api } = await openWorkspace();
  const csv =
    'phone,name,tags\n11987654321,Maria,VIP\n+5511987654321,Other,x\n551187654321,Third,\n11900000001,Bia,vip;Novo\n';
  expect((await importCsv(api, csv)).body).toMatchObject({ created: 2, updated: 0, skipped: 2 });
  const before = (await api.get('/api/contacts')).body;
  expect((await importCsv(api, csv)).body).toEqual({ created: 0, updated: 0, skipped: 4, errors: [], errorCount: 0 });
  expect((await api.get('/api/contacts')).body).toEqual(before);
});

test('a filled cell replaces the value, tags are added, and an empty cell changes nothing', async () => {
  const { api } = await openWorkspace();
  await importCsv(api, 'phone,name,email,tags\n11987654321,Maria,m@a.com,VIP');
  const again = await importCsv(api, 'phone,name,email,tags\n11987654321,Maria José,,novo;vip');
  expect(again.body).toMatchObject({ created: 0, updated: 1, skipped: 0 });
  expect((await api.get(`/api/contacts/${maria}`)).body).toMatchObject({
    name: 'Maria José',
    email: 'm@a.com',
    tags: [{ name: 'VIP' }, { name: 'novo' }],
  });
  expect((await api.get('/api/contacts?search=jose')).body.total).toBe(1);
});

test('rejects tags that would exceed twenty on one contact, and leaves the contact unchanged', async () => {
  const { api } = await openWorkspace();
  const tags = (from: number) => Array.from({ length: 15 }, (_, index) => `t${from + index}`).join(';');
  await importCsv(api, `phone,name,tags\n11987654321,Maria,${tags(0)}`);
  const again = await importCsv(api, `phone,name,tags\n11987654321,Other,${tags(10)}`);
  expect(again.body).toMatchObject({ updated: 0, errorCount: 1, errors: [{ line: 2, code: 'too_many' }] });
  const { body } = await api.get(`/api/contacts/${maria}`);
  expect([body.name, body.tags.length]).toEqual(['Maria', 15]);
  expect((await api.get('/api/contacts/tags')).body.data).toHaveLength(15);
});

test('keeps an opt-out, and updates a contact that already has a conversation', async () => {
  const { api, shop } = await openConversation();
  await shop.app.platform.write(({ db, now }) => db.updateTable('contacts').set({ opted_out_at: now }).execute());
  expect((await importCsv(api, 'phone,name\n11987654321,Maria José')).body).toMatchObject({ created: 0, updated: 1 });
  const { body } = await api.get(`/api/contacts/${maria}`);
  expect(body).toMatchObject({ name: 'Maria José', optedOut: true, conversationCount: 1 });
});

test('creates contacts up to the limit, reports the skipped rows, and still updates', async () => {
  const { api, app, events } = await openWorkspace();
  await app.platform.write(({ db }) => db.updateTable('workspaces').set({ limits: '{"contacts":3}' }).execute());
  await importCsv(api, 'phone,name\n11900000001,A');
  const rows = ['11900000001,Ana', '11900000002,B', '11900000003,C', '11900000004,D', '11900000005,E'];
  const { status, body } = await importCsv(api, `phone,name\n${rows.join('\n')}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ created: 2, updated: 1, errorCount: 2 });
  expect(body.errors).toMatchObject([
    { line: 5, column: null, code: 'quota_exceeded' },
    { line: 6, column: null, code: 'quota_exceeded' },
  ]);
  const quota = (await events()).map((event) => event.type).filter((type) => type.startsWith('quota.'));
  expect(quota).toEqual(['quota.warning', 'quota.exceeded']);
});

test('imports into the caller’s workspace only', async () => {
  const { api, otherWorkspace } = await openWorkspace();
  const other = await otherWorkspace();
  await importCsv(api, 'phone,name\n11987654321,Maria');
  expect((await importCsv(other, 'phone,name\n11987654321,Outra')).body).toMatchObject({ created: 1 });
  expect((await api.get(`/api/contacts/${maria}`)).body.name).toBe('Maria');
});

test('serves other requests while importing 5,000 rows, and replays the response under the same key', async () => {
  const { api } = await openWorkspace();
  const rows = Array.from({ length: 5_000 }, (_, index) => `+55119${10_000_000 + index};Íris ${index};g${index % 7}`);
  const csv = ['telefone;nome;tags', ...rows].join('\r\n');
  const headers = { 'idempotency-key': 'import-1' };
  let done = false;
  const importing = api.post('/api/contacts/import', { csv }, { headers }).finally(() => {
    done = true;
  });
  let answeredMeanwhile = 0;
  while (!done) {
    await api.get('/healthz');
    if (!done) answeredMeanwhile += 1;
  }
  expect((await importing).body).toMatchObject({ created: 5_000, errorCount: 0 });
  expect(answeredMeanwhile).toBeGreaterThan(5);
  const repeated = await api.post('/api/contacts/import', { csv }, { headers });
  expect(repeated.headers.get('idempotent-replayed')).toBe('true');
  expect(repeated.body.created).toBe(5_000);
  const tags = (await api.get('/api/contacts/tags')).body.data;
  expect(tags.map(({ count }: { count: number }) => count).reduce((a: number, b: number) => a + b)).toBe(5_000);
  expect((await api.get('/api/contacts?search=iris%204711')).body).toMatchObject({ total: 1 });
});

test.each([
  ['a row without end', `phone,name\n11987654321,Ana\n${'a'.repeat(5_000_000)}\n11987654322,Bia`, 'row_too_long', 2],
  [
    'a row of nothing but commas',
    `phone,name\n11987654321,Ana\n${','.repeat(5_000_000)}\n11987654322,Bia`,
    'too_many_cells',
    2,
  ],
  ['quotes that are never closed', `phone,name\n11987654321,Ana\n${'"a\n'.repeat(900_000)}`, 'unclosed_quote', 1],
])('reports %s by its line without reading it for long', async (_name, csv, code, created) => {
  const { api } = await openWorkspace();
  const { status, body } = await importCsv(api, csv);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    created,
    errors: [expect.objectContaining({ line: 3, code }), ...body.errors.slice(1)],
  });
});

test('rejects an endless header and names its line', async () => {
  const { api } = await openWorkspace();
  const { status, body } = await importCsv(api, 'a,'.repeat(2_500_000));
  expect(status).toBe(400);
  expect(body).toMatchObject({ errors: [{ field: 'body.csv', code: 'no_phone_column' }] });
  expect(body.errors[0].message).toContain('Line 1: A row may have at most 1000 cells');
});

test('simultaneous imports wait for each other, and all complete', async () => {
  const { api } = await openWorkspace();
  const csvOf = (of: number) =>
    ['phone', ...Array.from({ length: 300 }, (_, index) => `+551198${of}${String(index).padStart(6, '0')}`)].join('\n');
  const done = await Promise.all(Array.from({ length: 9 }, (_, index) => importCsv(api, csvOf(index + 1))));
  expect(done.map(({ status }) => status)).toEqual(Array(9).fill(200));
}, 60_000);
