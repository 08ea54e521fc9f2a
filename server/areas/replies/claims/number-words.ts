import { readWords } from '../decide/local/words.ts';

/** `words` as numbers from `first` on, each `step` more than the one before. */
const count = (first: number, step: number, words: string): [string, number][] =>
  readWords(words).map((word, index) => [word, first + index * step]);

/** Folded words of numbers in the three languages; a word means the same number in each. */
const values = new Map<string, number>([
  ...count(1, 1, 'um dois tres quatro cinco seis sete oito nove dez onze doze treze catorze quinze'),
  ...count(16, 1, 'dezesseis dezessete dezoito dezenove vinte'),
  ...count(1, 1, 'uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince'),
  ...count(16, 1, 'dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro'),
  ...count(25, 1, 'veinticinco veintiseis veintisiete veintiocho veintinueve'),
  ...count(1, 1, 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'),
  ...count(16, 1, 'sixteen seventeen eighteen nineteen twenty'),
  ...count(20, 10, 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'),
  ...count(20, 10, 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa'),
  ...count(20, 10, 'twenty thirty forty fifty sixty seventy eighty ninety'),
  ...count(100, 100, 'cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos'),
  ...count(
    100,
    100,
    'ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos',
  ),
  ...count(1, 0, 'uma un una'),
  ...count(16, 1, 'dezasseis dezassete'),
  ...count(100, 0, 'cem cien'),
  ...count(200, 0, 'duzentas doscientas'),
  ...([
    ['duas', 2],
    ['quatorze', 14],
    ['dezanove', 19],
    ['veintiun', 21],
  ] as [string, number][]),
]);
/** "two hundred": English multiplies. */
const hundreds = new Set(['hundred']);
const thousands = new Set(['mil', 'thousand', 'grand']);
const joins = new Set(['e', 'y', 'and']);

/** The number that folded words say, below a million: "vinte e cinco", "two hundred and fifty". Null if they say none. */
export function readNumber(words: string[]): number | null {
  let total = 0;
  let part: number | null = null;
  let smallest = Number.POSITIVE_INFINITY;
  for (const [index, word] of words.entries()) {
    if (joins.has(word)) {
      // A join stands between two numbers only.
      if (part === null && total === 0) return null;
      if (index === words.length - 1) return null;
      continue;
    }
    if (word === 'a' && index === 0 && hundreds.has(words[1] ?? '')) continue;
    if (thousands.has(word)) {
      if (total > 0) return null;
      total = (part ?? 1) * 1000;
      part = null;
      smallest = 1000;
      continue;
    }
    if (hundreds.has(word)) {
      if (part !== null && part > 99) return null;
      part = (part ?? 1) * 100;
      smallest = 100;
      continue;
    }
    const value = values.get(word);
    // Parts go from large to small: "vinte cinco" is one number, "cinco vinte" is not.
    if (value === undefined || value >= smallest || (value >= 10 && smallest <= 90) || smallest <= 19) return null;
    part = (part ?? 0) + value;
    smallest = value;
  }
  return part === null && total === 0 ? null : total + (part ?? 0);
}
