import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { expect, test } from 'vitest';
import { makePhoto } from '../support/files/samples.ts';
import { startApp } from '../support/server/app.ts';
import { bind, install, newestJob } from '../support/shop/integrations.ts';
import { makeAgent, pizzas } from '../support/shop/sales.ts';

const fields = {
  Pedido: '{{data.id}}',
  Cliente: '{{data.clientName}}',
  Total: '{{data.total}}',
  Quando: '{{data.createdAt}}',
};

/** A workbook as an owner who knows the program makes it. */
async function writeOwners(path: string): Promise<void> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Pedidos', { views: [{ state: 'frozen', xSplit: 1, ySplit: 1 }] });
  sheet.columns = Object.keys(fields).map((header, index) => ({ header, width: 12 + index * 5 }));
  sheet.getRow(1).font = { bold: true, color: { argb: 'FFFFFFFF' } };
  sheet.getRow(1).fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FF336699' } };
  sheet.addRow(['antigo', 'Rui', 10.5, new Date('2026-11-20T12:00:00Z')]);
  sheet.getCell('C2').numFmt = '"R$" #,##0.00';
  sheet.getCell('D2').numFmt = 'dd/mm/yyyy hh:mm';
  sheet.getCell('B1').note = 'Nome como no WhatsApp da loja';
  sheet.getCell('B2').dataValidation = { type: 'list', allowBlank: true, formulae: ['"Rui,Maria José"'] };
  sheet.addConditionalFormatting({
    ref: 'C2:C100',
    rules: [{ type: 'cellIs', operator: 'greaterThan', priority: 1, formulae: [100], style: { font: { bold: true } } }],
  });
  const image = book.addImage({ buffer: (await makePhoto()) as never, extension: 'jpeg' });
  sheet.addImage(image, 'J2:K5');
  book.addWorksheet('Contas').getCell('A1').value = { formula: 'SUM(Pedidos!C2:C100)', result: 10.5 };
  await book.xlsx.writeFile(path);
}

async function read(path: string) {
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(path);
  const sheet = book.getWorksheet('Pedidos');
  if (!sheet) throw new Error('The sheet is gone');
  return { book, sheet };
}

/** Everything about a workbook that its owner made. */
async function ownersWork(path: string) {
  const { book, sheet } = await read(path);
  return {
    sheets: book.worksheets.map(({ name }) => name),
    views: sheet.views,
    widths: [1, 2, 3, 4].map((column) => sheet.getColumn(column).width),
    header: [1, 2, 3, 4].map((column) => sheet.getRow(1).getCell(column).style),
    row: sheet.getRow(2).values,
    formats: [sheet.getCell('C2').numFmt, sheet.getCell('D2').numFmt],
    note: sheet.getCell('B1').note,
    validation: sheet.getCell('B2').dataValidation,
    conditional: (sheet as unknown as { conditionalFormattings: unknown }).conditionalFormattings,
    images: sheet.getImages().map(({ range }) => [range.tl.nativeCol, range.tl.nativeRow]),
    picture: book.getImage(0).buffer,
    other: book.getWorksheet('Contas')?.getCell('A1').formula,
  };
}

/** A shop that writes its orders into `pedidos.xlsx`, which `make` may write before. */
async function start(make: (path: string) => Promise<void> = async () => {}) {
  const shop = await startApp();
  const folder = join(shop.home, 'spreadsheets');
  await mkdir(folder, { recursive: true });
  const workbook = 'pedidos.xlsx';
  const path = join(folder, workbook);
  await make(path);
  const agent = await makeAgent(shop.api);
  const { id } = await install(shop.api, 'spreadsheet');
  const binding = await bind(shop.api, id, 'order.created', 'append_row', { workbook, fields });
  const sell = async (total: number) => {
    const items = [{ name: 'Pizza', quantity: 1, unitPrice: total }];
    const { body } = await shop.api.post('/api/orders', pizzas(agent, { items, total }));
    await shop.settle();
    await newestJob(shop, binding.id, 'SUCCEEDED');
    return body;
  };
  return { path, sell };
}

/** The row of an order, as exceljs gives its cells: times of a workbook have no zone, so they are those of the shop. */
const cellsOf = (order: { id: string; total: number; createdAt: string }) => [
  order.id,
  'Maria José',
  order.total,
  new Date(Date.parse(order.createdAt) - 3 * 3_600_000),
];

test('exceljs finds everything that the owner made after orders were added, and numbers and dates as such', async () => {
  const { path, sell } = await start(writeOwners);
  const before = await ownersWork(path);
  const orders = [await sell(91.8), await sell(1234.5)];
  expect(await ownersWork(path)).toEqual(before);
  const { sheet } = await read(path);
  for (const [index, order] of orders.entries()) {
    const row = sheet.getRow(3 + index);
    expect([1, 2, 3, 4].map((column) => row.getCell(column).value)).toEqual(cellsOf(order));
    expect(row.getCell(3).numFmt).toBe('"R$" #,##0.00');
    expect(row.getCell(4).numFmt).toBe('dd/mm/yyyy hh:mm');
  }
});

test('exceljs reads a workbook that the connector created, with numbers and dates as such', async () => {
  const { path, sell } = await start();
  const order = await sell(91.8);
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(path);
  const [sheet] = book.worksheets;
  expect([1, 2, 3, 4].map((column) => sheet?.getRow(1).getCell(column).value)).toEqual(Object.keys(fields));
  expect([1, 2, 3, 4].map((column) => sheet?.getRow(2).getCell(column).value)).toEqual(cellsOf(order));
});
