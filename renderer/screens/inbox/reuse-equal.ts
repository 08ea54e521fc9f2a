/** The fresh entries, each as the object that was there before where it says the same: what did not change is not drawn again. */
export function reuseEqual<Entry extends { id: string }>(before: Entry[] | undefined, fresh: Entry[]): Entry[] {
  const known = new Map((before ?? []).map((entry) => [entry.id, entry]));
  return fresh.map((entry) => {
    const earlier = known.get(entry.id);
    return earlier && JSON.stringify(earlier) === JSON.stringify(entry) ? earlier : entry;
  });
}
