import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SafeStorage } from 'electron';
import { sealedKeyName } from '../../server/shell-protocol.ts';

export type KeyStore = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptStringAsync' | 'decryptStringAsync'
>;

/** The sealed key exists but cannot be decrypted: the store is locked, or belongs to another user or machine. */
export class KeyUnreadableError extends Error {}

/** Stores the data folder's key encrypted by the operating system, in place of the server's key file. */
export class KeyKeeper {
  readonly #store: KeyStore;
  readonly #platform: NodeJS.Platform;
  readonly #file: string;

  constructor(store: KeyStore, platform: NodeJS.Platform, home: string) {
    this.#store = store;
    this.#platform = platform;
    this.#file = join(home, sealedKeyName);
  }

  /**
   * Whether the operating system can protect the key. Without a password store, Linux would encrypt with a password
   * from Chromium's source code; the key then stays in the server's file, readable only by the user.
   */
  async isAvailable(): Promise<boolean> {
    if (!(await this.#store.isAsyncEncryptionAvailable())) return false;
    return this.#platform !== 'linux' || this.#store.getSelectedStorageBackend() !== 'basic_text';
  }

  /** Returns the stored key, 64 hex digits; null when there is none. Throws `KeyUnreadableError`. */
  async read(): Promise<string | null> {
    if (!existsSync(this.#file)) return null;
    if (!(await this.isAvailable())) throw new KeyUnreadableError('The password store cannot be used');
    const sealed = await readFile(this.#file);
    const { result, shouldReEncrypt } = await this.#store.decryptStringAsync(sealed).catch((error: Error) => {
      throw new KeyUnreadableError(error.message);
    });
    if (!/^[0-9a-f]{64}$/.test(result)) throw new KeyUnreadableError('The sealed file holds no key');
    if (shouldReEncrypt) await this.store(result);
    return result;
  }

  /** Stores the key. Resolves once it is on disk and was decrypted again; only then may its file be deleted. */
  async store(secretKey: string): Promise<void> {
    const sealed = await this.#store.encryptStringAsync(secretKey);
    const { result } = await this.#store.decryptStringAsync(sealed);
    if (result !== secretKey) throw new Error('The password store does not give back what it was given');
    const partial = `${this.#file}.part`;
    await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
    const handle = await open(partial, 'w', 0o600);
    try {
      await handle.writeFile(sealed);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partial, this.#file);
  }
}
