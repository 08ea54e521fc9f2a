import { randomBytes } from 'node:crypto';
import {
  type BinaryNode,
  encodeBigEndian,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  jidDecode,
  type proto,
} from 'baileys';
import { type ClientBundle, SignalPhone } from './chat-server-phone.ts';

/** A message of the shop on a customer's phone. */
export interface ShownInChat {
  id: string;
  message: proto.IMessage;
}

interface Kept {
  node: BinaryNode;
  /** Encrypts it again, for a client that could not decrypt it. */
  renew(): Promise<BinaryNode>;
}

interface SayOptions {
  id?: string;
  /** Named by number, by linked id with the number, or only by linked id (`hidden`). */
  as?: 'number' | 'lid' | 'hidden';
}

const mostRetries = 3;

export const seconds = (): string => String(Math.floor(Date.now() / 1_000));
const newMessageId = (): string => `3A${randomBytes(9).toString('hex').toUpperCase()}`;

/**
 * The shop's phone, its customers' phones and their traffic with the client. Stanzas for the client are queued until it
 * confirms them, and sent again when it reconnects.
 */
export abstract class Chats {
  readonly phone: SignalPhone;
  /** Stanzas of the client that a real server would reject. */
  readonly faults: string[] = [];
  /** Receipts sent by the client. */
  readonly receipts: { id: string; type: string; to: string }[] = [];
  /** Messages of the client to the shop's own phone. */
  readonly peerMessages: proto.IMessage[] = [];
  /** Messages that a phone could not decrypt and requested again. */
  readonly retries: string[] = [];
  /** The items of customers' carts, by the id of the cart; amounts in thousandths. */
  readonly carts = new Map<string, Record<'id' | 'name' | 'price' | 'currency' | 'quantity', string>[]>();
  /** The customers' messages by id, as their phones show them. */
  readonly said = new Map<string, proto.IMessage>();
  /** Sends every stanza twice. */
  duplicates = false;
  /** Delays every first receipt until the next was sent. */
  reorders = false;
  bundle: ClientBundle | null = null;
  readonly #customers = new Map<string, SignalPhone>();
  readonly #shown = new Map<string, ShownInChat[]>();
  readonly #read = new Set<string>();
  readonly #messages = new Map<string, Kept>();
  readonly #receiptsOut = new Map<string, BinaryNode>();
  #held: BinaryNode | null = null;
  #nextAnswer: { error: string } | 'lost' | null = null;

  constructor(number: string) {
    this.phone = new SignalPhone(number, '900001');
    this.phone.name = 'Shop';
  }

  /** Writes to the client if it is connected. */
  protected abstract transmit(node: BinaryNode): void;
  /** Cuts the connection. */
  abstract cut(): void;

  /** The customer with that number, created at the first use. */
  customer(phone: string, name?: string): SignalPhone {
    const number = phone.replace('+', '');
    const customer = this.#customers.get(number) ?? new SignalPhone(number, `8${number.slice(-9)}`);
    if (name !== undefined) customer.name = name;
    this.#customers.set(number, customer);
    return customer;
  }

  who(user: string): SignalPhone | null {
    if (this.phone.is(user)) return this.phone;
    return [...this.#customers.values()].find((customer) => customer.is(user)) ?? null;
  }

  /** A customer writes. Returns the id of the message. */
  async say(from: string, message: proto.IMessage, { id = newMessageId(), as = 'number' }: SayOptions = {}) {
    const phone = this.customer(from);
    this.said.set(id, message);
    const named: Record<string, string> = {
      number: { from: phone.pnJid, sender_lid: phone.lidJid },
      lid: { from: phone.lidJid, addressing_mode: 'lid', sender_pn: phone.pnJid },
      hidden: { from: phone.lidJid, addressing_mode: 'lid' },
    }[as];
    await this.#deliver({ ...named, id, ...(phone.name && { notify: phone.name }) }, phone, message);
    return id;
  }

  /**
   * A customer's phone sends a message that the client cannot decrypt; `unavailable` sends none of its content, as for
   * devices of companies. `say` with the same id sends it again. Returns the id of the message.
   */
  sayUnreadable(from: string, { id = newMessageId(), unavailable = false } = {}): string {
    const { pnJid, lidJid, name } = this.customer(from);
    const attrs = { from: pnJid, sender_lid: lidJid, id, notify: name, type: 'text', t: seconds() };
    const bytes = Buffer.from('3308c0a1b2c3d4e5f60718293a4b5c6d7e8f901122334455667788', 'hex');
    const sealed = { tag: 'enc', attrs: { v: '2', type: 'msg' }, content: bytes };
    const nothing = { tag: 'unavailable', attrs: { type: 'hosted_unavailable_fanout' } };
    this.transmit({ tag: 'message', attrs, content: [unavailable ? nothing : sealed] });
    return id;
  }

  /** The owner writes to a customer on the shop's phone. */
  async writeOnPhone(to: string, message: proto.IMessage): Promise<string> {
    const { pnJid, lidJid } = this.customer(to);
    const id = newMessageId();
    const sent = { deviceSentMessage: { destinationJid: pnJid, message } };
    await this.#deliver({ from: this.phone.pnJid, recipient: pnJid, peer_recipient_lid: lidJid, id }, this.phone, sent);
    return id;
  }

  /** A customer writes what the vendor withholds from linked devices, such as a picture to be seen once. */
  withhold(from: string, type: string): string {
    const { pnJid, lidJid } = this.customer(from);
    const id = newMessageId();
    const unavailable = { tag: 'unavailable', attrs: { type } };
    const attrs = { from: pnJid, sender_lid: lidJid, id, type: 'media', t: seconds() };
    this.transmit({ tag: 'message', attrs, content: [unavailable] });
    return id;
  }

  /** A customer calls, hangs up (`timeout`), or the owner answers on the phone (`accepted_elsewhere`). */
  call(from: string, id: string, event: { tag: 'offer' | 'terminate'; reason?: string; isVideo?: boolean }): void {
    const { pnJid } = this.customer(from);
    const { tag, reason, isVideo } = event;
    const attrs = { 'call-id': id, 'call-creator': pnJid, ...(reason === undefined ? {} : { reason }) };
    const content = [{ tag: isVideo ? 'video' : 'audio', attrs: {} }];
    this.transmit({
      tag: 'call',
      attrs: { from: pnJid, id: newMessageId(), t: seconds() },
      content: [{ tag, attrs, content }],
    });
  }

  /** The shop's messages on the customer's phone, oldest first. */
  shown(phone: string): ShownInChat[] {
    return this.#shown.get(this.customer(phone).number) ?? [];
  }

  /** The customer reads everything. */
  read(from: string): void {
    for (const { id } of this.shown(from).filter((entry) => !this.#read.has(entry.id))) {
      this.#read.add(id);
      this.confirm(from, id, 'read');
    }
  }

  /** A customer's phone confirms a message as delivered or read. */
  confirm(from: string, id: string, type?: 'read'): void {
    const { pnJid } = this.customer(from);
    const node = { tag: 'receipt', attrs: { from: pnJid, id, t: seconds(), ...(type ? { type } : {}) } };
    if (this.reorders && !this.#held) {
      this.#held = node;
      return;
    }
    for (const each of [node, this.#held, ...(this.duplicates ? [node] : [])]) if (each) this.#keepReceipt(each);
    this.#held = null;
  }

  /** The customer's phone could not decrypt a message and requests it again. */
  requestRetry(from: string, id: string): void {
    this.forget(from, id);
    this.#askAgain(this.customer(from), id);
  }

  /** Removes the message from the customer's phone. */
  forget(from: string, id: string): void {
    const { number } = this.customer(from);
    this.#shown.set(
      number,
      this.shown(from).filter((entry) => entry.id !== id),
    );
  }

  /** The next message of the shop is rejected with this code. */
  refuseNext(code: number): void {
    this.#nextAnswer = { error: String(code) };
  }

  /** The next message of the shop is accepted, and the connection breaks instead of a response. */
  loseNextAnswer(): void {
    this.#nextAnswer = 'lost';
  }

  /** Sends unconfirmed stanzas again, and the marker of their end. */
  protected tellKept(): void {
    const kept = [...[...this.#messages.values()].map(({ node }) => node), ...this.#receiptsOut.values()];
    for (const node of kept) this.transmit({ ...node, attrs: { ...node.attrs, offline: '1' } });
    const count = { tag: 'offline', attrs: { count: String(kept.length) } };
    this.transmit({ tag: 'ib', attrs: { from: 's.whatsapp.net' }, content: [count] });
  }

  /** A message of the client: shown on each recipient's phone and acknowledged. */
  protected async take(node: BinaryNode): Promise<void> {
    const { id = '', to = '' } = node.attrs;
    const direct = getBinaryNodeChild(node, 'enc');
    const parts = direct
      ? [{ tag: 'to', attrs: { jid: to }, content: [direct] }]
      : getBinaryNodeChildren(getBinaryNodeChild(node, 'participants'), 'to');
    const answer = this.#nextAnswer;
    this.#nextAnswer = null;
    const isRefused = answer !== null && answer !== 'lost';
    const shown = isRefused ? [] : await Promise.all(parts.map((part) => this.#show(id, part)));
    if (answer === 'lost') this.cut();
    const attrs = { class: 'message', id, from: to, t: seconds() };
    this.transmit({ tag: 'ack', attrs: isRefused ? { ...attrs, error: answer.error } : attrs });
    for (const phone of shown) if (phone) this.confirm(phone.number, id);
  }

  /** The client has received or read messages, or requests one again that it could not decrypt. */
  protected async takeReceipt({ attrs, content }: BinaryNode): Promise<void> {
    const { id = '', type = '', to = '' } = attrs;
    const [list] = Array.isArray(content) ? content : [];
    const others = list?.tag === 'list' ? getBinaryNodeChildren(list, 'item').map((item) => item.attrs.id ?? '') : [];
    for (const each of [id, ...others]) this.receipts.push({ id: each, type, to });
    const kept = this.#messages.get(id);
    if (type !== 'retry') this.#messages.delete(id);
    else if (kept) this.transmit(await kept.renew());
  }

  /** The client confirms a receipt. */
  protected takeAck({ attrs }: BinaryNode): void {
    if (attrs.class === 'receipt') this.#receiptsOut.delete(`${attrs.id}:${attrs.type ?? ''}`);
  }

  /** The linked device; phones treat it as one, under any address. */
  get #deviceJid(): string {
    return `${this.phone.number}:1@s.whatsapp.net`;
  }

  async #deliver(address: Record<string, string>, from: SignalPhone, message: proto.IMessage): Promise<void> {
    const { bundle } = this;
    if (!bundle) throw new Error('The client has not published its keys');
    const attrs = { ...address, type: 'text', t: seconds() };
    const encrypt = async (isNew: boolean): Promise<BinaryNode> => ({
      tag: 'message',
      attrs,
      content: [await from.encrypt(this.#deviceJid, message, bundle, isNew)],
    });
    const node = await encrypt(false);
    this.#messages.set(address.id as string, { node, renew: () => encrypt(true) });
    this.transmit(node);
    if (this.duplicates) this.transmit(node);
  }

  /** Returns the customer who now has the message; null for the shop's own phone and if it could not be decrypted. */
  async #show(id: string, part: BinaryNode): Promise<SignalPhone | null> {
    const jid = part.attrs.jid ?? '';
    const phone = this.who(jidDecode(jid)?.user ?? '');
    const sealed = getBinaryNodeChild(part, 'enc');
    if (!phone || !sealed) {
      this.faults.push(`a message for ${jid}, who is nobody`);
      return null;
    }
    const message = await phone.decrypt(this.#deviceJid, sealed).catch(() => null);
    if (!message) return this.#askAgain(phone, id);
    if (phone === this.phone) {
      this.peerMessages.push(message.deviceSentMessage?.message ?? message);
      return null;
    }
    const shown = this.#shown.get(phone.number) ?? [];
    this.#shown.set(phone.number, shown);
    // Phones identify a message by its id: a repeated message is shown once.
    if (!shown.some((entry) => entry.id === id)) shown.push({ id, message });
    return phone;
  }

  /** Phones request a message that they cannot decrypt again, a few times. */
  #askAgain(phone: SignalPhone, id: string): null {
    this.retries.push(id);
    const count = String(this.retries.filter((retried) => retried === id).length);
    if (Number(count) > mostRetries || phone === this.phone) return null;
    const attrs = { from: phone.pnJid, id, type: 'retry', t: seconds() };
    const retry = { tag: 'retry', attrs: { count, id, t: seconds(), v: '1' } };
    const registration = { tag: 'registration', attrs: {}, content: encodeBigEndian(phone.creds.registrationId) };
    this.#keepReceipt({ tag: 'receipt', attrs, content: [retry, registration] });
    return null;
  }

  #keepReceipt(node: BinaryNode): void {
    this.#receiptsOut.set(`${node.attrs.id}:${node.attrs.type ?? ''}`, node);
    this.transmit(node);
  }
}
