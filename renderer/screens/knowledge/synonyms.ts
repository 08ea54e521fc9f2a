import { api } from '../../api/client.ts';
import { type SynonymGroup, type Synonyms, synonymsPath } from './queries.ts';

/** The server keeps no more. */
export const mostWords = 20;

export const isWord = (text: string): boolean => /^[\p{L}\p{N}]{1,40}$/u.test(text);

export const keyOf = ({ language, words }: SynonymGroup): string => JSON.stringify([language, words]);

/** Changes the groups as they are on the server now: all are saved at once, and others may have changed some. */
export async function changeGroups(edit: (groups: SynonymGroup[]) => SynonymGroup[]): Promise<Synonyms> {
  const { groups } = await api.get<Synonyms>(synonymsPath);
  return api.put<Synonyms>(synonymsPath, { groups: edit(groups) });
}
