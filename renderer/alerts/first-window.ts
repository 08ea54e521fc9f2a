const storeName = 'alerts';
const rememberedMs = 24 * 60 * 60_000;

let opened: Promise<IDBDatabase> | undefined;

/**
 * Returns true in the one window of this browser that asks first. An entry can be added only once, whichever windows try
 * at the same moment; pages of plain http have no locks. A browser without storage calls in every window.
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

/** Adds an entry and forgets old ones; false if it was there. */
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
