import { randomInt } from 'node:crypto';
import {
  type AuthenticationCreds,
  type AuthenticationState,
  BufferJSON,
  initAuthCreds,
  proto,
  type SignalDataTypeMap,
} from 'baileys';
import type { AuthEntry } from '../protocol.ts';

const login = { type: 'creds', id: '' };

/**
 * The client's keys and login: read from this process, written through the server. A write resolves when it is on disk,
 * so that the vendor never sees a state that a crash could revert.
 */
export class AuthState {
  readonly auth: AuthenticationState;
  readonly #texts = new Map<string, string>();
  readonly #keep: (entries: AuthEntry[]) => Promise<unknown>;

  constructor(entries: AuthEntry[], keep: (entries: AuthEntry[]) => Promise<unknown>) {
    this.#keep = keep;
    this.#remember(entries);
    const creds = this.#texts.get(keyOf(login));
    this.auth = {
      creds: creds === undefined ? makeLogin() : parse(creds),
      keys: {
        get: async (type, ids) => this.#read(type, ids),
        set: async (data) => {
          const changes = Object.entries(data).flatMap(([type, values]) =>
            Object.entries(values ?? {}).map(([id, value]) => ({
              type,
              id,
              value: value == null ? null : toText(value),
            })),
          );
          this.#remember(changes);
          await this.#keep(changes);
        },
      },
    };
  }

  get isPaired(): boolean {
    return this.auth.creds.me !== undefined;
  }

  /** The E.164 number behind a linked id; null if no mapping is known. */
  phoneOf(lid: string): string | null {
    const text = this.#texts.get(keyOf({ type: 'lid-mapping', id: `${lid}_reverse` }));
    return text === undefined ? null : `+${parse(text)}`;
  }

  /** Whether a linked id is stored for the person, who therefore uses the app. */
  isKnown(jid: string): boolean {
    return this.#texts.has(keyOf({ type: 'lid-mapping', id: jid.slice(0, jid.indexOf('@')) }));
  }

  /** Stores the login, once paired; an unpaired login is not stored, since the next attempt creates a new one. */
  async keepLogin(): Promise<void> {
    if (!this.isPaired) return;
    const entry = { ...login, value: toText(this.auth.creds) };
    this.#remember([entry]);
    await this.#keep([entry]);
  }

  #read<Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]): Record<string, SignalDataTypeMap[Type]> {
    const found: Record<string, SignalDataTypeMap[Type]> = {};
    for (const id of ids) {
      const text = this.#texts.get(keyOf({ type, id }));
      if (text === undefined) continue;
      const value = parse(text);
      found[id] = type === 'app-state-sync-key' ? proto.Message.AppStateSyncKeyData.fromObject(value) : value;
    }
    return found;
  }

  #remember(entries: AuthEntry[]): void {
    for (const { value, ...entry } of entries) {
      if (value === null) this.#texts.delete(keyOf(entry));
      else this.#texts.set(keyOf(entry), value);
    }
  }
}

/** The library draws 8-bit registration ids, including 0; Signal's have 14 bits and start at 1. */
const makeLogin = (): AuthenticationCreds => ({ ...initAuthCreds(), registrationId: randomInt(1, 16_381) });

const keyOf = ({ type, id }: { type: string; id: string }): string => `${type}:${id}`;
const toText = (value: unknown): string => JSON.stringify(value, BufferJSON.replacer);
const parse = (text: string) => JSON.parse(text, BufferJSON.reviver);
