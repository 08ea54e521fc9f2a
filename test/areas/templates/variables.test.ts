import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillText, namesIn, variableFaults } from '../../../server/areas/templates/template-variables.ts';

const plain = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !/[{}]/.test(text));
const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/);

test('a text with numbered variables is filled at each of their places, with any text between them', () => {
  const parts = fc.array(fc.tuple(plain, plain), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(parts, plain, (pairs, end) => {
      const text = pairs.map(([before], index) => `${before}{{${index + 1}}}`).join('') + end;
      const filled = pairs.map(([before, value]) => before + value).join('') + end;
      expect(variableFaults(text)).toEqual([]);
      expect(namesIn(text)).toEqual(pairs.map((_, index) => String(index + 1)));
      expect(fillText(text, (entry) => pairs[Number(entry) - 1]?.[1] ?? '')).toBe(filled);
    }),
  );
});

test('named variables are found once, in order of appearance', () => {
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 5 }), (names) => {
      const text = [...names, ...names.toReversed()].map((entry) => `{{${entry}}}`).join(' ');
      expect(variableFaults(text)).toEqual([]);
      expect(namesIn(text)).toEqual(names);
    }),
  );
});

test('a valid text has no brace of a variable left when filled', () => {
  const text = fc
    .array(fc.constantFrom('{', '}', '{{', '}}', '1', '2', 'a', ' ', '{{1}}', '{{a}}'))
    .map((all) => all.join(''));
  fc.assert(
    fc.property(text, (entry) => {
      if (variableFaults(entry).length === 0) expect(fillText(entry, () => 'x')).not.toMatch(/\{\{|\}\}/);
    }),
  );
});

test.each([
  ['{{1}} {{1}}', []],
  ['{{2}} {{1}}', []],
  ['{{0}}', [expect.stringContaining('{{0}}')]],
  ['{{ 1 }}', [expect.stringContaining('{{ 1 }}')]],
  ['{{}}', [expect.stringContaining('{{}}')]],
  ['{{1}', [expect.stringContaining('brace')]],
  ['{{2}}', [expect.stringContaining('{{1}}')]],
  ['{{1}} {{a}}', [expect.stringContaining('not both')]],
])('%s has the faults %j', (text, faults) => {
  expect(variableFaults(text)).toEqual(faults);
});
