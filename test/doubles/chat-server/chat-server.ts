import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aesEncryptGCM, type BinaryNode, getBinaryNodeChild, hkdf, proto } from 'baileys';
import { onTestFinished } from 'vitest';
import { ServerSocket } from '../web-socket.ts';
import { Chats, seconds } from './chat-server-chats.ts';
import { MediaHost, mediaOf } from './chat-server-media.ts';
import { makeServerKeys, NoiseLink } from './chat-server-noise.ts';
import { type Pairing, signPairing } from './chat-server-pairing.ts';
import { answerQuery } from './chat-server-queries.ts';

// The library's cryptography prints session objects on the console, in this double too.
for (const name of ['info', 'warn', 'error', 'log'] as const) {
  const print = console[name];
  console[name] = (...words) => {
    if (!/^(Clos|Remov|Session|Failed|Decrypt|Open|Migrat|V1|Duplicate)/.test(String(words[0]))) print(...words);
  };
}

/**
 * Double of the QR provider's vendor on loopback: the real protocol (Noise, Signal, binary nodes) with one shop's phone
 * and its customers. Faults occur only on command.
 */
export class ChatServer extends Chats {
  readonly media = new MediaHost();
  url = '';
  /** Number of codes of the next pairing. */
  codes = 6;
  /** Stays connected and does not respond. */
  isSilent = false;
  /** Cuts the connection at the client's next ping. */
  cutsNextPing = false;
  /** Rejects connections. */
  isDown = false;
  /** How often the client has connected. */
  logins = 0;
  readonly #keys = makeServerKeys();
  readonly #http = createServer((_request, response) => response.writeHead(426).end());
  #link: NoiseLink | null = null;
  #pairing: Pairing | null = null;
  #refs: string[] = [];
  #retired: string | null = null;

  constructor(number = '5511900000001') {
    super(number);
    this.#http.on('upgrade', (request, stream) => {
      if (this.isDown || request.url !== '/ws/chat') {
        stream.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
        return;
      }
      const socket = new ServerSocket(request, stream);
      const link: NoiseLink = new NoiseLink(socket, this.#keys, {
        login: (payload) => this.#login(link, payload),
        node: (node) => this.#receive(link, node),
        fault: (error) => this.faults.push(`${error.message} ${error.stack?.split('\n')[1]}`),
      });
      socket.on('close', () => {
        if (this.#link === link) this.#link = null;
      });
    });
  }

  async start(): Promise<this> {
    await this.media.start();
    this.#http.listen(0, '127.0.0.1');
    await once(this.#http, 'listening');
    this.url = `ws://127.0.0.1:${(this.#http.address() as AddressInfo).port}/ws/chat`;
    return this;
  }

  stop(): void {
    this.#link?.close();
    this.#http.close();
    this.#http.closeAllConnections();
    this.media.stop();
  }

  get isConnected(): boolean {
    return this.#link !== null;
  }

  get isPaired(): boolean {
    return this.#pairing !== null;
  }

  /** The owner scans the code. Throws if the phone would reject it. */
  scan(qr: string): void {
    const [ref = '', noise = '', identity = '', secret = ''] = (qr.split('#').at(-1) ?? '').split(',');
    if (!this.#refs.includes(ref)) throw new Error('The code is not one of this pairing');
    if (secret === this.#retired) throw new Error('The secret in the code is out of date');
    this.#pairing = { noise, identity: Buffer.from(identity, 'base64') };
    this.bundle = null;
    this.transmit(signPairing(this.phone, this.#pairing.identity, secret));
  }

  /** Retires the secret of the current code. */
  refreshSecret(shown: string): void {
    this.#retired = shown.split(',')[3] ?? null;
    this.#notify('companion_reg_refresh');
  }

  demandPasskey(): void {
    this.#notify('passkey_prologue_request');
  }

  /** The vendor names the number behind a customer's linked id. */
  tellNumber(phone: string): void {
    const { lidJid, pnJid } = this.customer(phone);
    const profiles = { jid: lidJid, added_profiles: [{ pn: pnJid }] };
    const update = Buffer.from(JSON.stringify({ data: { xwa2_notify_linked_profiles: profiles } }));
    this.#notify('mex', [{ tag: 'update', attrs: { op_name: 'NotificationLinkedProfilesUpdates' }, content: update }]);
  }

  /** Ends the stream with a code, or with a `failure` as after a rejected login. */
  end(code: number, how: 'stream:error' | 'failure' = 'stream:error'): void {
    const conflict = { 440: 'replaced', 401: 'device_removed' }[code];
    const content = conflict ? [{ tag: 'conflict', attrs: { type: conflict } }] : [];
    if (how === 'failure') this.transmit({ tag: 'failure', attrs: { reason: String(code) } });
    else this.transmit({ tag: 'stream:error', attrs: code === 440 ? {} : { code: String(code) }, content });
  }

  /** The owner unlinks the device, which invalidates its keys. */
  unlink(): void {
    this.#pairing = null;
    this.end(401);
  }

  /** Cuts the connection; with `isDown` it stays cut. */
  cut({ isDown = false } = {}): void {
    this.isDown = isDown;
    this.#link?.close();
    this.#link = null;
  }

  protected transmit(node: BinaryNode): void {
    this.#link?.send(node);
  }

  #notify(type: string, content: BinaryNode[] = [{ tag: type, attrs: {} }]): void {
    const attrs = { from: '@s.whatsapp.net', id: type, type, t: seconds() };
    this.transmit({ tag: 'notification', attrs, content });
  }

  async #login(link: NoiseLink, payload: proto.ClientPayload): Promise<void> {
    this.logins += 1;
    const isNew = !payload.username;
    if (!isNew && this.#pairing?.noise !== link.clientKey.toString('base64')) {
      link.send({ tag: 'failure', attrs: { reason: '401' } });
      return;
    }
    // One device, one connection: the newer one wins.
    this.end(440);
    this.#link = link;
    if (isNew) return this.#offerCodes();
    const attrs = { t: seconds(), lid: `${this.phone.lid}:1@lid`, location: 'lo', props: '1' };
    this.transmit({ tag: 'success', attrs });
    this.tellKept();
  }

  #offerCodes(): void {
    this.#refs = Array.from({ length: this.codes }, () => `2@${randomBytes(16).toString('base64')}`);
    const content = this.#refs.map((ref) => ({ tag: 'ref', attrs: {}, content: Buffer.from(ref) }));
    const attrs = { from: 's.whatsapp.net', type: 'set', id: 'pair-device', xmlns: 'md' };
    this.transmit({ tag: 'iq', attrs, content: [{ tag: 'pair-device', attrs: {}, content }] });
  }

  async #receive(link: NoiseLink, node: BinaryNode): Promise<void> {
    if (this.isSilent) return;
    if (node.tag === 'iq') this.#answer(link, node);
    else if (node.tag === 'message') await this.take(node);
    else if (node.attrs.type === 'server-error') await this.#uploadAgain(node);
    else if (node.tag === 'receipt') await this.takeReceipt(node);
    else if (node.tag === 'ack') this.takeAck(node);
    else if (!['presence', 'ib', 'chatstate'].includes(node.tag)) this.faults.push(`unknown <${node.tag}>`);
  }

  /** The client asks the shop's phone for an attachment that the media host no longer has. */
  async #uploadAgain({ attrs: { id = '' } }: BinaryNode): Promise<void> {
    const message = this.said.get(id);
    if (!message) return;
    const directPath = this.media.restore(message);
    const { SUCCESS, NOT_FOUND } = proto.MediaRetryNotification.ResultType;
    const result = directPath === null ? NOT_FOUND : SUCCESS;
    const plain = proto.MediaRetryNotification.encode({ stanzaId: id, directPath, result }).finish();
    const key = hkdf(mediaOf(message).mediaKey, 32, { info: 'WhatsApp Media Retry Notification' });
    const iv = randomBytes(12);
    const part = (tag: string, content: Uint8Array) => ({ tag, attrs: {}, content });
    const sealed = [part('enc_p', aesEncryptGCM(plain, key, iv, Buffer.from(id))), part('enc_iv', iv)];
    const attrs = { from: this.phone.pnJid, id, type: 'mediaretry', t: seconds() };
    const place = { tag: 'rmr', attrs: { jid: this.phone.pnJid, from_me: 'false' } };
    this.transmit({ tag: 'notification', attrs, content: [place, { tag: 'encrypt', attrs: {}, content: sealed }] });
  }

  #answer(link: NoiseLink, node: BinaryNode): void {
    if (this.cutsNextPing && node.attrs.xmlns === 'w:p') {
      this.cutsNextPing = false;
      this.cut();
      return;
    }
    if (getBinaryNodeChild(node, 'pair-device-sign')) {
      this.end(515);
      this.#link = null;
      setTimeout(() => link.close(), 20);
      return;
    }
    if (getBinaryNodeChild(node, 'remove-companion-device')) this.#pairing = null;
    const content = node.attrs.type === 'result' ? null : answerQuery(this, node);
    const attrs = { from: 's.whatsapp.net', type: 'result', id: node.attrs.id ?? '' };
    if (content) link.send({ tag: 'iq', attrs, content });
  }
}

/** Starts a chat server that stops after the test. */
export async function startChatServer(): Promise<ChatServer> {
  const server = await new ChatServer().start();
  onTestFinished(() => server.stop());
  return server;
}
