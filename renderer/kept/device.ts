/**
 * Keeps words that the server does not have yet in this browser's storage, under the names of `places.ts`. If storage is full
 * or forbidden, they are in memory and the browser asks before the page is closed.
 */
const prefix = 'frontdesk.words.';

/** A fortnight: longer than an absence after which somebody still sends what was begun. */
const keptMs = 14 * 24 * 60 * 60_000;
/** Characters of all entries; browsers give an origin about five million for everything. */
const mostCharacters = 2_000_000;

interface Entry {
  text: string;
  value: unknown;
  at: number;
}

/** Entries that storage refused, by name. */
const memory = new Map<string, string>();
/** Parsed entries, so that a reader gets the same object until it changes. */
const entries = new Map<string, Entry>();
/** Names that another open window wrote last. */
const foreign = new Set<string>();
const watchers = new Set<() => void>();

/** Calls back after each change, also by other windows. */
export function watchKept(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The value under a name; undefined if there is none. */
export function readKept(name: string): unknown {
  const text = memory.get(name) ?? stored(name);
  if (text === null) return undefined;
  const known = entries.get(name);
  if (known?.text === text) return known.value;
  const entry = parse(text);
  if (entry) entries.set(name, entry);
  return entry?.value;
}

/** Milliseconds since 1970 at which a value was written; undefined if there is none. */
export const keptSince = (name: string): number | undefined =>
  readKept(name) === undefined ? undefined : entries.get(name)?.at;

/** Keeps a value, or removes it if it is undefined. Files are not kept. */
export function writeKept(name: string, value: unknown): void {
  foreign.delete(name);
  if (value === undefined) remove(name);
  else {
    const at = Date.now();
    const text = JSON.stringify({ at, value }, (_, part: unknown) => (part instanceof Blob ? null : part));
    // The value itself still has its files, as long as the page lives.
    entries.set(name, { text, value, at });
    if (store(name, text)) memory.delete(name);
    else memory.set(name, text);
  }
  emit();
}

/** Names of all entries that begin with a text. */
export function namesOfKept(beginning: string): string[] {
  const names = [...storedNames(), ...memory.keys()].filter((name) => name.startsWith(beginning));
  return [...new Set(names)].filter((name) => readKept(name) !== undefined);
}

/** Removes the entries whose names fit. */
export function forgetKept(fits: (name: string) => boolean): void {
  for (const name of namesOfKept('')) if (fits(name)) remove(name);
  emit();
}

/** Returns true if the last write since this page was opened came from another window. */
export const isForeign = (name: string): boolean => foreign.has(name);

function remove(name: string): void {
  memory.delete(name);
  entries.delete(name);
  attempt(() => localStorage.removeItem(prefix + name), undefined);
}

function emit(): void {
  for (const watcher of watchers) watcher();
}

/** Runs an access to storage, which throws if the browser forbids it. */
function attempt<Result>(access: () => Result, otherwise: Result): Result {
  try {
    return access();
  } catch {
    return otherwise;
  }
}

const stored = (name: string): string | null => attempt(() => localStorage.getItem(prefix + name), null);

const storedNames = (): string[] =>
  attempt(() => Object.keys(localStorage), [])
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length));

/** Returns false where there is no room. */
function store(name: string, text: string): boolean {
  const others = storedNames().filter((other) => other !== name);
  const characters = others.reduce((sum, other) => sum + (stored(other)?.length ?? 0), text.length);
  if (characters > mostCharacters) return false;
  return attempt(() => {
    localStorage.setItem(prefix + name, text);
    return true;
  }, false);
}

/** Returns null for an entry that is too old or malformed. */
function parse(text: string): Entry | null {
  const parsed = attempt(() => JSON.parse(text) as Partial<Entry> | null, null);
  const isEntry = typeof parsed?.at === 'number' && parsed.value !== undefined;
  return isEntry && Date.now() - (parsed.at as number) < keptMs
    ? { text, value: parsed.value, at: parsed.at as number }
    : null;
}

/** Removes what is too old. */
function sweep(): void {
  for (const name of storedNames()) if (readKept(name) === undefined) remove(name);
}

window.addEventListener('storage', ({ key, newValue }) => {
  // A key of null: all of it was cleared.
  if (key === null) foreign.clear();
  else if (!key.startsWith(prefix)) return;
  else if (newValue === null) foreign.delete(key.slice(prefix.length));
  else foreign.add(key.slice(prefix.length));
  emit();
});

window.addEventListener('beforeunload', (event) => {
  if (memory.size > 0) event.preventDefault();
});

sweep();
