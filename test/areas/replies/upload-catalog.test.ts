import sharp from 'sharp';
import { expect, test } from 'vitest';
import { saveLanguageModel } from '../../../server/platform/language-model.ts';
import { startLanguageModel } from '../../doubles/language-model.ts';
import { openWorkspace, type TestApp } from '../../support/server/app.ts';
import { makeAgent } from '../../support/shop/sales.ts';
import { makePdf } from '../knowledge/documents.ts';
import { drawMenu, row } from './draw-menu.ts';

const pizzas = [
  row('PIZZAS', 36),
  row('Margherita ........ R$ 45,00'),
  row('molho, mussarela e manjericão', 18),
  row('Calabresa ........ R$ 48,90'),
];
const drinks = [row('BEBIDAS', 36), row('Suco de laranja      R$ 9,50'), row('Guaraná      R$ 8,00')];

const menuPdf = () =>
  makePdf((pdf) => {
    pdf.fontSize(22).text('Pizzas').fontSize(11);
    pdf.text('Margherita ........ R$ 45,00').text('molho, mussarela e manjericão').text('Calabresa ........ R$ 48,90');
    pdf.addPage().fontSize(22).text('Bebidas').fontSize(11);
    for (const [name, price] of [
      ['Suco de laranja', '9,50'],
      ['Limonada', '8,00'],
    ] as const) {
      const { y } = pdf;
      pdf.text(name, 72, y).text(price, 400, y);
    }
  });

async function openShop(): Promise<TestApp & { path: string }> {
  const shop = await openWorkspace();
  return { ...shop, path: `/api/ai-agents/${await makeAgent(shop.api)}` };
}

test('a PDF yields inactive items with a confidence, and no duplicates', async () => {
  const { api, path, events } = await openShop();
  await api.post(`${path}/catalog-items`, { name: 'CALABRESA', price: 48.9 });
  const answer = await api.upload(`${path}/upload-catalog`, await menuPdf(), 'menu.pdf');
  expect(answer).toMatchObject({ status: 200, body: { readBy: 'pdf', alreadyThere: 1, leftOut: 0 } });
  expect(answer.body.data).toMatchObject([
    {
      name: 'Margherita',
      description: 'molho, mussarela e manjericão',
      price: 45,
      category: 'Pizzas',
      active: false,
      order: 1,
    },
    { name: 'Suco de laranja', price: 9.5, category: 'Bebidas', active: false, order: 2 },
    { name: 'Limonada', price: 8, category: 'Bebidas', active: false },
  ]);
  for (const { confidence } of answer.body.data) expect(confidence).toBeGreaterThan(0.5);
  const listed = await api.get(`${path}/catalog-items`);
  expect(listed.body.data.filter((item: { active: boolean }) => !item.active)).toHaveLength(3);
  expect((await api.get(path)).body.hasUntestedChanges).toBe(true);
  const again = await api.upload(`${path}/upload-catalog`, await menuPdf(), 'menu.pdf');
  expect(again.body).toMatchObject({ data: [], alreadyThere: 4 });
  expect((await events()).map((event) => event.type)).toEqual(['bot.created']);
});

test('a picture is read offline, even with light letters on a dark ground', async () => {
  const { api, path } = await openShop();
  const answer = await api.upload(`${path}/upload-catalog`, await drawMenu(pizzas), 'menu.png');
  expect(answer).toMatchObject({ status: 200, body: { readBy: 'ocr' } });
  expect(answer.body.data).toMatchObject([
    { name: 'Margherita', description: 'molho, mussarela e manjericão', price: 45, category: 'PIZZAS', active: false },
    { name: 'Calabresa', price: 48.9, category: 'PIZZAS' },
  ]);
  const dark = await drawMenu(drinks, { ink: '#fff', paper: '#111' });
  expect((await api.upload(`${path}/upload-catalog`, dark, 'dark.png')).body.data).toMatchObject([
    { name: 'Suco de laranja', price: 9.5, category: 'BEBIDAS' },
    { name: 'Guaraná', price: 8 },
  ]);
});

test('up to six pictures are read in order', async () => {
  const { api, path } = await openShop();
  const pictures = [await drawMenu(pizzas), await drawMenu(drinks)];
  const send = (count: number) => {
    const form = new FormData();
    for (let index = 0; index < count; index++) {
      form.append('files', new Blob([pictures[index % 2] as Uint8Array<ArrayBuffer>]), `${index}.png`);
    }
    return api.post(`${path}/upload-catalog-images`, form);
  };
  const { status, body } = await send(2);
  expect(status).toBe(200);
  expect(body.data.map((item: { name: string }) => item.name)).toEqual([
    'Margherita',
    'Calabresa',
    'Suco de laranja',
    'Guaraná',
  ]);
  expect(await send(7)).toMatchObject({ status: 400, body: { errors: [{ field: 'body.files' }] } });
});

test('a file without items is rejected with the reason', async () => {
  const { api, path } = await openShop();
  const upload = (bytes: Uint8Array | string, name: string) => api.upload(`${path}/upload-catalog`, bytes, name);
  const blank = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  expect(await upload(blank, 'blank.png')).toMatchObject({ status: 400, body: { code: 'no_text' } });
  const scan = await makePdf((pdf) => pdf.image(blank));
  expect(await upload(scan, 'scan.pdf')).toMatchObject({ status: 400, body: { code: 'no_text' } });
  const letter = await makePdf((pdf) => pdf.text('Estamos abertos de terça a domingo.'));
  expect(await upload(letter, 'letter.pdf')).toMatchObject({ status: 400, body: { code: 'no_items' } });
  const locked = await makePdf((pdf) => pdf.text('Bolo R$ 10,00'), { userPassword: 'secret' });
  expect(await upload(locked, 'locked.pdf')).toMatchObject({ status: 400, body: { errors: [{ code: 'encrypted' }] } });
  expect(await upload('%PDF-1.7 and nothing more', 'broken.pdf')).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'body.file', code: 'unreadable' }] },
  });
  expect(await upload('Bolo R$ 10,00', 'list.txt')).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'body.file', code: 'unsupported_type' }] },
  });
  const vast = await sharp({ create: { width: 8_000, height: 5_001, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  expect(await upload(vast, 'vast.png')).toMatchObject({
    status: 400,
    body: { errors: [{ code: 'too_many_pixels' }] },
  });
  expect(await api.post(`${path}/upload-catalog`, { file: 'menu' })).toMatchObject({ status: 415 });
  expect((await api.get(`${path}/catalog-items`)).body.total).toBe(0);
});

test('the language model reads what the recognition cannot, and invalid items are discarded', async () => {
  const { api, path, app } = await openShop();
  const items = [{ name: 'Bolo de rolo', description: null, price: 30, category: 'Doces' }];
  const model = await startLanguageModel(JSON.stringify({ items }));
  const { platform } = app;
  const draft = { baseUrl: model.baseUrl, model: 'eyes' };
  await platform.write(({ db }) => saveLanguageModel(db, platform.secrets, draft));
  const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#b55' } })
    .png()
    .toBuffer();
  const upload = () => api.upload(`${path}/upload-catalog`, photo, 'photo.png');
  expect(await upload()).toMatchObject({
    status: 200,
    body: { readBy: 'model', data: [{ name: 'Bolo de rolo', price: 30, active: false, confidence: 0.5 }] },
  });
  expect(model.requests[0]?.body.messages[1]).toMatchObject({
    role: 'user',
    content: expect.stringContaining('data:image/jpeg;base64,'),
  });
  for (const answer of [500, 'I see a cake', JSON.stringify({ items: [{ name: 'Bolo', price: -1 }] })]) {
    model.answer = answer;
    expect(await upload(), String(answer)).toMatchObject({ status: 400, body: { code: 'no_text' } });
  }
});

test('an agent of another workspace and a key without the scope are rejected', async () => {
  const { api, path, otherWorkspace, withScopes } = await openShop();
  for (const name of ['upload-catalog', 'upload-catalog-images']) {
    const field = name === 'upload-catalog' ? 'file' : 'files';
    expect((await (await otherWorkspace()).upload(`${path}/${name}`, await menuPdf(), 'menu.pdf', field)).status).toBe(
      404,
    );
    expect(
      (await (await withScopes('catalog.read')).upload(`${path}/${name}`, await menuPdf(), 'm.pdf', field)).status,
    ).toBe(403);
  }
  expect((await api.get(`${path}/catalog-items`)).body.total).toBe(0);
});
