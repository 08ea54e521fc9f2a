import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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

/** Reads the key file of the data folder, or makes it: readable by its owner alone. */
export async function loadSecrets(home: string): Promise<Secrets> {
  const file = secretFile(home);
  try {
    await writeFile(file, randomBytes(keyBytes).toString('hex'), { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const root = Buffer.from((await readFile(file, 'utf8')).trim(), 'hex');
  if (root.length !== keyBytes) throw new Error(`${file} is not a key file of Frontdesk`);
  return new Secrets(root);
}
