import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { foldWord } from '../server/areas/knowledge/language/analyse-text.ts';

const folder = join(import.meta.dirname, '..', 'server/areas/knowledge/language/lexicon');
const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));

/** What any shop is asked about; goods and services have files and a test of their own. */
const conceptFiles = ['money', 'delivery', 'visit', 'booking', 'policies', 'people', 'product'].map(
  (name) => `matters/${name}.json`,
);

/** What the program makes of a word before it compares: two words that fold alike are one. */
const repeated = (words: string[]): string[] => {
  const folded = words.map(foldWord);
  return words.filter((_, at) => folded.indexOf(folded[at] ?? '') !== at);
};

const Phrase = z
  .string()
  .regex(/^\S+( \S+){0,3}$/, 'one to four words, one space between')
  .refine((phrase) => phrase === phrase.normalize('NFC'), 'accents as single characters');
const Words = z.array(Phrase).refine((words) => repeated(words).length === 0, {
  error: (issue) => `repeated after folding: ${repeated(issue.input as string[]).join(', ')}`,
});
const ofLanguages = <Of extends z.ZodType>(shape: Of) => z.strictObject({ pt: shape, es: shape, en: shape });
const Id = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

const Concepts = z.record(Id, ofLanguages(Words.min(2)));
const Chat = ofLanguages(
  z.strictObject({
    fillers: Words.min(30),
    openers: Words.min(30),
    greetings: Words.min(30),
    thanks: Words.min(30),
    goodbyes: Words.min(30),
    questionStarts: Words.min(30),
    connectors: Words.min(30),
    wonderings: Words.min(15),
    followUps: Words.min(30),
    yes: Words.min(30),
    no: Words.min(30),
    laughs: Words.min(30),
  }),
);
const Abbreviations = ofLanguages(z.record(z.string().regex(/^\S+$/), Phrase));
const Emoji = z.record(z.string().regex(/^[^\s\p{L}]+$/u), Id);

const issuesOf = (schema: z.ZodType, file: string): string[] =>
  (schema.safeParse(read(file)).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('the concepts of a shop', () => {
  test.each(conceptFiles)('%s names each concept in all three languages, without repetition', (file) => {
    expect(issuesOf(Concepts, file)).toEqual([]);
  });

  test('are 180 at least, and each stands in one file', () => {
    const ids = conceptFiles.flatMap((file) => Object.keys(Concepts.parse(read(file))));
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(ids.length).toBeGreaterThanOrEqual(180);
  });
});

test('chat words are there for all three languages, without repetition', () => {
  expect(issuesOf(Chat, 'chat.json')).toEqual([]);
});

describe('what customers write about their own bookings and orders', () => {
  const kinds = ['reschedule', 'cancel', 'late', 'order_change', 'refund', 'own_order', 'own_booking', 'confirm'];
  const Patterns = z.array(z.string().regex(/^[^…#\s]\S*( \S+)*$/, 'words with one space between')).min(1);
  const OwnMatters = z.strictObject({
    classes: z.record(z.string().regex(/^[a-zA-Z]+$/), Patterns),
    wishes: z.record(z.enum(kinds), Patterns),
    booked: z.partialRecord(z.enum(kinds), Patterns),
    mentions: z.partialRecord(z.enum(kinds), Patterns),
    policy: Patterns,
    terms: Patterns,
  });

  test.each(['pt', 'es', 'en'] as const)(
    'of %s has each kind, and its patterns name classes that exist',
    (language) => {
      const file = `own-matters/${language}.json`;
      expect(issuesOf(OwnMatters, file)).toEqual([]);
      const { classes, ...patterns } = OwnMatters.parse(read(file));
      const named = [...JSON.stringify(patterns).matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
      expect(named.filter((name) => !(name in classes))).toEqual([]);
      expect(Object.keys(classes).filter((name) => !named.includes(name))).toEqual([]);
    },
  );
});

describe('abbreviations', () => {
  const { data } = Abbreviations.safeParse(read('abbreviations.json'));

  test('have one token each, and stand for one to four words', () => {
    expect(issuesOf(Abbreviations, 'abbreviations.json')).toEqual([]);
  });

  test.each(['pt', 'es', 'en'] as const)(
    'of %s are 150 at least, fold differently and never stand for themselves',
    (language) => {
      const tokens = Object.entries(data?.[language] ?? {});
      expect(tokens.length).toBeGreaterThanOrEqual(150);
      expect(repeated(tokens.map(([token]) => token))).toEqual([]);
      expect(tokens.filter(([token, words]) => foldWord(token) === foldWord(words))).toEqual([]);
    },
  );

  test.each(['pt', 'es', 'en'] as const)('of %s are spelt out in one step', (language) => {
    const tokens = Object.entries(data?.[language] ?? {});
    const known = new Set(tokens.map(([token]) => foldWord(token)));
    expect(tokens.filter(([, words]) => words.split(' ').some((word) => known.has(foldWord(word))))).toEqual([]);
  });
});

test('an emoji stands for a concept', () => {
  expect(issuesOf(Emoji, 'emoji.json')).toEqual([]);
});

test.each(['en', 'pt', 'es'])(
  'the examples of how customers ask in %s are whole questions for concepts of the lexicon, each once',
  (language) => {
    const asked = z.record(Id, z.array(z.string().regex(/^\S+(?: \S+){2,29}$/))).parse(read(`asked/${language}.json`));
    const known = new Set(conceptFiles.flatMap((file) => Object.keys(Concepts.parse(read(file)))));
    expect(Object.keys(asked).filter((concept) => !known.has(concept))).toEqual([]);
    const all = Object.values(asked).flat().map(foldWord);
    expect(all.filter((example, at) => all.indexOf(example) !== at)).toEqual([]);
  },
);
