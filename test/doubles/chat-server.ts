import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren, jidDecode, type proto } from 'baileys';
import { onTestFinished } from 'vitest';
import { MediaHost } from './chat-server-media.ts';
import { makeServerKeys, NoiseLink } from './chat-server-noise.ts';
import { type Pairing, signPairing } from './chat-server-pairing.ts';
import { type ClientBundle, SignalPhone } from './chat-server-phone.ts';
import { answerQuery } from './chat-server-queries.ts';
import { ServerSocket } from './web-socket.ts';

// The library's cryptography prints session objects on the console of whoever uses it, also of this double.
for (const name of ['info', 'warn', 'error', 'log'] as const) {
  const print = console[name];
  console[name] = (...words) => {
    if (!/^(Clos|Remov|Session|Failed|Decrypt|Open|Migrat|V1|Duplicate)/.test(String(words[0]))) print(...words);
  };
}

/** A message of the shop as a customer's phone shows it. */
export interface ShownInChat {
  id: string;
  message: proto.IMessage;
}

interface Undelivered {
  node: BinaryNode;
  /** Encrypts it anew: the client could not read it and asks again. */
  renew(): Promise<BinaryNode>;
}

interface SayOptions {
  id?: string;
  /** Named by the linked id, with the number beside it, or alone (`hidden`). */
  as?: 'number' | 'lid' | 'hidden';
}

const seconds = (): string => String(Math.floor(Date.now() / 1_000));

/**
 * The QR provider's far side on loopback: the true protocol (Noise, Signal, binary nodes) with one shop's phone and its
 * customers. Nothing goes wrong but by command. What a true server would not take is noted as a fault.
 */
export class ChatServer {
  readonly phone: SignalPhone;
  readonly media = new MediaHost();
  readonly faults: string[] = [];
  readonly receipts: { id: string; type: string; to: string }[] = [];
  /** What the client asked the shop's own phone for, or told it. */
  readonly peerMessages: proto.IMessage[] = [];
  url = '';
  /** How many codes the next pairing has. */
  codes = 6;
  /** Tells everything twice. */
  duplicates = false;
  /** Withholds every first receipt until the next has gone. */
  reorders = false;
  /** Stays connected and answers nothing. */
  isSilent = false;
  /** Refuses connections. */
  isDown = false;
  logins = 0;
  bundle: ClientBundle | null = null;
  readonly #customers = new Map<string, SignalPhone>();
  readonly #shown = new Map<string, ShownInChat[]>();
  readonly #read = new Set<string>();
  readonly #undelivered = new Map<string, Undelivered>();
  readonly #keys = makeServerKeys();
  readonly #http = createServer((_request, response) => response.writeHead(426).end());
  #link: NoiseLink | null = null;
  #pairing: Pairing | null = null;
  #refs: string[] = [];
  #retired: string | null = null;
  #held: BinaryNode | null = null;
  #keptReceipts: BinaryNode[] = [];
  #nextAnswer: { nack: string } | 'lost' | null = null;

  constructor(number = '5511900000001') {
    this.phone = new SignalPhone(number, '900001');
    this.phone.name = 'Shop';
  }

  async start(): Promise<this> {
    await this.media.start();
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

  /** The customer with that number, as the app knows them: digits only. */
  customer(phone: string, name?: string): SignalPhone {
    const number = phone.replace('+', '');
    const customer = this.#customers.get(number) ?? new SignalPhone(number, `8${number.slice(-9)}`);
    if (name !== undefined) customer.name = name;
    this.#customers.set(number, customer);
    return customer;
  }

  /** The owner scans the code. Throws when the phone would refuse it. */
  scan(qr: string): void {
    const [ref = '', noise = '', identity = '', secret = ''] = (qr.split('#').at(-1) ?? '').split(',');
    if (!this.#refs.includes(ref)) throw new Error('The code is not one of this pairing');
    if (secret === this.#retired) throw new Error('The secret in the code is out of date');
    this.#pairing = { noise, identity: Buffer.from(identity, 'base64') };
    this.bundle = null;
    this.#send(signPairing(this.phone, this.#pairing.identity, secret));
  }

  /** A customer writes. Answers the id of the message; it is kept until the client has confirmed it. */
  async say(from: string, message: proto.IMessage, { id, as = 'number' }: SayOptions = {}): Promise<string> {
    const phone = this.customer(from);
    const messageId = id ?? `3A${randomBytes(9).toString('hex').toUpperCase()}`;
    const named: Record<string, string> = {
      number: { from: phone.pnJid, sender_lid: phone.lidJid },
      lid: { from: phone.lidJid, addressing_mode: 'lid', sender_pn: phone.pnJid },
      hidden: { from: phone.lidJid, addressing_mode: 'lid' },
    }[as];
    const attrs = { ...named, id: messageId, type: 'text', t: seconds(), ...(phone.name && { notify: phone.name }) };
    await this.#deliver(attrs, phone, message);
    return messageId;
  }

  /** The owner writes to a customer on the phone itself. */
  async writeOnPhone(to: string, message: proto.IMessage): Promise<string> {
    const { pnJid, lidJid } = this.customer(to);
    const id = `3A${randomBytes(9).toString('hex').toUpperCase()}`;
    const sent = { deviceSentMessage: { destinationJid: pnJid, message } };
    const attrs = {
      from: this.phone.pnJid,
      recipient: pnJid,
      peer_recipient_lid: lidJid,
      id,
      type: 'text',
      t: seconds(),
    };
    await this.#deliver(attrs, this.phone, sent);
    return id;
  }

  shown(phone: string): ShownInChat[] {
    return this.#shown.get(this.customer(phone).number) ?? [];
  }

  /** The customer reads everything. */
  read(from: string): void {
    for (const { id } of this.shown(from)) {
      if (!this.#read.has(id)) this.#receipt(this.customer(from), id, 'read');
      this.#read.add(id);
    }
  }

  /** A customer's phone confirms a message, as delivered or read. */
  receive(from: string, id: string, type?: 'read'): void {
    this.#receipt(this.customer(from), id, type);
  }

  refuseNext(code: number): void {
    this.#nextAnswer = { nack: String(code) };
  }

  /** Takes the next message and breaks the connection in place of an answer. */
  loseNextAnswer(): void {
    this.#nextAnswer = 'lost';
  }

  /** Closes the stream with a code, or with a `failure` as the server answers a login. */
  end(code: number, how: 'stream:error' | 'failure' = 'stream:error'): void {
    const conflict = { 440: 'replaced', 401: 'device_removed' }[code];
    const content = conflict ? [{ tag: 'conflict', attrs: { type: conflict } }] : [];
    if (how === 'failure') this.#send({ tag: 'failure', attrs: { reason: String(code) } });
    else this.#send({ tag: 'stream:error', attrs: code === 440 ? {} : { code: String(code) }, content });
  }

  /** The owner unlinks the device: its keys are worth nothing any more. */
  unlink(): void {
    this.#pairing = null;
    this.end(401);
  }

  /** Cuts the line; with `isDown` it stays cut. */
  cut({ isDown = false } = {}): void {
    this.isDown = isDown;
    this.#link?.close();
    this.#link = null;
  }

  /** Retires the secret of the code that is shown. */
  refreshSecret(shown: string): void {
    this.#retired = shown.split(',')[3] ?? null;
    this.#notify('companion_reg_refresh');
  }

  demandPasskey(): void {
    this.#notify('passkey_prologue_request');
  }

  get isConnected(): boolean {
    return this.#link !== null;
  }

  get isPaired(): boolean {
    return this.#pairing !== null;
  }

  who(user: string): SignalPhone | null {
    if (this.phone.is(user)) return this.phone;
    return [...this.#customers.values()].find((customer) => customer.is(user)) ?? null;
  }

  /** The linked device; phones know it as one, by whichever address it writes. */
  get #deviceJid(): string {
    return `${this.phone.number}:1@s.whatsapp.net`;
  }

  #notify(type: string): void {
    this.#send({
      tag: 'notification',
      attrs: { from: 's.whatsapp.net', id: type, type, t: seconds() },
      content: [{ tag: type, attrs: {} }],
    });
  }

  #send(node: BinaryNode): void {
    this.#link?.send(node);
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
    this.#send({ tag: 'success', attrs: { t: seconds(), lid: `${this.phone.lid}:1@lid`, location: 'lo', props: '1' } });
    const kept = [...[...this.#undelivered.values()].map(({ node }) => node), ...this.#keptReceipts.splice(0)];
    for (const node of kept) this.#send({ ...node, attrs: { ...node.attrs, offline: '1' } });
    this.#send({
      tag: 'ib',
      attrs: { from: 's.whatsapp.net' },
      content: [{ tag: 'offline', attrs: { count: String(kept.length) } }],
    });
  }

  #offerCodes(): void {
    this.#refs = Array.from({ length: this.codes }, () => `2@${randomBytes(16).toString('base64')}`);
    const content = this.#refs.map((ref) => ({ tag: 'ref', attrs: {}, content: Buffer.from(ref) }));
    const attrs = { from: 's.whatsapp.net', type: 'set', id: 'pair-device', xmlns: 'md' };
    this.#send({ tag: 'iq', attrs, content: [{ tag: 'pair-device', attrs: {}, content }] });
  }

  async #receive(link: NoiseLink, node: BinaryNode): Promise<void> {
    if (this.isSilent) return;
    if (node.tag === 'iq') return this.#answer(link, node);
    if (node.tag === 'message') return this.#take(node);
    if (node.tag === 'receipt') return this.#confirm(node);
    if (!['ack', 'presence', 'ib', 'chatstate'].includes(node.tag)) this.faults.push(`unknown <${node.tag}>`);
  }

  async #answer(link: NoiseLink, node: BinaryNode): Promise<void> {
    if (getBinaryNodeChild(node, 'pair-device-sign')) {
      this.end(515);
      this.#link = null;
      setTimeout(() => link.close(), 20);
      return;
    }
    if (getBinaryNodeChild(node, 'remove-companion-device')) this.#pairing = null;
    const answer = node.attrs.type === 'result' ? null : answerQuery(this, node);
    if (answer)
      link.send({
        tag: 'iq',
        attrs: { from: 's.whatsapp.net', type: 'result', id: node.attrs.id ?? '' },
        content: answer,
      });
  }

  async #deliver(attrs: Record<string, string>, from: SignalPhone, message: proto.IMessage): Promise<void> {
    const { bundle } = this;
    if (!bundle) throw new Error('The client has not published its keys');
    const encrypt = async (isNew: boolean) => ({
      tag: 'message',
      attrs,
      content: [await from.encrypt(this.#deviceJid, message, bundle, isNew)],
    });
    const node = await encrypt(false);
    this.#undelivered.set(attrs.id as string, { node, renew: () => encrypt(true) });
    this.#send(node);
    if (this.duplicates) this.#send(node);
  }

  /** A message of the client: decrypted for each device that it is for, shown, and acknowledged. */
  async #take(node: BinaryNode): Promise<void> {
    const { id = '', to = '' } = node.attrs;
    const participants = getBinaryNodeChildren(getBinaryNodeChild(node, 'participants'), 'to');
    const direct = getBinaryNodeChild(node, 'enc');
    const parts = direct ? [{ tag: 'to', attrs: { jid: to }, content: [direct] }] : participants;
    const { nack } = typeof this.#nextAnswer === 'object' && this.#nextAnswer ? this.#nextAnswer : { nack: undefined };
    for (const part of parts) await this.#show(id, part, nack !== undefined);
    const isLost = this.#nextAnswer === 'lost';
    this.#nextAnswer = null;
    if (isLost) this.cut();
    this.#send({
      tag: 'ack',
      attrs: { class: 'message', id, from: to, t: seconds(), ...(nack ? { error: nack } : {}) },
    });
    const customer = this.who(jidDecode(to)?.user ?? '');
    if (!nack && customer && customer !== this.phone) this.#receipt(customer, id);
  }

  async #show(id: string, part: BinaryNode, isRefused: boolean): Promise<void> {
    const jid = part.attrs.jid ?? '';
    const phone = this.who(jidDecode(jid)?.user ?? '');
    const sealed = getBinaryNodeChild(part, 'enc');
    if (!phone || !sealed) return void this.faults.push(`a message for ${jid}, who is nobody`);
    const message = await phone.decrypt(this.#deviceJid, sealed);
    if (phone === this.phone) return void this.peerMessages.push(message);
    const shown = this.#shown.get(phone.number) ?? [];
    this.#shown.set(phone.number, shown);
    // Phones know a message by its id: one that comes twice is shown once.
    if (!isRefused && !shown.some((entry) => entry.id === id)) shown.push({ id, message });
  }

  #receipt(from: SignalPhone, id: string, type?: string): void {
    const node = { tag: 'receipt', attrs: { from: from.pnJid, id, t: seconds(), ...(type ? { type } : {}) } };
    if (!this.#link) return void this.#keptReceipts.push(node);
    if (this.reorders && !this.#held) {
      this.#held = node;
      return;
    }
    for (const each of [node, this.#held, ...(this.duplicates ? [node] : [])]) if (each) this.#send(each);
    this.#held = null;
  }

  /** The client has a message, has read some, or could not decrypt one and wants it again. */
  async #confirm({ attrs, content }: BinaryNode): Promise<void> {
    const { id = '', type = '', to = '' } = attrs;
    const [list] = Array.isArray(content) ? content : [];
    const others = list?.tag === 'list' ? getBinaryNodeChildren(list, 'item').map((item) => item.attrs.id ?? '') : [];
    for (const each of [id, ...others]) this.receipts.push({ id: each, type, to });
    const kept = this.#undelivered.get(id);
    if (type !== 'retry') this.#undelivered.delete(id);
    else if (kept) this.#send(await kept.renew());
  }
}

/** Starts a chat server that is gone after the test; `env` is what a server under test is started with. */
export async function startChatServer(): Promise<ChatServer> {
  const server = await new ChatServer().start();
  onTestFinished(() => server.stop());
  return server;
}
