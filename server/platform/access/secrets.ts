import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OwnerError } from '../../owner-error.ts';
import { sealedKeyName } from '../../shell-protocol.ts';

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * The installation's secret: signs the tokens that we issue and seals values that must not be readable in the database.
 */
export class Secrets {
  readonly #root: Buffer;
  readonly #derived = new Map<string, Buffer>();

  constructor(root: Buffer) {
    this.#root = root;
  }

  /** Returns a 43-character signature of `text`, valid for one purpose only. */
  sign(purpose: string, text: string): string {
    return createHmac('sha256', this.#keyFor(`sign:${purpose}`))
      .update(text)
      .digest('base64url');
  }

  verify(purpose: string, text: string, signature: string): boolean {
    const expected = Buffer.from(this.sign(purpose, text));
    const given = Buffer.from(signature);
    return expected.length === given.length && timingSafeEqual(expected, given);
  }

  /** Encrypts with AES-256-GCM; returns nonce, tag and ciphertext as one base64url string. */
  seal(purpose: string, text: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#keyFor(`seal:${purpose}`), nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** Decrypts; throws when the text was not sealed by this installation for this purpose. */
  unseal(purpose: string, sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64url');
    const nonce = bytes.subarray(0, nonceBytes);
    const decipher = createDecipheriv('aes-256-gcm', this.#keyFor(`seal:${purpose}`), nonce);
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
  }

  /** Returns the root key in the format of its file, for backups and for the desktop shell. */
  exportKey(): string {
    return this.#root.toString('hex');
  }

  #keyFor(purpose: string): Buffer {
    let key = this.#derived.get(purpose);
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', this.#root, '', purpose, keyBytes));
      this.#derived.set(purpose, key);
    }
    return key;
  }
}

export const secretFile = (home: string): string => join(home, 'secret.key');

/** The desktop shell's replacement for `secretFile`. */
export const sealedKeyFile = (home: string): string => join(home, sealedKeyName);

/** The key is in `sealedKeyFile`, which only the desktop shell can read. */
export class SealedKeyError extends OwnerError {
  constructor() {
    super('The key of this data folder is kept by the desktop program: open Frontdesk and do it there');
  }
}

/**
 * Loads the key of the data folder. The key file takes precedence: a restore wrote it, or the shell has not taken it
 * over yet. Next comes `rootKey` (64 hex digits), which the shell keeps. With neither, a key file is created, readable
 * by its owner alone. Throws `SealedKeyError` when the shell has the key but did not pass it: another key could not
 * unseal anything.
 */
export async function loadSecrets(home: string, rootKey: string | null = null): Promise<Secrets> {
  const file = secretFile(home);
  if (!existsSync(file) && rootKey !== null) return new Secrets(parseKey(rootKey, 'The key of the desktop program'));
  if (!existsSync(file) && existsSync(sealedKeyFile(home))) throw new SealedKeyError();
  try {
    await writeFile(file, randomBytes(keyBytes).toString('hex'), { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return new Secrets(parseKey(await readFile(file, 'utf8'), file));
}

function parseKey(hex: string, source: string): Buffer {
  const root = Buffer.from(hex.trim(), 'hex');
  if (root.length !== keyBytes) throw new Error(`${source} is not a key of Frontdesk`);
  return root;
}
