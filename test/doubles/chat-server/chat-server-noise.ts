import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import {
  type BinaryNode,
  Curve,
  decodeBinaryNode,
  encodeBinaryNode,
  type KeyPair,
  NOISE_MODE,
  NOISE_WA_HEADER,
  proto,
} from 'baileys';
import type { ServerSocket } from '../web-socket.ts';

/** The server's long-lived keys and their certificates. */
export interface ServerKeys {
  pair: KeyPair;
  chain: Uint8Array;
}

export function makeServerKeys(): ServerKeys {
  const root = Curve.generateKeyPair();
  const intermediate = Curve.generateKeyPair();
  const pair = Curve.generateKeyPair();
  const { Details } = proto.CertChain.NoiseCertificate;
  const span = { notBefore: 0, notAfter: 4e9 };
  const middle = Details.encode({ serial: 1, issuerSerial: 0, key: intermediate.public, ...span }).finish();
  const leaf = Details.encode({ serial: 2, issuerSerial: 1, key: pair.public, ...span }).finish();
  const chain = proto.CertChain.encode({
    leaf: { details: leaf, signature: Curve.sign(intermediate.private, leaf) },
    intermediate: { details: middle, signature: Curve.sign(root.private, middle) },
  }).finish();
  return { pair, chain };
}

const none = Buffer.alloc(0);

function counterNonce(count: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(count, 8);
  return nonce;
}

function seal(key: Buffer, count: number, hash: Buffer, plain: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, counterNonce(count));
  cipher.setAAD(hash);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function unseal(key: Buffer, count: number, hash: Buffer, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, counterNonce(count));
  decipher.setAAD(hash);
  decipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
}

/** The responder of Noise XX over one web socket; after the handshake it carries binary nodes. */
export class NoiseLink {
  /** The client's long-lived key, which identifies a login. */
  clientKey: Buffer = none;
  readonly #socket: ServerSocket;
  readonly #keys: ServerKeys;
  readonly #ephemeral = Curve.generateKeyPair();
  readonly #onLogin: (payload: proto.ClientPayload) => Promise<void>;
  readonly #onNode: (node: BinaryNode) => Promise<void>;
  #stage: 'hello' | 'finish' | 'open' = 'hello';
  #buffer: Buffer = none;
  #isIntroduced = false;
  #hash: Buffer = Buffer.from(NOISE_MODE);
  #salt: Buffer = this.#hash;
  #key: Buffer = this.#hash;
  #count = 0;
  #readKey: Buffer = none;
  #writeKey: Buffer = none;
  #reads = 0;
  #writes = 0;

  constructor(
    socket: ServerSocket,
    keys: ServerKeys,
    on: {
      login(payload: proto.ClientPayload): Promise<void>;
      node(node: BinaryNode): Promise<void>;
      fault(error: Error): void;
    },
  ) {
    this.#socket = socket;
    this.#keys = keys;
    this.#onLogin = on.login;
    this.#onNode = on.node;
    let turn = Promise.resolve();
    socket.on('message', (data: Buffer) => {
      this.#buffer = Buffer.concat([this.#buffer, data]);
      for (const frame of this.#takeFrames()) {
        turn = turn
          .then(() => this.#handle(frame))
          .catch((error) => {
            on.fault(error);
            socket.close();
          });
      }
    });
  }

  send(node: BinaryNode): void {
    if (this.#stage === 'open') this.#frame(seal(this.#writeKey, this.#writes++, none, encodeBinaryNode(node)));
  }

  close(): void {
    this.#socket.terminate();
  }

  *#takeFrames(): Generator<Buffer> {
    if (!this.#isIntroduced) {
      this.#buffer = this.#buffer.subarray(NOISE_WA_HEADER.length);
      this.#isIntroduced = true;
    }
    while (this.#buffer.length >= 3 && this.#buffer.length >= 3 + this.#buffer.readUIntBE(0, 3)) {
      const end = 3 + this.#buffer.readUIntBE(0, 3);
      yield this.#buffer.subarray(3, end);
      this.#buffer = this.#buffer.subarray(end);
    }
  }

  async #handle(frame: Buffer): Promise<void> {
    if (this.#stage === 'hello') return this.#greet(proto.HandshakeMessage.decode(frame));
    if (this.#stage === 'finish') return this.#admit(proto.HandshakeMessage.decode(frame));
    await this.#onNode(await decodeBinaryNode(unseal(this.#readKey, this.#reads++, none, frame)));
  }

  #greet({ clientHello }: proto.HandshakeMessage): void {
    const theirs = clientHello?.ephemeral as Uint8Array;
    this.#mixHash(NOISE_WA_HEADER);
    this.#mixHash(theirs);
    this.#mixHash(this.#ephemeral.public);
    this.#mixKey(Curve.sharedKey(this.#ephemeral.private, theirs));
    const sealedStatic = this.#encrypt(this.#keys.pair.public);
    this.#mixKey(Curve.sharedKey(this.#keys.pair.private, theirs));
    const payload = this.#encrypt(this.#keys.chain);
    this.#stage = 'finish';
    const serverHello = { ephemeral: this.#ephemeral.public, static: sealedStatic, payload };
    this.#frame(proto.HandshakeMessage.encode({ serverHello }).finish());
  }

  async #admit({ clientFinish }: proto.HandshakeMessage): Promise<void> {
    this.clientKey = this.#decrypt(Buffer.from(clientFinish?.static as Uint8Array));
    this.#mixKey(Curve.sharedKey(this.#ephemeral.private, this.clientKey));
    const payload = proto.ClientPayload.decode(this.#decrypt(Buffer.from(clientFinish?.payload as Uint8Array)));
    [this.#readKey, this.#writeKey] = this.#derive(none);
    this.#stage = 'open';
    await this.#onLogin(payload);
  }

  #frame(bytes: Uint8Array): void {
    const length = Buffer.alloc(3);
    length.writeUIntBE(bytes.length, 0, 3);
    this.#socket.send(Buffer.concat([length, bytes]));
  }

  #mixHash(data: Uint8Array): void {
    this.#hash = createHash('sha256').update(this.#hash).update(data).digest();
  }

  #mixKey(secret: Uint8Array): void {
    [this.#salt, this.#key] = this.#derive(secret);
    this.#count = 0;
  }

  #derive(secret: Uint8Array): [Buffer, Buffer] {
    const bytes = Buffer.from(hkdfSync('sha256', secret, this.#salt, none, 64));
    return [bytes.subarray(0, 32), bytes.subarray(32)];
  }

  #encrypt(plain: Uint8Array): Buffer {
    const sealed = seal(this.#key, this.#count++, this.#hash, plain);
    this.#mixHash(sealed);
    return sealed;
  }

  #decrypt(sealed: Buffer): Buffer {
    const plain = unseal(this.#key, this.#count++, this.#hash, sealed);
    this.#mixHash(sealed);
    return plain;
  }
}
