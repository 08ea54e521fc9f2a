import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/environment/temporary-folder.ts';
import { makePdf, paragraph, zipDocx } from './documents.ts';
import { openKnowledgeShop } from './support.ts';

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

test('a PDF is read with its headings, lists, tables and pages, without running heads', async () => {
  const shop = await openKnowledgeShop();
  const pdf = await makePdf(
    (page) => {
      for (let number = 1; number <= 4; number++) {
        if (number > 1) page.addPage();
        page.fontSize(9).text('Manual da Loja', 72, 40).text(`Página ${number} de 4`, 72, 700);
        page
          .fontSize(20)
          .text(`Capítulo ${['um', 'dois', 'três', 'quatro'][number - 1]}`, 72, 80)
          .fontSize(11);
        page.text(
          'A entrega leva dois dias úteis em toda a cidade e é grátis para os pedidos que passam de cem reais.',
        );
        page.text('• Pix').text('• Cartão').moveDown();
        page.text('Calabresa', 72, 300).text(`R$ 4${number},00`, 300, 300);
      }
    },
    { info: { Title: 'Manual' } },
  );
  const source = await shop.addFile(shop.base, pdf, 'manual.txt');
  expect(source).toMatchObject({
    kind: 'FILE',
    name: 'manual.txt',
    title: 'Manual',
    status: 'READY',
    contentType: 'application/pdf',
    sizeBytes: pdf.length,
    language: 'pt',
  });
  const chunks = await shop.chunks(shop.base, source.id);
  expect(chunks.map(({ headingPath, page }) => [headingPath, page])).toEqual([
    [['Capítulo um'], 1],
    [['Capítulo dois'], 2],
    [['Capítulo três'], 3],
    [['Capítulo quatro'], 4],
  ]);
  expect(chunks[1].text).toContain('pedidos que passam de cem reais.');
  expect(chunks[1].text).toMatch(/Pix\n.*Cartão\n.*Calabresa \| R\$ 42,00/s);
  expect(chunks.map(({ text }) => text).join()).not.toMatch(/Manual da Loja|Página/);
});

test('a DOCX is read with its headings, lists and tables', async () => {
  const shop = await openKnowledgeShop();
  const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
  const table = `<w:tbl><w:tr>${cell('Pizza')}${cell('Preço')}</w:tr><w:tr>${cell('Portuguesa')}${cell('R$ 52')}</w:tr></w:tbl>`;
  const styles =
    '<?xml version="1.0"?><w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">' +
    '<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style></w:styles>';
  const relations =
    '<?xml version="1.0"?><Relationships ' +
    'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" ' +
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" ' +
    'Target="styles.xml"/></Relationships>';
  const docx = await zipDocx(
    paragraph('Trocas', 'H1') + paragraph('Trocamos em até sete dias.') + paragraph('Cardápio', 'H1') + table,
    { 'word/styles.xml': Buffer.from(styles), 'word/_rels/document.xml.rels': Buffer.from(relations) },
  );
  const source = await shop.addFile(shop.agent, docx, 'regras.pdf');
  expect(source).toMatchObject({ status: 'READY', contentType: docxType });
  const chunks = await shop.chunks(shop.agent, source.id);
  expect(chunks.map(({ headingPath, text }) => [headingPath, text])).toEqual([
    [['Trocas'], 'Trocamos em até sete dias.'],
    [['Cardápio'], 'Pizza | Preço\nPortuguesa | R$ 52'],
  ]);
});

test('a table in a PDF from LibreOffice is read as rows', async (context) => {
  const folder = await temporaryFolder();
  const csv = join(folder, 'precos.csv');
  await writeFile(csv, 'Sabores da casa,Preço\nLombo,R$ 52\nMista,R$ 48\n');
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  const words = [profile, '--headless', '--infilter=CSV:44,34,76', '--convert-to', 'pdf', '--outdir', folder, csv];
  try {
    await promisify(execFile)('soffice', words, { timeout: 60_000 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return context.skip('LibreOffice is not installed on this machine');
  }
  const shop = await openKnowledgeShop();
  const source = await shop.addFile(shop.base, await readFile(join(folder, 'precos.pdf')), 'precos.pdf');
  expect(source).toMatchObject({ status: 'READY', contentType: 'application/pdf' });
  const [chunk] = await shop.chunks(shop.base, source.id);
  expect(chunk.text).toContain('Lombo | R$ 52\nMista | R$ 48');
});

test('uploaded HTML is read as a whole, without scripts and hidden elements', async () => {
  const shop = await openKnowledgeShop();
  const html =
    '<html><head><title>Regras da ' +
    'loja</title><style>p{}</style></head><body><script>alert("roubo")</script><h2>Trocas</h2><p onclick="x()">Em ' +
    'até <b>sete</b> dias.<br>Com nota.</p><svg><text>desenho</text></svg><ol><li>Traga<ul><li>a ' +
    'nota</li></ul></li></ol><table><tr><td>Pix<td>5%</table><iframe src="http://x/"></iframe></body></html>';
  const source = await shop.addFile(shop.base, html, 'pagina.md');
  expect(source).toMatchObject({ status: 'READY', contentType: 'text/html', title: 'Regras da loja' });
  const [chunk, ...rest] = await shop.chunks(shop.base, source.id);
  expect(rest).toEqual([]);
  expect(chunk.headingPath).toEqual(['Trocas']);
  expect(chunk.text).toBe('Em até sete dias. Com nota.\nTraga\na nota\nPix | 5%');
});

test('Markdown is read with its structure and without its syntax', async () => {
  const shop = await openKnowledgeShop();
  const markdown =
    '---\ntags: x\n---\n# Trocas\n\nEm até **sete** [dias](https://x.y/z).\n\nEntregas\n--------\n\n- [ ] Em *dois* ' +
    'dias\n\n| Pizza | Preço |\n|---|---:|\n| Portuguesa | R$ 52 |\n\n```\nfrete = 0\n```\n> Vale nota.';
  const source = await shop.addFile(shop.base, markdown, 'regras.html');
  expect(source).toMatchObject({ status: 'READY', contentType: 'text/markdown', title: 'Trocas' });
  const chunks = await shop.chunks(shop.base, source.id);
  expect(chunks.map(({ headingPath, text }) => [headingPath, text])).toEqual([
    [['Trocas'], 'Em até sete dias.'],
    [['Trocas', 'Entregas'], 'Em dois dias\nPizza | Preço\nPortuguesa | R$ 52\nfrete = 0\nVale nota.'],
  ]);
});

test('plain text is read in UTF-8, UTF-16 and Windows-1252, without NUL characters', async () => {
  const shop = await openKnowledgeShop();
  const said = (text: string) => `PROMOÇÃO\n\nO pão de queijo está em promoção ${text}.`;
  const utf16be = Buffer.from(`\uFEFF${said('até terça')}`, 'utf16le').swap16();
  const files: Record<string, [Buffer, string]> = {
    'utf8.txt': [Buffer.from(said('hoje')), 'hoje'],
    'bom.txt': [Buffer.from(`\uFEFF${said('amanhã')}`), 'amanhã'],
    'utf16le.txt': [Buffer.from(`\uFEFF${said('na sexta')}`, 'utf16le'), 'na sexta'],
    'utf16be.txt': [utf16be, 'até terça'],
    'utf16-no-bom.txt': [Buffer.from(said('no sábado'), 'utf16le'), 'no sábado'],
    // Windows-1252 and Latin-1 differ in the quotes and the euro sign.
    'cp1252.txt': [
      Buffer.concat([Buffer.from(said('por 5 '), 'latin1'), Buffer.from([0x80, 0x93, 0x94])]),
      'por 5 .€“”',
    ],
    'nul.txt': [Buffer.from(said('do\0min\0go')), 'domingo'],
  };
  for (const [name, [bytes, end]] of Object.entries(files)) {
    const source = await shop.addFile(shop.base, bytes, name);
    expect(source, name).toMatchObject({ status: 'READY', contentType: 'text/plain', language: 'pt' });
    const [chunk] = await shop.chunks(shop.base, source.id);
    const dot = end.includes('.') ? '' : '.';
    expect([chunk.headingPath, chunk.text]).toEqual([['PROMOÇÃO'], `O pão de queijo está em promoção ${end}${dot}`]);
  }
});

test('the bytes of a file are kept for reindexing, and deleting the source releases their storage', async () => {
  const shop = await openKnowledgeShop();
  const used = async () => {
    const { read } = shop.app.platform.database;
    const rows = await read.selectFrom('usage_counters').selectAll().where('kind', '=', 'storageBytes').execute();
    return rows[0]?.used ?? 0;
  };
  const source = await shop.addFile(shop.base, 'Abrimos às nove.', 'horario.txt');
  expect(await used()).toBe(source.sizeBytes);
  await shop.api.post(`${shop.base.path}/${source.id}/reindex`);
  expect(await shop.indexed(shop.base, source.id)).toMatchObject({ status: 'READY', chunkCount: 1 });
  await shop.api.delete(`${shop.base.path}/${source.id}`);
  expect(await used()).toBe(0);
});
