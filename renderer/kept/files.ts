/**
 * Keeps files that are not uploaded yet in a database of this browser. Without a database they are in memory, and the browser
 * asks before the page is closed.
 */
const storeName = 'files';
/** Equal to the time for which words are kept. */
const keptMs = 14 * 24 * 60 * 60_000;

interface KeptFile {
  at: number;
  file: File;
}

/** Files that the database did not take. */
const memory = new Map<string, File>();

let opened: Promise<IDBDatabase> | undefined;

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('frontdesk-files', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Runs one request in a transaction; rejects if there is no database or no room. */
async function perform<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  opened ??= openDatabase();
  const database = await opened.catch((error) => {
    opened = undefined;
    throw error;
  });
  const transaction = database.transaction(storeName, mode);
  const request = act(transaction.objectStore(storeName));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? request.error);
  });
}

export async function keepFile(name: string, file: File): Promise<void> {
  memory.set(name, file);
  await perform('readwrite', (store) => store.put({ at: Date.now(), file } satisfies KeptFile, name)).then(
    () => memory.delete(name),
    () => {},
  );
}

/** The file under a name; null if there is none. */
export async function readFile(name: string): Promise<File | null> {
  const inMemory = memory.get(name);
  if (inMemory) return inMemory;
  const kept = await perform<KeptFile | undefined>('readonly', (store) => store.get(name)).catch(() => undefined);
  return kept?.file ?? null;
}

/** Removes the files whose names fit, and those that are too old. */
export async function forgetFiles(fits: (name: string) => boolean): Promise<void> {
  for (const name of memory.keys()) if (fits(name)) memory.delete(name);
  const remove = async () => {
    for (const name of (await perform('readonly', (store) => store.getAllKeys())) as string[]) {
      const kept = await perform<KeptFile | undefined>('readonly', (store) => store.get(name));
      const isOld = kept === undefined || Date.now() - kept.at > keptMs;
      if (isOld || fits(name)) await perform('readwrite', (store) => store.delete(name));
    }
  };
  await remove().catch(() => {});
}

window.addEventListener('beforeunload', (event) => {
  if (memory.size > 0) event.preventDefault();
});
