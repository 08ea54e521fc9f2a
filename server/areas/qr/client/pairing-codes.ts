import { randomBytes } from 'node:crypto';
import type { AuthenticationCreds } from 'baileys';
import { codeLifetimeMs, type SocketSettings } from './socket-options.ts';

interface Shown {
  qr: string;
  lifetimeMs: number;
  attempt: number;
}

/** The codes of one pairing. */
export class PairingCodes {
  readonly #settings: SocketSettings;
  readonly #creds: AuthenticationCreds;
  #raw = '';
  #attempt = 0;
  #endsAt = 0;

  constructor(settings: SocketSettings, creds: AuthenticationCreds) {
    this.#settings = settings;
    this.#creds = creds;
  }

  /** Completes the next raw code for display. */
  next(raw: string): Shown {
    this.#raw = raw;
    this.#attempt += 1;
    this.#endsAt = Date.now() + codeLifetimeMs(this.#settings, this.#attempt);
    return this.#shown();
  }

  /**
   * Replaces the pairing secret, which the vendor has retired (since July 2026 it does so while a code is shown) but
   * the library keeps. Returns the current code with the new secret; null when no code is shown.
   */
  renewSecret(): Shown | null {
    this.#creds.advSecretKey = randomBytes(32).toString('base64');
    return this.#raw === '' ? null : this.#shown();
  }

  /** `…#reference,noise key,identity key,secret,platform`: the library writes the secret that it started with. */
  #shown(): Shown {
    const start = this.#raw.indexOf('#') + 1;
    const parts = this.#raw.slice(start).split(',');
    parts[3] = this.#creds.advSecretKey;
    const qr = this.#raw.slice(0, start) + parts.join(',');
    return { qr, lifetimeMs: Math.max(0, this.#endsAt - Date.now()), attempt: this.#attempt };
  }
}
