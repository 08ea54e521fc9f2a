import { writeFileSync } from 'node:fs';
import * as d from './areas/knowledge/documents.ts';
import { extractDocument } from '../server/areas/knowledge/extract/extract-document.ts';
import { sniffFile } from '../server/platform/sniff.ts';
const long = await d.makeLongPdf(20);
const cases: Record<string, Buffer> = {
  ok: long, password: await d.makePdf((p) => p.text('segredo'), { userPassword: 'x', pdfVersion: '1.7' }),
  truncated: long.subarray(0, long.length / 3 | 0), truncated2: long.subarray(0, 300),
  many: d.pdfOfManyPages(100_000), looping: d.loopingPdf(), selfdraw: d.selfDrawingPdf(),
  scanned: await d.makePdf((p) => p.rect(10, 10, 100, 100).fill('red')),
  bomb: await d.docxBomb(150), bomb2: await d.docxBomb(20), docx: await d.zipDocx(d.paragraph('Olá mundo')),
  deep: Buffer.from('<html><body>' + '<div>'.repeat(200_000) + 'x'),
  wide: Buffer.from('<html><body>' + '<p>oi</p>'.repeat(400_000)),
  unclosed: Buffer.from('# a\n' + '['.repeat(500_000)),
  stars: Buffer.from('# a\n' + '*a '.repeat(300_000)),
  pipes: Buffer.from('a|b\n' + '|-'.repeat(500_000)),
  lt: Buffer.from('# a\n' + '<a'.repeat(500_000)), tick: Buffer.from('# a\n' + '`a'.repeat(300_000)),
  paren: Buffer.from('# a\n' + '[a]('.repeat(300_000)), words: Buffer.from('A'.repeat(5_000_000)),
  digits: Buffer.from('a | b\n'.repeat(800_000)), docxBig: await d.zipDocx(d.paragraph('palavra '.repeat(600_000))), docxMany: await d.zipDocx(d.paragraph('oi tudo bem').repeat(60_000)),
  bigpdf: await d.makeLongPdf(500, 40),
};
for (const [name, bytes] of Object.entries(cases)) {
  if (process.argv[2] && !process.argv[2].split(',').includes(name)) continue;
  writeFileSync('/tmp/x.bin', bytes);
  const t = Date.now();
  const type = await sniffFile('/tmp/x.bin');
  const sniffed = Date.now() - t;
  try {
    const r = await extractDocument({ kind: 'FILE', path: '/tmp/x.bin', contentType: type.contentType }, new AbortController().signal);
    console.log(name, bytes.length, type.contentType.slice(0, 30), sniffed, Date.now() - t, 'ms', r.chunks.length, r.charCount, r.language, Math.round(process.memoryUsage().rss / 1e6));
  } catch (e: any) { console.log(name, bytes.length, type.contentType.slice(0, 30), sniffed, Date.now() - t, 'ms', e.code ?? e, e.message.slice(0, 300), Math.round(process.memoryUsage().rss / 1e6)); }
}
console.log((process.report!.getReport() as any).workers.length);
