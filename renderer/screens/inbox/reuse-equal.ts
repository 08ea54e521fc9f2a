/** Replaces fresh entries by equal previous objects, so that unchanged ones do not render again. */
export function reuseEqual<Entry extends { id: string }>(before: Entry[] | undefined, fresh: Entry[]): Entry[] {
  const known = new Map((before ?? []).map((entry) => [entry.id, entry]));
  return fresh.map((entry) => {
    const earlier = known.get(entry.id);
    return earlier && JSON.stringify(earlier) === JSON.stringify(entry) ? earlier : entry;
  });
}
