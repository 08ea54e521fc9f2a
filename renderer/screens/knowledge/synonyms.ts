import { call } from '../../api/client.ts';
import type { Result } from '../../api/operations.ts';
import type { SynonymGroup } from './queries.ts';

/** The server's limit per group. */
export const mostWords = 20;

export const isWord = (text: string): boolean => /^[\p{L}\p{N}]{1,40}$/u.test(text);

export const keyOf = ({ language, words }: SynonymGroup): string => JSON.stringify([language, words]);

/** Applies a change to the server's current groups, because a save replaces them all. */
export async function changeGroups(
  edit: (groups: SynonymGroup[]) => SynonymGroup[],
): Promise<Result<'setKnowledgeSynonyms'>> {
  const { groups } = await call('getKnowledgeSynonyms');
  return call('setKnowledgeSynonyms', { body: { groups: edit(groups) } });
}
