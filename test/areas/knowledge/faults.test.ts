import { expect, test, vi } from 'vitest';
import {
  docxBomb,
  loopingPdf,
  makeLongPdf,
  makePdf,
  paragraph,
  pdfOfManyPages,
  selfDrawingPdf,
  zipDocx,
} from './documents.ts';
import { type KnowledgeShop, openKnowledgeShop } from './support.ts';

/** Worker threads of this process. */
const countWorkers = (): number => (process.report.getReport() as unknown as { workers: unknown[] }).workers.length;

const mb = 1024 * 1024;

/** Uploads a document that must fail; only the source with its error may remain. */
async function expectFailed(shop: KnowledgeShop, bytes: Buffer, name: string, code: string) {
  const source = await shop.addFile(shop.base, bytes, name);
  expect(source, name).toMatchObject({ status: 'FAILED', error: { code }, chunkCount: 0, indexedAt: null });
  expect(source.error.message.length).toBeGreaterThan(20);
  await vi.waitFor(() => expect(countWorkers()).toBe(0), { timeout: 60_000 });
  return source;
}

/** The system reclaims the memory of a thread shortly after its end. */
const expectMemoryBack = (before: number) =>
  vi.waitFor(() => expect(process.memoryUsage().rss - before).toBeLessThan(150 * mb), { timeout: 60_000 });

test('documents that cannot be read become FAILED with a reason and leave no thread or memory behind', async () => {
  const shop = await openKnowledgeShop();
  const long = await makeLongPdf(10);
  await shop.addFile(shop.base, long, 'good.pdf');
  const before = process.memoryUsage().rss;
  const password = await makePdf((pdf) => pdf.text('segredo'), { userPassword: 'x', pdfVersion: '1.7' });
  await expectFailed(shop, password, 'password.pdf', 'encrypted');
  await expectFailed(shop, long.subarray(0, 300), 'stump.pdf', 'unreadable');
  await expectFailed(shop, long.subarray(0, long.length / 2), 'half.pdf', 'unreadable');
  await expectFailed(shop, loopingPdf(), 'loop.pdf', 'unreadable');
  await expectFailed(shop, selfDrawingPdf(), 'self.pdf', 'no_text');
  await expectFailed(shop, pdfOfManyPages(100_000), 'pages.pdf', 'too_many_pages');
  await expectFailed(shop, pdfOfManyPages(100_000, 1), 'boast.pdf', 'no_text');
  const scan = await makePdf((pdf) => pdf.rect(50, 50, 300, 300).fill('grey'));
  const scanned = await expectFailed(shop, scan, 'scan.pdf', 'no_text');
  expect(scanned.error.message).toMatch(/text recognition.*catalog/);
  await expectFailed(shop, await docxBomb(150), 'bomb.docx', 'unpacks_too_large');
  await expectFailed(shop, await docxBomb(10), 'small-bomb.docx', 'unpacks_too_large');
  const crumbs = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`x/${index}`, Buffer.from('x')]));
  await expectFailed(shop, await zipDocx(paragraph('oi'), crumbs), 'crumbs.docx', 'unpacks_too_large');
  const docx = await zipDocx(paragraph('Olá'));
  const broken = Buffer.concat([docx.subarray(0, docx.length - 200), Buffer.alloc(200)]);
  await expectFailed(shop, broken, 'broken.docx', 'unreadable');
  await expectFailed(
    shop,
    Buffer.from('<html><body><script>alert(1)</script></body></html>'),
    'script.html',
    'no_text',
  );
  await expectFailed(shop, Buffer.from(`<html><body>${'<div>'.repeat(30_000)}x`), 'deep.html', 'unreadable');
  // The threads and their heaps are gone; the C library keeps the rest for reuse.
  await expectMemoryBack(before);
  expect(await shop.app.platform.database.read.selectFrom('jobs').selectAll().execute()).toEqual([]);
});

test('a document that takes too much memory becomes FAILED, and its memory is released', async () => {
  const shop = await openKnowledgeShop();
  const page = (count: number) => Buffer.from(`<html><body>${'<p><b>o</b><i>i</i></p>'.repeat(count)}`);
  // V8 keeps some memory of the first thread for later threads.
  await expectFailed(shop, page(200_000), 'wide.html', 'out_of_memory');
  const before = process.memoryUsage().rss;
  await expectFailed(shop, page(200_001), 'wider.html', 'out_of_memory');
  await expectMemoryBack(before);
  expect((await shop.api.get('/api/knowledge-bases')).status).toBe(200);
});

test('bytes of an unsupported type are rejected with 400, whatever the file name', async () => {
  const shop = await openKnowledgeShop();
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const oldWord = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
  const files: Record<string, Buffer> = {
    'program.pdf': Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff', 'latin1'),
    'photo.pdf': png,
    'old.docx': oldWord,
    'bytes.txt': Buffer.from([0, 1, 2, 3, 200, 255, 0, 7]),
    'data.xml': Buffer.from('<?xml version="1.0"?><a>1</a>'),
  };
  for (const [name, bytes] of Object.entries(files)) {
    const { status, body } = await shop.api.upload(`${shop.base.path}/upload`, bytes, name);
    expect([status, body.errors?.[0]?.code], name).toEqual([400, 'unsupported_type']);
  }
  const empty = await shop.api.upload(`${shop.base.path}/upload`, '', 'empty.txt');
  expect([empty.status, empty.body.errors[0].code]).toEqual([400, 'empty_file']);
  const field = await shop.api.upload(`${shop.base.path}/upload`, 'texto', 'a.txt', 'document');
  expect([field.status, field.body.errors[0].code]).toEqual([400, 'wrong_field']);
  expect((await shop.api.post(`${shop.base.path}/upload`, { file: 'texto' })).status).toBe(415);
  expect((await shop.api.get(shop.base.path)).body.data).toEqual([]);
});

test('a text over 5 MiB and any other file over 25 MiB are rejected with 413', async () => {
  const shop = await openKnowledgeShop();
  const text = Buffer.from('Abrimos às nove horas.\n'.repeat(240_000));
  const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(25 * mb)]);
  for (const [name, bytes] of Object.entries({ 'long.txt': text, 'large.pdf': pdf })) {
    const { status, body } = await shop.api.upload(`${shop.agent.path}/upload`, bytes, name);
    expect([status, body.code], name).toEqual([413, 'payload_too_large']);
  }
  expect((await shop.api.get(shop.agent.path)).body.data).toEqual([]);
});
