import { matchWords } from '../../../components/palette/match-words.ts';
import type { LibraryFile } from './queries.ts';

interface Wish {
  search?: string;
  kind?: LibraryFile['kind'] | null;
  tag?: string | null;
}

/** Files of a kind and a tag whose name and tags have the words. */
export function findFiles(files: LibraryFile[], { search = '', kind = null, tag = null }: Wish): LibraryFile[] {
  return files.filter(
    (file) =>
      (kind === null || file.kind === kind) &&
      (tag === null || file.tags.includes(tag)) &&
      (search.trim() === '' ||
        matchWords(`${file.name.replace(/[_.-]/g, ' ')} ${file.tags.join(' ')}`, search) !== null),
  );
}

/** All tags with the number of their files, the most used first. */
export function tagsOf(files: LibraryFile[]): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const name of files.flatMap(({ tags }) => tags)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((one, other) => other.count - one.count || one.name.localeCompare(other.name));
}
