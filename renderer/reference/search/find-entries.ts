import type { Reference } from '../document.ts';

/** Something that a search can find. */
export interface Entry {
  href: string;
  title: string;
  /** What it is, beside the title. */
  kind: string;
  /** The method of an operation. */
  method: string | null;
  /** Where words count more than in `text`. */
  names: string;
  text: string;
}

/** All that can be found. */
export function listEntries({ guides, groups, operations, events }: Reference): Entry[] {
  return [
    ...guides.map(({ slug, title, text }) => entry(`/guides/${slug}`, title, 'Guide', title, text)),
    ...groups.map(({ slug, name, about }) => entry(`/groups/${slug}`, name, 'Operations', name, about)),
    ...[...operations.values()].map(({ id, summary, path, method, description, group, scope }) => ({
      ...entry(`/operations/${id}`, summary, path, `${summary} ${id} ${path}`, `${description} ${group.name} ${scope}`),
      method,
    })),
    ...[...events.values()].map(({ kind, summary }) => entry(`/events/${kind}`, kind, 'Event', kind, summary)),
  ];
}

const entry = (href: string, title: string, kind: string, names: string, text: string): Entry => ({
  href,
  title,
  kind,
  method: null,
  names: names.toLowerCase(),
  text: text.toLowerCase(),
});

const most = 20;

/** The entries that have all words, best first. */
export function findEntries(entries: readonly Entry[], search: string): Entry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const rated = entries.flatMap((one) => {
    const points = words.map((word) => rate(one, word));
    return points.includes(0) ? [] : [{ one, points: points.reduce((sum, each) => sum + each) }];
  });
  return rated
    .toSorted((a, b) => b.points - a.points)
    .slice(0, most)
    .map(({ one }) => one);
}

function rate({ title, names, text }: Entry, word: string): number {
  const at = names.indexOf(word);
  if (title.toLowerCase().startsWith(word)) return 5;
  if (at >= 0) return at === 0 || !/\w/.test(names[at - 1] ?? '') ? 4 : 3;
  return text.includes(word) ? 1 : 0;
}
