import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/environment/temporary-folder.ts';
import { makeWorkbook, rowsOf } from '../../support/files/workbook.ts';
import { eventually, startApp } from '../../support/server/app.ts';
import { signIn } from '../../support/server/console.ts';
import { bind, expectDisconnects, install, jobsOf, newestJob, retryJob } from '../../support/shop/integrations.ts';
import { emit } from '../../support/shop/webhooks.ts';

async function start() {
  const app = await startApp();
  const folder = join(app.home, 'spreadsheets');
  const installation = await install(app.api, 'spreadsheet');
  return { ...app, folder, installation };
}

/** Each row is written in its own thread, and some machines have few cores. */
const slow = { timeout: 120_000 };

const fields = { Nome: '{{data.name}}', Fone: '{{data.phone}}' };
const ana = { id: 'lead_1', name: 'Ana', phone: '+5511987654321' };

test('each event appends a row to a .xlsx, in order, and the existing content stays', slow, async () => {
  const app = await start();
  const path = join(app.folder, 'Leads.xlsx');
  const text = (reference: string, value: string) => `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const rows = [
    `<row r="1">${text('A1', 'Nome')}${text('B1', 'Nota')}</row>`,
    `<row r="2">${text('A2', 'Rui')}<c r="B2"><v>7</v></c></row>`,
  ];
  const sum = '<row r="3"><c r="A3"><f>SUM(A1:A2)</f><v>3</v></c></row>';
  const sheets = { Clientes: rows.join(''), Contas: `<row r="1"><c r="A1"><v>1</v></c></row>${sum}` };
  const inside = Object.entries(sheets).map(([name, content]) => [name, `<sheetData>${content}</sheetData>`]);
  await writeFile(path, await makeWorkbook(Object.fromEntries(inside)));

  const targets = async (query = '') =>
    (await app.api.get(`/api/integrations/${app.installation.id}/targets?action=append_row${query}`)).body;
  expect((await targets()).data).toEqual([
    { id: 'Leads.xlsx', name: 'Leads.xlsx', kind: 'workbook', hasChildren: true },
  ]);
  const firstSheet = await targets('&targetId=Leads.xlsx&limit=1');
  expect(firstSheet.data[0].name).toBe('Clientes');
  expect((await targets(`&targetId=Leads.xlsx&limit=1&cursor=${firstSheet.nextCursor}`)).data[0].name).toBe('Contas');
  expect((await targets('&targetId=Other.xlsx')).status).toBe(404);

  const config = { workbook: 'Leads.xlsx', sheet: 'Clientes', fields };
  const binding = await bind(app.api, app.installation.id, 'lead.captured', 'append_row', config);
  for (const name of ['Ana', '=1+1', 'Bia']) await emit(app, 'lead.captured', { ...ana, name });
  const job = await eventually(async () => {
    const jobs = await jobsOf(app.api, binding.id);
    return jobs.length === 3 && jobs.every(({ status }: { status: string }) => status === 'SUCCEEDED') && jobs[0];
  });
  const written = await rowsOf(path);
  expect(written.map((row) => row.slice(0, 3))).toEqual([
    ['Nome', 'Nota', 'Fone'],
    ['Rui', 7],
    ['Ana', null, ana.phone],
    ['=1+1', null, ana.phone],
    ['Bia', null, ana.phone],
  ]);
  expect(written[0]?.[3]).toBe('Frontdesk event');
  expect(written[4]?.[3]).toBe(job.eventId);
  expect(job.reference).toBe('Leads.xlsx:5');
  expect(await rowsOf(path, 2)).toEqual([[1], [{ formula: 'SUM(A1:A2)' }]]);
  await expectDisconnects(app, app.installation.id);
});

test('a missing workbook is created, and the row of a key is updated in place', slow, async () => {
  const app = await start();
  for (const workbook of ['pedidos.xlsx', 'pedidos.csv']) {
    const config = { workbook, fields: { Pedido: '{{data.id}}', Status: '{{data.status}}' }, keyColumn: 'Pedido' };
    const binding = await bind(app.api, app.installation.id, 'order.updated', 'upsert_row', config);
    for (const [id, status] of [
      ['a', 'NOVO'],
      ['b', 'NOVO'],
      ['a', 'PRONTO'],
    ] as const) {
      await emit(app, 'order.updated', { id, status });
    }
    await eventually(async () => {
      const jobs = await jobsOf(app.api, binding.id);
      return jobs.length === 3 && jobs.every((job: { status: string }) => job.status === 'SUCCEEDED');
    });
    const path = join(app.folder, workbook);
    const rows = workbook.endsWith('.csv') ? parse(await readFile(path), { bom: true }) : await rowsOf(path);
    expect(rows).toEqual([
      ['Pedido', 'Status'],
      ['a', 'PRONTO'],
      ['b', 'NOVO'],
    ]);
    await app.api.delete(`/api/integrations/bindings/${binding.id}`);
  }
  expect((await readdir(app.folder)).sort()).toEqual(['pedidos.csv', 'pedidos.xlsx']);
});

test('a row is appended to a .csv with its delimiter and line ends, and without formulas', async () => {
  const app = await start();
  await mkdir(app.folder, { recursive: true });
  const path = join(app.folder, 'leads.csv');
  await writeFile(path, 'Nome;Fone;Frontdesk event\n"Rui; Filho";1;x');
  const binding = await bind(app.api, app.installation.id, 'lead.captured', 'append_row', {
    workbook: 'leads.csv',
    fields,
  });
  await emit(app, 'lead.captured', { ...ana, name: '=cmd|x' });
  const job = await newestJob(app, binding.id, 'SUCCEEDED');
  expect(await readFile(path, 'utf8')).toBe(
    `Nome;Fone;Frontdesk event\n"Rui; Filho";1;x\n'=cmd|x;${ana.phone};${job.eventId}\n`,
  );
});

test('an event that has a row already gets no second one', async () => {
  const app = await start();
  const binding = await bind(app.api, app.installation.id, 'lead.captured', 'append_row', {
    workbook: 'l.xlsx',
    fields,
  });
  await emit(app, 'lead.captured', ana);
  const job = await newestJob(app, binding.id, 'SUCCEEDED');
  await app.app.platform.write(({ db }) =>
    db.updateTable('integration_jobs').set({ status: 'FAILED', in_doubt: 1 }).execute(),
  );
  expect((await retryJob(app, job)).attempts.at(-1).response).toBe('row 2 was there');
  expect(await rowsOf(join(app.folder, 'l.xlsx'))).toHaveLength(2);
});

test('an unreadable workbook fails with the reason, stays unchanged, and is written by a retry', async () => {
  const app = await start();
  const path = join(app.folder, 'broken.csv');
  await writeFile(path, 'Nome,Fone\n"never closed,1\n');
  const binding = await bind(app.api, app.installation.id, 'lead.captured', 'append_row', {
    workbook: 'broken.csv',
    fields,
  });
  await emit(app, 'lead.captured', ana);
  const failed = await newestJob(app, binding.id, 'FAILED', 1);
  expect(failed.error.message).toBe('Line 2: A quoted field is not closed');
  expect(await readFile(path, 'utf8')).toBe('Nome,Fone\n"never closed,1\n');
  await writeFile(path, 'Nome,Fone\n');
  await retryJob(app, failed);
});

test('a workspace neither lists, reads nor changes the workbooks of another, wherever they are', async () => {
  const { app, api, otherWorkspace, settle } = await start();
  const owner = await signIn({ app, api });
  const mine = join(app.platform.config.home, 'spreadsheets');
  const granted = await temporaryFolder();
  expect((await owner.put('/owner/spreadsheet-folders', { folders: [granted] })).status).toBe(200);
  for (const folder of [mine, granted]) await writeFile(join(folder, 'pedidos.csv'), 'Nome,Fone\nAna,secret of A\n');

  const other = await otherWorkspace();
  // Folders of another workspace, the folder of all, and links that lead there.
  const link = join(await temporaryFolder(), 'link');
  await symlink(mine, link);
  for (const folder of [mine, granted, join(mine, '..'), join(mine, '../..'), link]) {
    const answer = await other.post('/api/integrations', { connector: 'spreadsheet', credentials: { folder } });
    expect([folder, answer.status, answer.body.code]).toEqual([folder, 422, 'credentials_refused']);
  }
  const installation = await install(other, 'spreadsheet');
  const targets = await other.get(`/api/integrations/${installation.id}/targets?action=append_row`);
  expect(targets.body.data).toEqual([]);
  const config = { workbook: 'pedidos.csv', keyColumn: 'Nome', fields };
  const binding = await bind(other, installation.id, 'lead.captured', 'upsert_row', config);
  const agent = (await other.post('/api/ai-agents', { name: 'Bia' })).body;
  await other.post('/api/leads', { aiAgentId: agent.id, phone: '+5511987654322', name: 'Ana' });
  await settle();
  await eventually(async () => (await jobsOf(other, binding.id))[0]?.status === 'SUCCEEDED');
  for (const folder of [mine, granted]) {
    expect(await readFile(join(folder, 'pedidos.csv'), 'utf8')).toBe('Nome,Fone\nAna,secret of A\n');
  }
});

test('a folder is granted to one workspace, and none that overlaps the data folder', async () => {
  const { app, api, home } = await start();
  const owner = await signIn({ app, api });
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'sub'));
  const put = async (path: string) => {
    const { status, body } = await owner.put('/owner/spreadsheet-folders', { folders: [path] });
    return status === 200 ? 200 : body.errors[0];
  };
  for (const path of [home, join(home, 'spreadsheets'), join(home, '..')]) {
    expect(await put(path)).toMatchObject({ field: 'body.folders[0]', code: 'data_folder' });
  }
  expect(await put(join(folder, 'sub'))).toBe(200);
  expect((await owner.post('/owner/demo', {})).status).toBe(201);
  expect((await owner.get('/owner/spreadsheet-folders')).body.folders).toEqual([]);
  for (const path of [folder, join(folder, 'sub')]) {
    expect(await put(path)).toMatchObject({ field: 'body.folders[0]', code: 'other_workspace' });
  }
  await mkdir(join(folder, 'free'));
  expect(await put(join(folder, 'free'))).toBe(200);
  await owner.delete('/owner/demo');
  expect((await owner.get('/owner/spreadsheet-folders')).body.folders).toEqual([join(folder, 'sub')]);
});

test('only folders that the owner has allowed are written to', async () => {
  const app = await start();
  const outside = await temporaryFolder();
  const credentials = { folder: outside };
  const connect = () => app.api.post('/api/integrations', { connector: 'spreadsheet', credentials });
  expect(await connect()).toMatchObject({ status: 422, body: { code: 'credentials_refused' } });
  expect((await app.api.put('/owner/spreadsheet-folders', { folders: [outside] })).status).toBe(403);
  const owner = await signIn(app);
  expect((await owner.put('/owner/spreadsheet-folders', { folders: ['relative'] })).status).toBe(400);
  expect((await owner.put('/owner/spreadsheet-folders', { folders: [outside] })).body).toEqual({
    defaultFolder: app.folder,
    folders: [outside],
  });
  const installation = await install(app.api, 'spreadsheet', credentials);

  for (const workbook of ['../x.csv', 'a/b.csv', '/etc/x.csv', '.hidden.csv', 'x.txt', 'x\n.csv']) {
    const draft = { installationId: installation.id, eventName: 'lead.captured', action: 'append_row' };
    const answer = await app.api.post('/api/integrations/bindings', { ...draft, config: { workbook, fields } });
    expect([workbook, answer.status]).toEqual([workbook, 422]);
  }
  const secret = join(await temporaryFolder(), 'secret.csv');
  await writeFile(secret, 'Nome\n');
  await symlink(secret, join(outside, 'link.csv'));
  const linked = await bind(app.api, installation.id, 'lead.captured', 'append_row', { workbook: 'link.csv', fields });
  await emit(app, 'lead.captured', ana);
  expect((await newestJob(app, linked.id, 'FAILED', 1)).error.message).toBe('link.csv is not a plain file');
  expect(await readFile(secret, 'utf8')).toBe('Nome\n');

  await owner.put('/owner/spreadsheet-folders', { folders: [] });
  expect((await app.api.post(`/api/integrations/${installation.id}/check`)).body).toMatchObject({
    ok: false,
    state: 'ERROR',
  });
  expect((await app.api.get(`/api/integrations/${installation.id}/targets?action=append_row`)).status).toBe(502);
});
