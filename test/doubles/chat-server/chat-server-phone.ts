import {
  addTransactionCapability,
  type BinaryNode,
  Curve,
  DEFAULT_CONNECTION_CONFIG,
  encodeBigEndian,
  encodeWAMessage,
  generateSignalPubKey,
  getBinaryNodeChildBuffer,
  getBinaryNodeChildUInt,
  initAuthCreds,
  KEY_BUNDLE_TYPE,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
  unpadRandomMax16,
  xmppSignedPreKey,
} from 'baileys';

const silent = () => {};
const log = {
  level: 'silent',
  child: () => log,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
};

/** The keys that the shop's client has published, with which others begin a session. */
export interface ClientBundle {
  registrationId: number;
  identity: Uint8Array;
  signedKey: BinaryNode;
  oneTimeKeys: BinaryNode[];
}

/** A Signal device: the shop's phone, or a customer's. */
export class SignalPhone {
  readonly number: string;
  readonly lid: string;
  name = '';
  readonly creds = { ...initAuthCreds(), registrationId: 4_711 };
  readonly #repository;

  constructor(number: string, lid: string) {
    this.number = number;
    this.lid = lid;
    const keys = addTransactionCapability(keepInMemory(), log, { maxCommitRetries: 1, delayBetweenTriesMs: 1 });
    this.#repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ creds: this.creds, keys }, log, async () => []);
  }

  get pnJid(): string {
    return `${this.number}@s.whatsapp.net`;
  }

  get lidJid(): string {
    return `${this.lid}@lid`;
  }

  is(user: string): boolean {
    return user === this.number || user === this.lid;
  }

  sign(bytes: Uint8Array): Uint8Array {
    return Curve.sign(this.creds.signedIdentityKey.private, bytes);
  }

  /** The keys that a sender fetches to begin a session; without one-time keys, so that they can be reused. */
  bundle(jid: string): BinaryNode {
    return {
      tag: 'user',
      attrs: { jid },
      content: [
        { tag: 'registration', attrs: {}, content: encodeBigEndian(this.creds.registrationId) },
        { tag: 'type', attrs: {}, content: KEY_BUNDLE_TYPE },
        { tag: 'identity', attrs: {}, content: this.creds.signedIdentityKey.public },
        xmppSignedPreKey(this.creds.signedPreKey),
      ],
    };
  }

  /** Encrypts for the shop's client; `isNew` restarts the session, as after a retry request. */
  async encrypt(jid: string, message: proto.IMessage, client: ClientBundle, isNew = false): Promise<BinaryNode> {
    if (isNew || !(await this.#repository.validateSession(jid)).exists) await this.#begin(jid, client);
    const { type, ciphertext } = await this.#repository.encryptMessage({ jid, data: encodeWAMessage(message) });
    return { tag: 'enc', attrs: { v: '2', type }, content: ciphertext };
  }

  async decrypt(jid: string, { attrs, content }: BinaryNode): Promise<proto.IMessage> {
    const type = attrs.type as 'pkmsg' | 'msg';
    const plain = await this.#repository.decryptMessage({ jid, type, ciphertext: content as Uint8Array });
    return proto.Message.decode(unpadRandomMax16(plain));
  }

  async #begin(jid: string, client: ClientBundle): Promise<void> {
    const oneTimeKey = client.oneTimeKeys.pop();
    if (!oneTimeKey) throw new Error('The client has no one-time keys left');
    const session = {
      registrationId: client.registrationId,
      identityKey: generateSignalPubKey(client.identity),
      signedPreKey: readKey(client.signedKey),
      preKey: readKey(oneTimeKey),
    };
    await this.#repository.injectE2ESession({ jid, session });
  }
}

const readKey = (node: BinaryNode) => ({
  keyId: getBinaryNodeChildUInt(node, 'id', 3) as number,
  publicKey: generateSignalPubKey(getBinaryNodeChildBuffer(node, 'value') as Buffer),
  signature: getBinaryNodeChildBuffer(node, 'signature') as Buffer,
});

function keepInMemory() {
  const values = new Map<string, unknown>();
  return {
    async get<Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]) {
      const found = ids.flatMap((id) => (values.has(`${type}:${id}`) ? [[id, values.get(`${type}:${id}`)]] : []));
      return Object.fromEntries(found) as Record<string, SignalDataTypeMap[Type]>;
    },
    async set(data: SignalDataSet) {
      for (const [type, entries] of Object.entries(data)) {
        for (const [id, value] of Object.entries(entries ?? {})) {
          if (value == null) values.delete(`${type}:${id}`);
          else values.set(`${type}:${id}`, value);
        }
      }
    },
  };
}
