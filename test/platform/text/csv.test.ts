import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCsv } from '../../../server/platform/text/csv.ts';
import { csvChunks } from '../../../server/platform/text/csv-export.ts';
import { repairEncoding } from '../../../server/platform/text/repair-encoding.ts';

async function write(header: string[], rows: string[][]): Promise<string> {
  let text = '';
  for await (const chunk of csvChunks(header, rows, async (page) => page)) text += chunk;
  return text;
}

/** Cells as they are after reading: trimmed, with one kind of line ending. */
const cell = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string(),
    fc.stringMatching(/^[-=+@'",;\t\n ]{0,4}[a-z\d"';,\nçã]{0,6}$/),
    fc.stringMatching(/^[a-z]{0,2}[-=+@';|\t\n]{1,6}[a-z\d]{0,2}[;|\t\n]{0,1}[-=+@']{0,3}[a-z]{0,2}$/),
  )
  .map((text) => text.replaceAll(/[\r\0]/g, '').trim())
  // U+0080 to U+009F: repaired, as Windows-1252.
  .filter((text) => !/[\x80-\x9F\uFEFF\uFFFD]/.test(text));

test('everything that is written is parsed back unchanged', async () => {
  const rows = fc.array(fc.tuple(fc.constant('x'), cell, cell), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(rows, async (cells) => {
      const text = await write(['phone', 'name', 'ŧags'], cells);
      expect(readCsv(text).rows.map((row) => row.cells)).toEqual(cells);
    }),
    { numRuns: 300 },
  );
});

test('no written cell starts like a formula, wherever a spreadsheet splits it, except a number', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell), { minLength: 1, maxLength: 5 }), async (cells) => {
      const text = await write(['x'], cells);
      const lines = text.split('\r\n').slice(1, -1);
      for (const line of lines) expect(line).toMatch(/^"[\s\S]*"$/);
      const pieces = lines.map((line) => line.slice(1, -1)).filter((whole) => !/^[+-]\d[\d.,]*$/.test(whole));
      const parts = pieces.flatMap((whole) => whole.split(/[;|\t\n\r]/));
      expect(parts.filter((part) => /^[=+\-@＝＋－＠]/.test(part))).toEqual([]);
    }),
  );
});

test.each([
  ['+5511977776666', '+5511977776666'],
  ['+5511977776666+1', "'+5511977776666+1"],
  ['+55 11 97777', "'+55 11 97777"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['-12,50', '-12,50'],
  ['-1.234,56', '-1.234,56'],
  ['-2+3', "'-2+3"],
  ["x;=cmd|'/C calc'!A0;y", "x;'=cmd|'/C calc'!A0;y"],
  ['x\t=1+1', "x\t'=1+1"],
  ['two\n=1+1', "two\n'=1+1"],
  ["'=1", "''=1"],
  ['bolo; -10% hoje', 'bolo; -10% hoje'],
])('%j is written as %j', async (text, written) => {
  const file = await write(['x'], [[text]]);
  expect(file).toBe(`\uFEFF"x"\r\n"${written}"\r\n`);
  expect(readCsv(file).rows[0]?.cells).toEqual([text]);
});

test('parses like another CSV parser', () => {
  const piece = fc.constantFrom('a', ' ', '"', '""', ',', ',', '\n', '\n', '"b"', '"c,d"', '"e\nf"', '"g""h"');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      const text = `x,y\n${pieces.join('')}`;
      const { rows, faults } = readCsv(text);
      fc.pre(faults.length === 0);
      const expected = parse(text, { relax_column_count: true, relax_quotes: true }).slice(1) as string[][];
      const trimmed = expected.map((cells) => cells.map((cell) => cell.trim()));
      expect(rows.map(({ cells }) => cells)).toEqual(trimmed.filter((cells) => cells.some((cell) => cell !== '')));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['a row without end', `x,y\n1,2\n${'a'.repeat(100_001)}\n3,4`, 'row_too_long'],
  ['a row of too many cells', `x,y\n1,2\n${','.repeat(1_001)}\n3,4`, 'too_many_cells'],
  ['a quoted field without end', `x,y\n1,2\n"${'a'.repeat(200_000)}\n3,4`, 'row_too_long'],
])('leaves out %s and reports its line', (_what, text, code) => {
  const { rows, faults } = readCsv(text);
  expect(faults).toMatchObject([{ line: 3, code }]);
  expect(rows.map(({ line }) => line)).toEqual([2, 4]);
});

test('reports the line on which each row begins', () => {
  const { header, rows } = readCsv('\n a ;b\n\n1;"x\ny"\n;\n  \n2;z');
  expect(header).toEqual(['a', 'b']);
  expect(rows).toEqual([
    { line: 4, cells: ['1', 'x\ny'] },
    { line: 8, cells: ['2', 'z'] },
  ]);
});

test('continues after an unclosed quote anywhere', () => {
  const text = 'a,b\n1,x\n"2,y\n3,"z"\n4,w "q" v\n5,"u"\n6,"open\n7,t';
  const { rows, faults } = readCsv(text);
  expect(faults.map(({ line, code }) => [line, code])).toEqual([
    [3, 'unclosed_quote'],
    [7, 'unclosed_quote'],
  ]);
  expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
    [2, '1', 'x'],
    [4, '3', 'z'],
    [5, '4', 'w "q" v'],
    [6, '5', 'u'],
    [8, '7', 't'],
  ]);
});

test('repairs a lossless wrong decoding, and leaves correct text unchanged', () => {
  const utf8AsWindows = (text: string) => new TextDecoder('windows-1252').decode(Buffer.from(text));
  expect(repairEncoding(utf8AsWindows('\uFEFFJoão, 10 €'))).toBe('João, 10 €');
  expect(repairEncoding('Jo\xe3o, 10 \x80')).toBe('João, 10 €');
  for (const text of ['João', 'São Ãngelo', '王小明 João', 'plain', '']) expect(repairEncoding(text)).toBe(text);
});
