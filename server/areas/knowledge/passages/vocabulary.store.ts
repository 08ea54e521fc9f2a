import type { Generated } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { unindexed } from '../../../platform/database/prepared-query.ts';
import {
  countPassages,
  putSpellings,
  removeText,
  similarWords,
  type TextIndex,
} from '../../../platform/database/text-index.ts';
import { deleteRows } from '../../../platform/database/workspace-rows.ts';
import { stemWord } from '../language/analyse-text.ts';
import { languages } from '../language/detect-language.ts';
import { passageIndex } from './chunks.store.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    knowledge_vocabulary: { id: Generated<number>; workspace_id: string; word: string };
  }
}

const spellingIndex: TextIndex = { table: 'knowledge_spelling' };
/** Shorter strings do not help, longer ones are not words. */
const shortest = 3;
const longest = 40;
const wordsPerStatement = 100;
const mostCompared = 60;
const mostAlike = 4;

export const isVocabulary = (folded: string): boolean => folded.length >= shortest && folded.length <= longest;

/** Adds words to the vocabulary. Idempotent. */
export async function addWords(db: Db, workspaceId: string, words: string[]): Promise<void> {
  for (let at = 0; at < words.length; at += wordsPerStatement) {
    const values = words.slice(at, at + wordsPerStatement).map((word) => ({ workspace_id: workspaceId, word }));
    const added = await db
      .insertInto('knowledge_vocabulary')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'word'])
      .execute();
    if (added.length === 0) continue;
    await putSpellings(
      db,
      spellingIndex,
      workspaceId,
      added.map(({ id, word }) => ({ row: id, word })),
    );
  }
}

/**
 * The vocabulary words closest to a word that no passage contains. A word with a digit matches only as part of a longer
 * word: a number that is nearly right is wrong.
 */
export async function findSpellings(db: Db, workspaceId: string, folded: string): Promise<string[]> {
  const rows = await similarWords(db, spellingIndex, workspaceId, folded, mostCompared);
  if (rows.length === 0) return [];
  const known = await db
    .selectFrom('knowledge_vocabulary')
    .select('word')
    .where(unindexed('workspace_id'), '=', workspaceId)
    .where('id', 'in', rows)
    .execute();
  const scored = known.flatMap(({ word }) => {
    const distance = /\d/.test(folded) ? (word.includes(folded) ? 1 : Infinity) : countEdits(folded, word);
    return distance <= mostEdits(folded) ? [{ word, distance }] : [];
  });
  const best = Math.min(...scored.map(({ distance }) => distance));
  return scored.flatMap(({ word, distance }) => (distance === best ? [word] : [])).slice(0, mostAlike);
}

/** Number of letters of a word that may be wrong. */
export const mostEdits = (word: string): number => (word.length >= 8 ? 2 : 1);

/** Damerau–Levenshtein distance; Infinity if the lengths differ by more than 2. */
export function countEdits(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return Infinity;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1];
      let edits = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (swapped) edits = Math.min(edits, (beforeLast[j - 2] ?? 0) + 1);
      row.push(edits);
    }
    beforeLast = last;
    last = row;
  }
  return last[other.length] ?? Infinity;
}

/** Deletes unused words among the next `limit` after id `after`. Returns the last id examined; null at the end. */
export async function pruneWords(db: Db, workspaceId: string, after: number, limit: number): Promise<number | null> {
  const rows = await db
    .selectFrom('knowledge_vocabulary')
    .select(['id', 'word'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  for (const { id, word } of rows) {
    const stems = new Set([null, ...languages].map((language) => stemWord(word, language)));
    const counts = await Promise.all([...stems].map((stem) => countPassages(db, passageIndex, workspaceId, stem)));
    if (counts.some((count) => count > 0)) continue;
    await removeText(db, spellingIndex, id);
    await deleteRows(db, 'knowledge_vocabulary', workspaceId, { id });
  }
  return rows.at(-1)?.id ?? null;
}
