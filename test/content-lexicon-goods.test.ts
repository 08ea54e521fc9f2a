import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isStopWord, readWords } from '../server/areas/knowledge/language/analyse-text.ts';
import type { Language } from '../server/areas/knowledge/language/detect-language.ts';

const folder = join(import.meta.dirname, '../server/areas/knowledge/language/lexicon');
const files = globSync('{things/*,matters/people-relations}.json', { cwd: folder }).sort();
/** Concepts of goods and of shop matters: both name them by the same keys. */
const conceptFiles = globSync('{matters,things}/*.json', { cwd: folder });
const readText = (file: string): string => readFileSync(join(folder, file), 'utf8');

const fold = (text: string): string[] => readWords(text).map(({ folded }) => folded);

const Words = (language: Language) =>
  z
    .array(
      z
        .string()
        .regex(/^[\p{L}\p{N}' -]+$/u, 'has signs or capitals')
        .refine((word) => word === word.trim().toLowerCase(), 'has outer spaces or capitals')
        .refine((word) => fold(word).length <= 4, 'is longer than four words')
        // Such a word would be found in nearly every message.
        .refine((word) => !fold(word).every((part) => isStopWord(part, [language])), 'consists of stop words')
        .refine((word) => fold(word).join('').length > 1, 'is a single letter'),
    )
    .min(1)
    .refine((words) => new Set(words.map((word) => fold(word).join(' '))).size === words.length, 'repeats a word');

const Concepts = z.record(
  z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  z.strictObject({ pt: Words('pt'), es: Words('es'), en: Words('en') }),
);

test('the lexicon of goods covers at least 600 concepts', () => {
  const keys = files.flatMap((file) => Object.keys(JSON.parse(readText(file))));
  expect(keys.length).toBeGreaterThanOrEqual(600);
});

test('a concept has one place: no key stands twice in the lexicon', () => {
  // The text is read, because JSON.parse keeps only the last of two equal keys of a file.
  const places = new Map<string, string[]>();
  for (const file of conceptFiles) {
    for (const [, key = ''] of readText(file).matchAll(/^ {2}"([^"]+)":/gm)) {
      places.set(key, [...(places.get(key) ?? []), file]);
    }
  }
  expect(places.size).toBeGreaterThan(0);
  expect([...places].filter(([, found]) => found.length > 1)).toEqual([]);
});

describe.each(files)('%s', (file) => {
  test('names each concept in three languages by distinct words of at most four parts', () => {
    const result = Concepts.safeParse(JSON.parse(readText(file)));
    expect(result.success ? '' : z.prettifyError(result.error)).toBe('');
  });
});
