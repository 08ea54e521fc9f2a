import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCsv } from '../../../server/platform/text/csv.ts';
import { temporaryFolder } from '../../support/environment/temporary-folder.ts';
import { openWorkspace } from '../../support/server/app.ts';
import { maria } from '../../support/shop/sales.ts';
import { importRows } from './support.ts';

const all = '/api/contacts/export?acknowledged=true';

test('an export requires an acknowledgement and reports its number of rows', async () => {
  const { api, events } = await openWorkspace();
  await importRows(api, `${maria},Maria,,VIP`, '+5511900000001,Bia,,');
  for (const query of ['', '?acknowledged=false']) {
    const refused = await api.get(`/api/contacts/export${query}`);
    expect(refused.status).toBe(428);
    expect(refused.body).toMatchObject({ code: 'acknowledgement_required', rows: 2 });
    expect(refused.body.detail).toContain('personal data');
  }
  expect((await api.get('/api/contacts/export?filter=tag:vip')).body.rows).toBe(1);
  expect((await api.get('/api/contacts/export?acknowledged=maybe')).status).toBe(400);
  expect(await events('contacts.exported')).toEqual([]);
});

test('an export returns CSV with a BOM and logs its caller and filters', async () => {
  const { api, events } = await openWorkspace();
  await importRows(api, `${maria},"José ""Zé"", filho",ze@a.com,VIP;novo`, '+5511900000001,Bia,,');
  const response = await fetch(`${api.url}${all}&search=jose`, { headers: { authorization: `Bearer ${api.key}` } });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="contacts-\d{4}-\d\d-\d\d\.csv"$/);
  expect(response.headers.get('x-truncated')).toBeNull();
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [header, line, end] = bytes.toString('utf8').slice(1).split('\r\n');
  expect(header).toBe(
    '"phone","name","email","tags","optedOut","conversationCount","lastMessageAt","createdAt",' +
      '"contactId","username","addresses"',
  );
  expect(line).toMatch(/^"\+5511987654321","José ""Zé"", filho","ze@a\.com","VIP; novo",false,0,,"\d{4}-/);
  expect(end).toBe('');
  const [event] = await events('contacts.exported');
  expect(event).toMatchObject({ source: 'API', actorName: 'test', data: { rows: 1, filters: { search: 'jose' } } });
  expect(event?.actorId).toMatch(/^key_/);
});

test('an export holds the newest 10,000 contacts and reports the truncation', async () => {
  const { api, events } = await openWorkspace();
  const rows = Array.from({ length: 10_001 }, (_, index) => `+55119${10_000_000 + index},N${index}`);
  await importRows(api, ...rows);
  expect((await api.get('/api/contacts/export')).body.rows).toBe(10_001);
  const exported = await api.get(all);
  expect(exported.headers.get('x-truncated')).toBe('true');
  const names = readCsv(exported.body).rows.map(({ cells }) => cells[1]);
  expect(names).toEqual(Array.from({ length: 10_000 }, (_, index) => `N${10_000 - index}`));
  expect(await events('contacts.exported')).toMatchObject([{ data: { rows: 10_000, truncated: true } }]);
});

test('an export holds only contacts of the caller’s workspace', async () => {
  const { api, otherWorkspace } = await openWorkspace();
  await importRows(api, `${maria},Maria`);
  const exported = await (await otherWorkspace()).get(all);
  expect(readCsv(exported.body).rows).toEqual([]);
});

/** Names that a spreadsheet would execute, and one that it would reformat. */
const formulas = ['=1+1', '+1+1', '-2+3', '@SUM(1)', '=HYPERLINK("http://x","y")', "'=1+1", '007'];

test('an export imported into another workspace produces the same export there', async () => {
  const { api, otherWorkspace } = await openWorkspace();
  const names = [...formulas, 'José "Zé"; filho', 'Ângela, a\u00a0b', '王小明', "'", "O'Neil"];
  const quoted = names.map((name) => `"${name.replaceAll('"', '""')}"`);
  await importRows(api, ...quoted.map((name, index) => `+55119${10_000_000 + index},${name},,a;b ${index}`));
  const other = await otherWorkspace();
  const first = await api.get(all);
  const back = await other.post('/api/contacts/import', { csv: first.body });
  expect(back.body).toMatchObject({ created: (await api.get('/api/contacts')).body.total, errorCount: 0 });
  const strip = (csv: string) =>
    readCsv(csv)
      .rows.map(({ cells }) => cells.slice(0, 4))
      .sort();
  expect(strip((await other.get(all)).body)).toEqual(strip(first.body));
});

test('importing an export again changes nothing, not even a name that spans lines', async () => {
  const { api } = await openWorkspace();
  for (const [index, name] of ['Zé\nda Silva', 'Ana\tMaria  Lima'].entries()) {
    await api.post('/api/contacts', { phone: `+55119${10_000_000 + index}`, name });
  }
  const { body: csv } = await api.get(all);
  const again = await api.post('/api/contacts/import', { csv });
  expect(again.body).toMatchObject({ created: 0, updated: 0, skipped: 2, errorCount: 0 });
});

const soffice = ['soffice', 'libreoffice'].find((name) => {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});
if (!soffice) console.warn('LibreOffice is not installed: its test is skipped');

test.skipIf(!soffice)('LibreOffice opens the file without running a formula or reformatting a number', async () => {
  const { api } = await openWorkspace();
  const rows = formulas.map((name, index) => `+551190000000${index},"${name.replaceAll('"', '""')}"`);
  await importRows(api, ...rows);
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'contacts.csv'), `\uFEFF${(await api.get(all)).body}`);
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const conversion = ['--infilter=CSV:44,34,76,1', '--convert-to', 'fods', '--outdir', folder];
  execFileSync(soffice as string, [profile, '--headless', ...conversion, join(folder, 'contacts.csv')]);
  const sheet = (await readFile(join(folder, 'contacts.fods'), 'utf8')).replaceAll('&apos;', "'");
  expect(sheet).not.toContain('table:formula');
  // All digits; whether the plus is shown depends on the program.
  expect(sheet).toMatch(/5511900000000<\/text:p>/);
  expect(sheet).toContain('=1+1</text:p>');
});
