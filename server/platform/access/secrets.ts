import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sealedKeyName } from '../../shell-protocol.ts';

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** The installation's own secret: signs what we hand out and seals what must not be readable in the database. */
export class Secrets {
  readonly #root: Buffer;
  readonly #derived = new Map<string, Buffer>();

  constructor(root: Buffer) {
    this.#root = root;
  }

  /** A 43-character signature of `text`, good for one purpose only. */
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

  /** AES-256-GCM: nonce, tag and text in one base64url string. */
  seal(purpose: string, text: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#keyFor(`seal:${purpose}`), nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** Throws when the text was not sealed here for this purpose. */
  unseal(purpose: string, sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64url');
    const nonce = bytes.subarray(0, nonceBytes);
    const decipher = createDecipheriv('aes-256-gcm', this.#keyFor(`seal:${purpose}`), nonce);
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
  }

  /** The root key as its file holds it, for a backup and for whoever keeps it in place of the file. */
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

/** Where the desktop shell keeps the key in place of `secretFile`. */
export const sealedKeyFile = (home: string): string => join(home, sealedKeyName);

/** The key lies in `sealedKeyFile`, which only the desktop shell can read. The message is for the owner. */
export class SealedKeyError extends Error {
  constructor() {
    super('The key of this data folder is kept by the desktop program: open Frontdesk and do it there');
  }
}

/**
 * The key of the data folder. Its file comes first: a restore has put it there, or the shell has not taken it over yet.
 * Then `rootKey` (64 hex digits), which the shell keeps. With neither, a key file is made, readable by its owner alone.
 * Throws `SealedKeyError` where the shell has the key and did not hand it in: another key would be of no use.
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
