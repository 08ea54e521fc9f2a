/** The parts of a page that lead to the next one; lists have one of three styles. */
interface AnyPage {
  nextCursor?: string | null;
  hasMore?: boolean;
  page?: number;
  offset?: number;
}

/** Yields the entries of all pages; each page is read when the one before it was taken. */
export async function* readPages(
  read: (at: object) => Promise<unknown>,
  entriesOf: (page: object) => readonly unknown[],
): AsyncGenerator<unknown, void, undefined> {
  for (let at: object | null = {}; at !== null; ) {
    const page = (await read(at)) as AnyPage;
    const entries = entriesOf(page);
    yield* entries;
    at = nextOf(page, entries.length);
  }
}

function nextOf({ nextCursor, hasMore, page, offset }: AnyPage, count: number): object | null {
  if (nextCursor !== undefined) return nextCursor === null ? null : { cursor: nextCursor };
  if (!hasMore) return null;
  return page === undefined ? { offset: (offset ?? 0) + count } : { page: page + 1 };
}
