import { chmod, copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claimOwnFolder } from '../../../server/platform/access/workspace-folders.ts';
import { unzip } from '../../support/files/unzip.ts';
import { makeWorkbook, openInOffice, rowsOf, withoutOffice, zip } from '../../support/files/workbook.ts';
import { eventually, openWorkspace } from '../../support/server/app.ts';
import { bind, install, jobsOf, newestJob } from '../../support/shop/integrations.ts';
import { emit } from '../../support/shop/webhooks.ts';

if (withoutOffice) console.warn(`Skipped: ${withoutOffice}`);

/** Each row is written in its own thread, and some machines have few cores. */
const slow = { timeout: 180_000 };

const fields = {
  Pedido: '{{data.id}}',
  Cliente: '{{data.clientName}}',
  Total: '{{data.total}}',
  Pago: '{{data.isPaid}}',
  Quando: '{{data.createdAt}}',
};
const order = { clientName: '=Zé & <b>', total: 101.25, isPaid: true, createdAt: '2026-11-23T13:00:00.000Z' };

/** A shop whose orders are written to `pedidos.xlsx`, which contains `bytes` or a file of `test/doubles`. */
async function start(bytes: Buffer | string | null, config: object = {}) {
  const app = await openWorkspace();
  const folder = await claimOwnFolder(app.app.platform, app.workspace.id);
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'pedidos.xlsx');
  if (typeof bytes === 'string') await copyFile(join(import.meta.dirname, '../../doubles', bytes), path);
  else if (bytes) await writeFile(path, bytes);
  const { id } = await install(app.api, 'spreadsheet');
  const whole = { workbook: 'pedidos.xlsx', fields, ...config };
  const binding = await bind(app.api, id, 'order.created', 'append_row', whole);
  /** Waits until all these orders are in the workbook. */
  const sell = async (...orders: object[]) => {
    const before = (await jobsOf(app.api, binding.id)).length;
    for (const [index, change] of orders.entries()) {
      await emit(app, 'order.created', { id: `o${before + index + 1}`, ...order, ...change });
    }
    await eventually(async () => {
      const jobs = await jobsOf(app.api, binding.id);
      return (
        jobs.length === before + orders.length && jobs.every(({ status }: { status: string }) => status === 'SUCCEEDED')
      );
    }, 90_000);
  };
  const failure = async () => {
    await emit(app, 'order.created', { id: 'o1', ...order });
    return (await newestJob(app, binding.id, 'FAILED', 1)).error.message;
  };
  return { ...app, folder, path, binding, sell, failure };
}

/** The elements of a part, as text. */
const elements = (xml = '', pattern: RegExp): string[] => xml.match(pattern) ?? [];

test.each(['owner.xlsx', 'owner-libreoffice.xlsx'])(
  'a row is added to %s and everything else stays: formats, filter, validation, notes, picture, formulas, other sheets',
  slow,
  async (fixture) => {
    const { path, sell } = await start(fixture);
    const before = await unzip(await readFile(path));
    await sell({}, { total: 50 });
    const after = await unzip(await readFile(path));

    const changed = Object.keys(before).filter((name) => before[name] !== after[name]);
    // Cached results are dropped, so that all programs recalculate them.
    const results = ['xl/worksheets/sheet3.xml', 'xl/worksheets/sheet4.xml'];
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect(changed.sort()).toEqual(['xl/workbook.xml', 'xl/worksheets/sheet1.xml', ...results].sort());
    const sheet = after['xl/worksheets/sheet1.xml'] ?? '';
    for (const element of elements(
      before['xl/worksheets/sheet1.xml'],
      /<(sheetView|pane|col|cfRule|drawing|legacyDrawing|pageMargins)[ >][^>]*>/g,
    )) {
      expect(sheet).toContain(element);
    }
    expect(sheet).toMatch(/<conditionalFormatting sqref="C2:C6">/);
    expect(sheet).toMatch(/<dataValidation [^>]*sqref="B2:B6"/);
    expect(sheet).toMatch(/<autoFilter ref="A1:F6"/);
    expect(after['xl/workbook.xml']).toContain('$A$1:$F$6');
    // The new row has the style of the one above, even in empty cells.
    const styles = (row: number) =>
      elements(sheet, new RegExp(`<c r="[A-F]${row}"[^>]*`, 'g')).map((cell) => /s="\\d+"/.exec(cell)?.[0]);
    expect([styles(5), styles(6)]).toEqual([styles(4), styles(4)]);

    const rows = await rowsOf(path);
    expect(rows.slice(4).map((row) => row.slice(0, 6))).toEqual([
      ['o1', '=Zé & <b>', 101.25, true, expect.closeTo(46349 + 10 / 24), null],
      ['o2', '=Zé & <b>', 50, true, expect.closeTo(46349 + 10 / 24), null],
    ]);
    expect(rows[1]?.[7]).toEqual({ formula: 'SUM(C2:C100)' });
    expect(rows[1]?.[5]).toEqual({ formula: 'C2*0.1' });
  },
);

test.skipIf(withoutOffice).each(['owner.xlsx', 'owner-libreoffice.xlsx'])(
  'a real spreadsheet program opens %s, includes the new rows in its sum and shows the date',
  slow,
  async (fixture) => {
    const { path, sell } = await start(fixture);
    await sell({}, { total: 50 });
    const shown = await openInOffice(path);
    expect(shown[1]?.[7]).toBe(String(3.5 + 7 + 10.5 + 101.25 + 50));
    expect(shown[4]?.slice(0, 4)).toEqual(['o1', '=Zé & <b>', 'R$ 101.25', 'TRUE']);
    expect(shown[4]?.[4]).toBe('23/11/2026 10:00');
  },
);

test('a table grows by the new row and the new columns', slow, async () => {
  const config = { sheet: 'tabela', fields: { Nome: '{{data.clientName}}', Valor: '{{data.total}}' } };
  const { path, sell } = await start('owner.xlsx', config);
  await sell({ clientName: 'Ana' }, { clientName: 'Bia' });
  const table = (await unzip(await readFile(path)))['xl/tables/table1.xml'];
  expect(table).toContain('ref="B4:D7"');
  expect(table).toContain('<autoFilter ref="B4:D7"');
  expect(table).toContain('<tableColumns count="3">');
  expect(table).toContain('name="Frontdesk event"/></tableColumns>');
  expect((await rowsOf(path, 2)).map((row) => row.slice(1, 3))).toEqual([
    ['Loja da Lu'],
    ['Nome', 'Valor'],
    ['Rui', 1.5],
    ['Ana', 101.25],
    ['Bia', 101.25],
  ]);
});

test('a row is added above the totals; without room that is reported and nothing is written', slow, async () => {
  const config = { sheet: 'Totais', fields: { Pedido: '{{data.id}}', Total: '{{data.total}}' } };
  const roomy = await start('owner.xlsx', config);
  await roomy.sell({}, {});
  const rows = await rowsOf(roomy.path, 4);
  expect(rows.map(([id]) => id)).toEqual(['Pedido', 'p1', 'o1', 'o2', 'Total']);
  expect(rows[4]?.[1]).toEqual({ formula: 'SUM(B2:B9)' });

  const cell = (reference: string, text: string) => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const full = await makeWorkbook({
    Pedidos: `<sheetData><row r="1">${cell('A1', 'Pedido')}${cell('B1', 'Total')}</row><row r="2">${cell('A2', 'p1')}<c r="B2"><v>5</v></c></row><row r="3">${cell('A3', 'Total')}<c r="B3"><f>SUM(B2:B2)</f><v>5</v></c></row></sheetData>`,
  });
  const tight = await start(full, { fields: config.fields });
  expect(await tight.failure()).toBe('Row 3 has totals right below the last row: insert empty rows before it');
  expect(await readFile(tight.path)).toEqual(full);
});

test(
  'workbooks of other programs work: prefixes, cells without addresses, prepared formulas, 1904 dates',
  slow,
  async () => {
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const text = (value: string) => `<x:c t="inlineStr"><x:is><x:t>${value}</x:t></x:is></x:c>`;
    const bytes = await makeWorkbook(
      { Pedidos: '' },
      {
        'xl/workbook.xml': `<x:workbook xmlns:x="${main}" xmlns:rel="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><x:workbookPr date1904="1"/><x:sheets><x:sheet name="Pedidos" sheetId="1" rel:id="rId1"/></x:sheets></x:workbook>`,
        'xl/worksheets/sheet1.xml': `<?xml version="1.0"?><!-- <sheetData> --><x:worksheet xmlns:x="${main}"><x:sheetData><x:row spans="1:3">${text('Pedido')}${text('Total')}${text('IVA')}</x:row><x:row>${text('p1')}<x:c><x:v>5</x:v></x:c><x:c><x:f t="shared" ref="C2:C9" si="0">B2*0.2</x:f><x:v>1</x:v></x:c></x:row><x:row r="3"><x:c r="C3" s="0"><x:f t="shared" si="0"/><x:v>0</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
      },
    );
    const { path, sell } = await start(bytes, { fields: { Pedido: '{{data.id}}', Quando: '{{data.createdAt}}' } });
    await sell({});
    const parts = await unzip(await readFile(path));
    const sheet = parts['xl/worksheets/sheet1.xml'] ?? '';
    expect(sheet).toContain('<!-- <sheetData> --><x:worksheet');
    expect(sheet).toContain('<x:f t="shared" ref="C2:C9" si="0">B2*0.2</x:f></x:c>');
    expect(sheet).toContain('<x:c r="C3" s="0"><x:f t="shared" si="0"/></x:c>');
    expect(sheet).toMatch(/<x:row r="3"><x:c r="A3" t="inlineStr"><x:is><x:t xml:space="preserve">o1<\/x:t>/);
    expect(sheet).toContain(`<x:c r="D3" t="n"><x:v>${46349 - 1462 + 10 / 24}</x:v></x:c>`);
    expect(sheet).not.toContain('spans');
    expect(parts['xl/workbook.xml']).toContain('</x:sheets><x:calcPr fullCalcOnLoad="1"/>');
  },
);

test('a workbook that is open elsewhere is retried, and keeps its permissions', slow, async () => {
  const shop = await start('owner.xlsx');
  const { path, folder, binding } = shop;
  await chmod(path, 0o664);
  const lock = join(folder, '.~lock.pedidos.xlsx#');
  await writeFile(lock, ',Lu,balcao;');
  const before = await readFile(path);
  await emit(shop, 'order.created', { id: 'o1', ...order });
  const waiting = await newestJob(shop, binding.id, 'RETRYING', 1);
  expect(waiting.error).toEqual({
    code: 'busy',
    message: `Another program has the workbook open: close it there (if none has, delete .~lock.pedidos.xlsx# beside it)`,
  });
  expect(await readFile(path)).toEqual(before);
  await rm(lock);
  await newestJob(shop, binding.id, 'SUCCEEDED', 2);
  expect((await stat(path)).mode & 0o777).toBe(0o664);
});

test('a workbook whose zip lists its folders is written like any other', slow, async () => {
  const bytes = await makeWorkbook({ Pedidos: '<sheetData/>' }, { 'xl/': '', 'xl/worksheets/': '' });
  const { path, sell } = await start(bytes, { fields: { Pedido: '{{data.id}}' } });
  await sell({});
  expect((await rowsOf(path)).map(([id]) => id)).toEqual(['Pedido', 'o1']);
});

/** A workbook whose last part claims to unpack to this many bytes. */
async function saying(bytes: number): Promise<Buffer> {
  const workbook = await makeWorkbook({ A: '<sheetData/>' });
  workbook.writeUInt32LE(bytes, workbook.lastIndexOf('PK\x01\x02') + 24);
  return workbook;
}

test.each<[string, () => Promise<Buffer>, RegExp]>([
  ['has a password', async () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), /has a password, or is an old \.xls/],
  ['is cut off', async () => (await makeWorkbook({ A: '<sheetData/>' })).subarray(0, 400), /is damaged/],
  ['is another zip', () => zip({ 'a.txt': 'a' }), /is not a \.xlsx workbook/],
  [
    'has a sheet that is cut off',
    () => makeWorkbook({ A: '<sheetData><row r="1">' }),
    /is damaged: a sheet has no end/,
  ],
  ['unpacks to more than there is room for', () => saying(2 ** 31 - 1), /too large/],
  ['unpacks to more than it says', () => saying(10), /is damaged/],
])('a workbook that %s is reported as such and stays unchanged', slow, async (_what, make, message) => {
  const bytes = await make();
  const { path, failure } = await start(bytes);
  expect(await failure()).toMatch(message);
  expect(await readFile(path)).toEqual(bytes);
});
