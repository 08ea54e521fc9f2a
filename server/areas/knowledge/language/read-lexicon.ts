import { readFileSync } from 'node:fs';

/** The compiled program has a copy next to its modules (`build/compile-server.ts`). */
export const lexiconFolder = new URL('./lexicon/', import.meta.url);

/**
 * The content of a file of the lexicon. It is read when it is first needed and is no part of the code: most starts never
 * need it, and it would be a third of what they load. `test/content-lexicon.test.ts` holds the files to their shapes.
 */
export const readLexicon = <Content>(file: string): Content =>
  JSON.parse(readFileSync(new URL(file, lexiconFolder), 'utf8'));
