import { readdirSync } from 'node:fs';
import type { Language } from './detect-language.ts';
import { lazily } from './lazily.ts';
import { lexiconFolder, readLexicon } from './read-lexicon.ts';

type Concepts = Readonly<Record<string, Record<Language, string[]>>>;

/** Files stand in the order of their names, so that the order of concepts is the same on every machine. */
function readFolder(name: 'matters' | 'things'): Concepts {
  const files = readdirSync(new URL(`${name}/`, lexiconFolder)).sort();
  return Object.assign({}, ...files.map((file) => readLexicon<Concepts>(`${name}/${file}`)));
}

/** What shops sell and do, and what those things are like. */
const things = lazily(() => readFolder('things'));

/**
 * Concept → the words and phrases by which each language names it. A concept is the same in every language. Besides
 * things it is what any shop is asked about, such as the price.
 */
export const concepts = lazily((): Concepts => ({ ...readFolder('matters'), ...things() }));

/** Whether a concept is a thing or what a thing is like, not what is asked about things. */
export const isThing = (concept: string): boolean => concept in things();
