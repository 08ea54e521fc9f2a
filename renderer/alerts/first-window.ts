const storeName = 'alerts';
const rememberedMs = 24 * 60 * 60_000;

let opened: Promise<IDBDatabase> | undefined;

/**
 * Returns true in the first window of this browser that asks. An entry can be added only once, even if several windows try
 * at the same time; plain http pages have no locks. Without storage, returns true in every window.
 */
export async function isFirstWindow(key: string): Promise<boolean> {
  try {
    opened ??= openDatabase();
    return await add(await opened, key);
  } catch {
    opened = undefined;
    return true;
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('frontdesk', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName).createIndex('at', 'at');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Adds an entry and deletes old ones; false if the entry exists. */
function add(database: IDBDatabase, key: string): Promise<boolean> {
  const transaction = database.transaction(storeName, 'readwrite');
  const store = transaction.objectStore(storeName);
  return new Promise((resolve, reject) => {
    const added = store.add({ at: Date.now() }, key);
    added.onsuccess = () => {
      forgetBefore(store, Date.now() - rememberedMs);
    };
    transaction.oncomplete = () => resolve(true);
    transaction.onabort = () =>
      added.error?.name === 'ConstraintError' ? resolve(false) : reject(transaction.error ?? added.error);
  });
}

function forgetBefore(store: IDBObjectStore, moment: number): void {
  const old = store.index('at').openKeyCursor(IDBKeyRange.upperBound(moment));
  old.onsuccess = () => {
    if (old.result === null) return;
    store.delete(old.result.primaryKey);
    old.result.continue();
  };
}
