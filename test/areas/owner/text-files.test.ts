import { expect, test } from 'vitest';
import { startApp } from '../../support/server/app.ts';
import { signIn } from '../../support/server/console.ts';

async function startShop() {
  const shop = await startApp();
  const owner = await signIn(shop);
  return { ...shop, owner, read: (bytes: Uint8Array) => owner.upload('/owner/text-files', bytes, 'clientes.csv') };
}

const csv = 'telefone;nome\r\n11980000001;José “Zé” Conceição\r\n';
const utf16 = (bom: string) => Buffer.from(bom + csv, 'utf16le');
/** As Excel in Brazil saves it. */
const windows1252 = Buffer.from(csv.replaceAll('“', '\x93').replaceAll('”', '\x94'), 'latin1');

test('the text of a file is read in every encoding that spreadsheet programs write', async () => {
  const { read } = await startShop();
  const files = [Buffer.from(csv), Buffer.from(`\uFEFF${csv}`), windows1252, utf16('\uFEFF'), utf16('').swap16()];
  for (const bytes of files) expect((await read(bytes)).body).toEqual({ text: csv });
});

test('a file that is no text is refused with advice, and only the owner may have files read', async () => {
  const { read, api } = await startShop();
  const { status, body } = await read(Buffer.from('504b0304140006000800000021009c', 'hex'));
  expect([status, body.errors]).toEqual([
    400,
    [{ field: 'body.file', code: 'not_text', message: expect.stringContaining('save a workbook as CSV') }],
  ]);
  expect((await read(Buffer.alloc(5 * 1024 * 1024 + 1, 'a'))).status).toBe(413);
  expect((await api.upload('/owner/text-files', csv, 'clientes.csv')).status).toBe(403);
});
