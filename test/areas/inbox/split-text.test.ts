import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitText } from '../../../server/areas/inbox/send/split-text.ts';

test.each([
  ['a text that fits', 'Oi, tudo bem?', ['Oi, tudo bem?']],
  ['nothing', '  \n', []],
  ['paragraphs', 'Um dois.\n\nTrês quatro.', ['Um dois.', 'Três quatro.']],
  ['lines', 'Um dois e\ntrês quatro', ['Um dois e', 'três quatro']],
  ['sentences', 'Um dois três. Quatro', ['Um dois três.', 'Quatro']],
  ['words', 'Um dois três quatro', ['Um dois três', 'quatro']],
  ['no space at all', 'abcdefghijklmnopqrst', ['abcdefghijklmno', 'pqrst']],
  ['pairs of units', `a${'🍕'.repeat(8)}`, [`a${'🍕'.repeat(7)}`, '🍕']],
])('%s is split at the best place', (_name, text, parts) => {
  expect(splitText(text, 15)).toEqual(parts);
});

test('every text is split into well-formed parts within the limit, which together have all its words', () => {
  const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
  const gap = fc.constantFrom(' ', '\n', '\n\n', '. ', '  ');
  const whole = fc.array(fc.tuple(word, gap), { maxLength: 40 }).map((pairs) => pairs.flat().join(''));
  fc.assert(
    fc.property(whole, fc.integer({ min: 2, max: 60 }), (text, limit) => {
      const parts = splitText(text, limit);
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(limit);
        expect(part.isWellFormed()).toBe(true);
        expect(part.trim()).not.toBe('');
      }
      expect(parts.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
    }),
  );
});
