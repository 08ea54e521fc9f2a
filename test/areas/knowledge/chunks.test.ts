import fc from 'fast-check';
import { expect, test } from 'vitest';
import { detectLanguage } from '../../../server/areas/knowledge/index.ts';
import { chunkDocument, type DocumentBlock } from '../../../server/areas/knowledge/passages/chunk-document.ts';

const cut = (...blocks: DocumentBlock[]) => chunkDocument({ title: null, blocks });
const sentence = (word: string, words: number) => `${Array.from({ length: words }, (_, at) => word + at).join(' ')}.`;

test('chunks end at headings and carry the heading path and the page', () => {
  const chunks = cut(
    { kind: 'heading', level: 1, text: 'Manual', page: 1 },
    { kind: 'paragraph', text: 'Bem-vindo.', page: 1 },
    { kind: 'heading', level: 2, text: 'Entregas', page: 2 },
    { kind: 'paragraph', text: 'Em três dias.', page: 2 },
    { kind: 'heading', level: 2, text: 'Trocas', page: 3 },
    { kind: 'list_item', text: 'Com nota', page: 3 },
    { kind: 'list_item', text: 'Em 30 dias', page: 3 },
    { kind: 'heading', level: 1, text: 'Só um título', page: 4 },
  );
  expect(chunks.map(({ position, headingPath, page, text }) => [position, headingPath, page, text])).toEqual([
    [0, ['Manual'], 1, 'Bem-vindo.'],
    [1, ['Manual', 'Entregas'], 2, 'Em três dias.'],
    [2, ['Manual', 'Trocas'], 3, 'Com nota\nEm 30 dias'],
    [3, ['Só um título'], 4, 'Só um título'],
  ]);
});

test('a long paragraph becomes chunks of 200 to 300 tokens that repeat the last sentences of the previous one', () => {
  const sentences = Array.from({ length: 60 }, (_, at) => sentence(`w${at}x`, 12));
  const chunks = cut({ kind: 'paragraph', text: sentences.join(' ') });
  expect(chunks.length).toBeGreaterThan(3);
  for (const [place, chunk] of chunks.entries()) {
    expect(chunk.tokenCount).toBeLessThanOrEqual(300);
    if (place < chunks.length - 1) expect(chunk.tokenCount).toBeGreaterThanOrEqual(200);
    const before = chunks[place - 1]?.text.split(/(?<=\.) /);
    if (before) expect(chunk.text.startsWith(before.slice(-2).join(' '))).toBe(true);
  }
});

test("each part of a table begins with the table's first row, and no row is cut", () => {
  const rows = Array.from({ length: 120 }, (_, at) => `Produto ${at} | ${at},90 | azul`);
  const blocks = ['Nome | Preço | Cor', ...rows].map((text) => ({ kind: 'table_row' as const, text }));
  const chunks = cut(...blocks);
  expect(chunks.length).toBeGreaterThan(2);
  for (const { text } of chunks) expect(text.split('\n')[0]).toBe('Nome | Preço | Cor');
  const lines = chunks.flatMap(({ text }) => text.split('\n').slice(1));
  expect(lines).toEqual(rows);
  // The next table has a header of its own.
  const second = cut(...blocks, { kind: 'paragraph', text: 'E mais:' }, { kind: 'table_row', text: 'Loja | Rua' });
  expect(second.at(-1)?.text).toContain('E mais:\nLoja | Rua');
});

test('for any blocks, no word is lost and no chunk exceeds 300 tokens', () => {
  const block = fc.record({
    kind: fc.constantFrom('heading', 'paragraph', 'list_item', 'table_row', 'code'),
    level: fc.integer({ min: 1, max: 9 }),
    text: fc.lorem({ maxCount: 400 }),
  });
  fc.assert(
    fc.property(fc.array(block, { maxLength: 12 }), (blocks) => {
      const chunks = chunkDocument({ title: null, blocks: blocks as DocumentBlock[] });
      const found = new Set(chunks.flatMap((chunk) => [chunk.text, ...chunk.headingPath].join(' ').split(/\s+/)));
      const missing = blocks
        .flatMap(({ kind, text }) => (kind === 'heading' ? [] : text.split(/\s+/)))
        .filter((word) => !found.has(word));
      expect(missing).toEqual([]);
      for (const chunk of chunks) expect(chunk.tokenCount).toBeLessThanOrEqual(300);
      expect(chunks.map(({ position }) => position)).toEqual(chunks.map((_, place) => place));
    }),
    { numRuns: 60 },
  );
});

test('an overlong sentence and an overlong word are cut', () => {
  const endless = cut(
    { kind: 'paragraph', text: 'palavra '.repeat(5_000) },
    { kind: 'list_item', text: 'x'.repeat(9_000) },
  );
  for (const chunk of endless) expect(chunk.tokenCount).toBeLessThanOrEqual(300);
  expect(
    endless
      .map(({ text }) => text)
      .join('')
      .match(/x/g),
  ).toHaveLength(9_000);
});

test('the three languages are detected, and null is returned for text without words', () => {
  expect(detectLanguage('Entregamos em toda a cidade, de segunda a sexta-feira.')).toBe('pt');
  expect(detectLanguage('Los envíos llegan a toda la ciudad de lunes a viernes.')).toBe('es');
  expect(detectLanguage('We deliver to every part of the town from Monday to Friday.')).toBe('en');
  expect(detectLanguage('1234 / 5678')).toBeNull();
});
