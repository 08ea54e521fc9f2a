import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPrices } from '../../../server/areas/replies/catalog-upload/find-prices.ts';
import { parsePriceList } from '../../../server/areas/replies/catalog-upload/parse-price-list.ts';

const read = (text: string, large: string[] = []) =>
  parsePriceList(text.split('\n').map((line) => ({ text: line, isLarge: large.includes(line.trim()), confidence: 1 })));
const priced = (text: string) => read(text).map(({ name, priceCents }) => [name, priceCents]);

test('a price list is parsed into names, prices, categories and descriptions in three languages', () => {
  expect(
    read('PIZZAS\nMargherita ........ R$ 45,00\nmolho, mussarela e manjericão\nBebidas:\n• Suco 300 ml — R$ 9,5'),
  ).toEqual([
    {
      name: 'Margherita',
      description: 'molho, mussarela e manjericão',
      priceCents: 4500,
      category: 'PIZZAS',
      confidence: 0.95,
    },
    { name: 'Suco 300 ml', description: null, priceCents: 950, category: 'Bebidas', confidence: 0.95 },
  ]);
  expect(
    read('Burgers\nClassic burger | $12.50\nbeef, cheddar, pickles\nVeggie burger | $11', ['Burgers']),
  ).toMatchObject([
    { name: 'Classic burger', description: 'beef, cheddar, pickles', priceCents: 1250, category: 'Burgers' },
    { name: 'Veggie burger', priceCents: 1100 },
  ]);
  expect(read('Cortes\nCorte de mujer 25 €\nincluye lavado, sin peinado\nTinte 1.234,56 euros')).toMatchObject([
    { name: 'Corte de mujer', description: 'incluye lavado, sin peinado', priceCents: 2500, category: 'Cortes' },
    { name: 'Tinte', priceCents: 123_456 },
  ]);
});

test('each size becomes an item: labels before or after the price, columns under headings, menus side by side', () => {
  const sizes = [
    ['Calabresa P', 3000],
    ['Calabresa M', 4000],
    ['Calabresa G', 5050],
  ];
  expect(priced('Calabresa P R$ 30 M R$ 40 G R$ 50,50')).toEqual(sizes);
  expect(priced('Calabresa R$ 30 (P) R$ 40 (M) R$ 50,50 (G)')).toEqual(sizes);
  expect(priced('Pizza | P | M | G\nCalabresa | 30,00 | 40,00 | 50,50')).toEqual(sizes);
  expect(priced('Pudim R$ 12,00 Mousse R$ 10,00')).toEqual([
    ['Pudim', 1200],
    ['Mousse', 1000],
  ]);
});

test('the name comes from the line above a price on its own line, or after a leading price', () => {
  expect(read('SALÃO\nCorte feminino\ncom lavagem\nR$ 120\nEscova\nR$ 60')).toMatchObject([
    { name: 'Corte feminino', description: 'com lavagem', priceCents: 12_000, category: 'SALÃO' },
    { name: 'Escova', description: null, priceCents: 6000 },
  ]);
  expect(priced('R$ 7,90 Água sem gás')).toEqual([['Água sem gás', 790]]);
  expect(read('BEBIDAS\nÁGUA\nR$ 5')).toMatchObject([{ name: 'ÁGUA', category: 'BEBIDAS' }]);
});

test('the reduced price is read, not the old one', () => {
  expect(priced('Combo família de R$ 60 por R$ 50')).toEqual([['Combo família', 5000]]);
  expect(priced('Family combo was $60 now $50')).toEqual([['Family combo', 5000]]);
});

test('a phone number, time, date, measure or percentage is not a price', () => {
  for (const line of [
    'Ligue (11) 98888-7777',
    'Aberto das 18h às 23:30',
    'Água 1,50 L',
    'Desconto de 10,00% no Pix',
    'Rua das Flores, 123',
    'Desde 24/12/2024',
    'CNPJ 12.345.678/0001-90',
  ]) {
    expect(priced(line), line).toEqual([]);
  }
});

test('the confidence is lower with less evidence', () => {
  const sure = (text: string) => read(text)[0]?.confidence ?? 0;
  expect(sure('Bolo R$ 30,00')).toBeGreaterThan(sure('Bolo 30,00'));
  expect(sure('Bolo 30,00')).toBeGreaterThan(sure('Bolo ..... 30'));
  expect(sure('Bolo 30,00')).toBeGreaterThan(sure('Bolo 30,00 40,00'));
  const [blurred] = parsePriceList([{ text: 'Bolo R$ 30,00', isLarge: false, confidence: 0.5 }]);
  expect(blurred?.confidence).toBe(0.48);
});

const grouped = (whole: number, mark: string) => String(whole).replaceAll(/\B(?=(\d{3})+$)/g, mark);
const formats: Record<string, (whole: number, cents: string) => string> = {
  pt: (whole, cents) => `R$ ${grouped(whole, '.')},${cents}`,
  en: (whole, cents) => `$${grouped(whole, ',')}.${cents}`,
  es: (whole, cents) => `${grouped(whole, '.')},${cents} €`,
  plain: (whole, cents) => `R$${whole},${cents}`,
  words: (whole, cents) => `${whole},${cents} reais`,
  soles: (whole, cents) => `S/ ${grouped(whole, ',')}.${cents}`,
  guaranies: (whole, cents) => `Gs. ${grouped(whole, '.')},${cents}`,
  spaced: (whole, cents) => `€ ${grouped(whole, ' ')},${cents}`,
};
const word = fc.stringMatching(/^[a-zà-ú]{3,9}$/);
const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));

test('every price is read back with its name in every notation', () => {
  fc.assert(
    fc.property(
      name,
      fc.nat(99_999_999),
      fc.constantFrom(...Object.keys(formats)),
      fc.constantFrom(' ', ' .... ', ' - ', ' | '),
      (item, cents, format, gap) => {
        fc.pre(!/\b(?:de|from|was|era|antes|por|now|a|to|reais|real|euros?)$/.test(item));
        const price = formats[format]?.(Math.floor(cents / 100), String(cents % 100).padStart(2, '0'));
        expect(priced(`${item}${gap}${price}`)).toEqual([[item, cents]]);
      },
    ),
  );
});

test('any text is accepted and yields at most one item per price', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('R$', '$', '€', ' 45,00', '1.234', '|', '...', '\n', 'P ', 'de ', ' por '),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const lines = pieces.join('').split('\n');
      const items = read(lines.join('\n'));
      const prices = lines.flatMap((line) => findPrices(line.normalize('NFC').replaceAll(/\s+/g, ' ').trim()));
      expect(items.length).toBeLessThanOrEqual(prices.length);
      for (const item of items) {
        expect(item.name).toMatch(/\p{L}/u);
        expect(item.name.length).toBeLessThanOrEqual(150);
        expect(Number.isSafeInteger(item.priceCents) && item.priceCents >= 0).toBe(true);
        expect(item.confidence).toBeLessThanOrEqual(0.95);
      }
    }),
  );
});

test('parsing terminates on lines that are built to be slow', () => {
  for (const line of [
    '.'.repeat(500),
    '1.'.repeat(250),
    '9 '.repeat(250),
    `${'- '.repeat(240)}R$ 1`,
    'R$ 1 '.repeat(100),
  ]) {
    read(`${line}\n`.repeat(100));
  }
});
