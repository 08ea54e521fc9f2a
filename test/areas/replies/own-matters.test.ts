import { describe, expect, test } from 'vitest';
import { readOwnMatter } from '../../../server/areas/replies/decide/own-matters/read-own-matter.ts';
import { readSentences, type Spoken, spoken } from './own-matters/set.ts';

const languagesOf = (first: Spoken) => [...new Set([first, ...spoken])];

describe.each(spoken)('in %s', (language) => {
  const { wishes, withBooking, questions } = readSentences(language);
  const read = (text: string, hasBooking: boolean) => readOwnMatter(text, languagesOf(language), hasBooking);
  const readAll = (said: string[], hasBooking: boolean) => said.map((text) => [text, read(text, hasBooking)]);

  test.each(Object.entries(wishes))(
    'a customer who wants "%s" of her own booking or order is understood',
    (kind, said) => {
      expect(readAll(said, false)).toEqual(said.map((text) => [text, kind]));
    },
  );

  test.each(Object.entries(withBooking))('with a booking, "%s" is understood from fewer words', (kind, said) => {
    expect(readAll(said, true)).toEqual(said.map((text) => [text, kind]));
  });

  test('questions to the shop are none, with and without a booking', () => {
    const none = questions.map((text) => [text, null]);
    expect(readAll(questions, false)).toEqual(none);
    expect(readAll(questions, true)).toEqual(none);
  });

  test('120 sentences at least are wishes, and as many are not', () => {
    expect(Object.values(wishes).flat().length + Object.values(withBooking).flat().length).toBeGreaterThanOrEqual(120);
    expect(questions.length).toBeGreaterThanOrEqual(120);
  });
});
