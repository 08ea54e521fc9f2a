import { invalid, Problem } from '../../../platform/problem.ts';

/** Returns the entries with one moved to `place`, from 0; a place past the end is the end. */
export function moveEntry<Entry extends { id: string }>(entries: Entry[], id: string, place: number): Entry[] {
  const moved = entries.filter((entry) => entry.id === id);
  return entries.filter((entry) => entry.id !== id).toSpliced(place, 0, ...moved);
}

/** Returns the entries in the order of the ids. Throws 400 for `field` unless each id occurs exactly once. */
export function orderEntries<Entry extends { id: string }>(entries: Entry[], ids: string[], field: string): Entry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const ordered = [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  if (ordered.length === entries.length && ids.length === entries.length) return ordered;
  throw invalid(field, `must name each of the ${entries.length} entries exactly once`);
}

/** Throws `too_many` if the list already has `most` entries. `what` names them in the plural. */
export function assertRoom(entries: unknown[], most: number, what: string): void {
  if (entries.length < most) return;
  throw new Problem('too_many', `An agent may have ${most} ${what} at most`);
}
