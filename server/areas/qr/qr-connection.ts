import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../platform/platform.ts';
import {
  type Address,
  type ChannelConnection,
  type ChannelHost,
  type DriverLog,
  driverLogOf,
  type HealthCheck,
  MediaLostError,
  type OutgoingMessage,
  type PairingCode,
  type SendOutcome,
} from '../channels/index.ts';
import { QrLink } from './qr-link.ts';
import { findSending } from './store.ts';

const notConnected: SendOutcome = { kind: 'rejected', reason: 'temporary', detail: 'The channel is not connected' };

/** A channel on the QR provider's live service. */
export class QrConnection implements ChannelConnection {
  readonly #platform: Platform;
  readonly #channelId: string;
  readonly #link: QrLink;
  readonly #log: DriverLog;
  readonly #lastSent = new Map<string, number>();

  constructor(platform: Platform, host: ChannelHost) {
    this.#platform = platform;
    this.#channelId = host.channel.id;
    this.#log = driverLogOf(platform.provided);
    this.#link = new QrLink(platform, host);
  }

  connect(): Promise<void> {
    return this.#link.connect();
  }

  disconnect(): Promise<void> {
    return this.#link.disconnect();
  }

  logout(): Promise<void> {
    return this.#link.logout();
  }

  pairing(refresh: boolean): Promise<PairingCode | null> {
    return this.#link.pairing(refresh);
  }

  /** An id in the form of the vendor's own apps. */
  allocateMessageId(): string {
    return `3EB0${randomBytes(9).toString('hex').toUpperCase()}`;
  }

  async send(message: OutgoingMessage): Promise<SendOutcome> {
    if (message.to.kind === 'bsuid')
      return { kind: 'rejected', reason: 'unsupported', detail: 'The customer hides their number from this channel' };
    await this.#pace(`${message.to.kind}:${message.to.value}`);
    const client = this.#link.client;
    if (!client) return notConnected;
    const replyTo = message.replyTo === null ? null : await this.#findTarget(message.replyTo);
    const media = message.media && {
      path: this.#platform.files.path(message.media.hash),
      contentType: message.media.contentType,
      fileName: message.media.fileName,
    };
    const { providerMessageId: messageId, to, type, content } = message;
    const outcome = await client.peer.ask('send', { messageId, to, type, content, media, replyTo });
    if (outcome.kind === 'accepted') await this.#markRead(to, messageId);
    return outcome;
  }

  async react(to: Address, providerMessageId: string, emoji: string): Promise<SendOutcome> {
    const client = this.#link.client;
    const target = await this.#findTarget(providerMessageId);
    if (!client || !target) return notConnected;
    const { fromMe } = target;
    const messageId = this.allocateMessageId();
    return client.peer.ask('react', { messageId, to, target: { messageId: providerMessageId, fromMe }, emoji });
  }

  /** A message without a stored sending was not written; for others only the vendor's acknowledgement is proof. */
  async findOutcome(providerMessageId: string): Promise<'accepted' | 'not_accepted' | 'unknown'> {
    const sending = await findSending(this.#platform.database.read, this.#channelId, providerMessageId);
    if (sending?.state === 'SENDING') return 'unknown';
    return sending?.state === 'TAKEN' ? 'accepted' : 'not_accepted';
  }

  /** The client writes the attachment to a temporary file, which is deleted once read. */
  async fetchMedia(ref: string): Promise<Readable> {
    const client = this.#link.client;
    if (!client) throw new Error('The channel is not connected');
    const folder = join(this.#platform.config.home, 'tmp');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `qr-${randomBytes(12).toString('hex')}`);
    try {
      const result = await client.peer.ask('download', { ref, path });
      if (result === 'lost') throw new MediaLostError('Neither the provider nor the phone has the attachment');
      return createReadStream(path).once('close', () => rm(path, { force: true }));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  async health(): Promise<HealthCheck[]> {
    const client = this.#link.client;
    if (!client) return [{ name: 'provider', ok: false, latencyMs: null, detail: 'Not connected' }];
    const startedAt = performance.now();
    const ok = await client.peer.ask('probe', null).catch(() => false);
    const latencyMs = ok ? Math.round(performance.now() - startedAt) : null;
    return [{ name: 'provider', ok, latencyMs, detail: ok ? null : 'The provider does not respond' }];
  }

  /** Marks the messages replied to as read on the customer's phone, as a reply from the owner's phone would. */
  async #markRead(to: Address, messageId: string): Promise<void> {
    const messageIds = await this.#log.listAnswered(this.#platform.database.read, this.#channelId, messageId);
    if (messageIds.length > 0) this.#link.client?.peer.ask('markRead', { to, messageIds }).catch(() => {});
  }

  /** How a reply or a reaction refers to a message; null if the message is unknown. */
  async #findTarget(messageId: string): Promise<{ messageId: string; fromMe: boolean; text: string } | null> {
    const found = await this.#log.findByProviderId(this.#platform.database.read, this.#channelId, messageId);
    return found && { messageId, fromMe: found.isOurs, text: found.text };
  }

  /** Waits for the configured gap between two messages to one customer: bursts get accounts banned. */
  async #pace(chat: string): Promise<void> {
    const { gapMs } = this.#platform.config.qr;
    const waitMs = (this.#lastSent.get(chat) ?? Number.NEGATIVE_INFINITY) + gapMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    if (this.#lastSent.size > 1_000) this.#lastSent.clear();
    this.#lastSent.set(chat, performance.now());
  }
}
