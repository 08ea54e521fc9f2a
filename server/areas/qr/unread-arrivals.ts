import { NextAlarm } from '../../platform/clock.ts';
import { secondMs } from '../../platform/durations.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ChannelHost } from '../channels/index.ts';
import type { JournalEntry } from './protocol.ts';
import { listUnsettled, noteArrival, settleArrivals, type Unsettled } from './store.ts';

/** Time for decryption, or for a repeat by the customer's phone, after which a message counts as unread. */
const patienceMs = 6 * secondMs;
/** The same while other messages are being stored: a backlog is decrypted one after the other. */
const longestPatienceMs = 30 * secondMs;
/** Number of messages without an event whose repeats are recognized. */
const mostRemembered = 1_000;
/** Time after the connection opened in which the vendor may still redeliver messages without a receipt. */
const redeliveryMs = 3 * secondMs;

/**
 * The messages that have arrived on a channel and could not be read: entries of the journal without an event. Each is
 * reported as a gap, which the message itself replaces if it still arrives. All state is on disk, so a restart continues.
 */
export class UnreadArrivals {
  readonly #platform: Platform;
  readonly #host: ChannelHost;
  readonly #askPhone: (entries: JournalEntry[]) => Promise<boolean>;
  readonly #alarm: NextAlarm;
  /** Messages that were read, the latest last: a repeat of one cannot be decrypted a second time. */
  #read = new Set<string>();
  #openedAtMs: number | null = null;
  #lastStoredMs = 0;

  /** `askPhone` asks the phone to send messages again; returns false while there is no connection. */
  constructor(platform: Platform, host: ChannelHost, askPhone: (entries: JournalEntry[]) => Promise<boolean>) {
    this.#platform = platform;
    this.#host = host;
    this.#askPhone = askPhone;
    this.#alarm = new NextAlarm(platform.clock, () => void this.#look());
  }

  /** Records that a message has arrived; resolves when that is on disk. */
  async note(entry: JournalEntry): Promise<void> {
    if (this.#read.has(entry.messageId)) return;
    await this.#platform.write(({ db, now }) => noteArrival(db, this.#channelId, entry, now));
    this.#alarm.by(this.#nowMs() + patienceMs);
  }

  /** Messages were read and stored, or need no event. */
  async settle(messageIds: string[]): Promise<void> {
    if (messageIds.length === 0) return;
    this.#lastStoredMs = this.#nowMs();
    this.#read = new Set([...this.#read, ...messageIds].slice(-mostRemembered));
    await this.#platform.write(({ db }) => settleArrivals(db, this.#channelId, messageIds));
  }

  /** The connection has opened. */
  opened(): void {
    this.#openedAtMs = this.#nowMs();
    this.#alarm.by(this.#openedAtMs + redeliveryMs);
  }

  /** There is no connection, at the start or after a close; what has arrived before it is reported without. */
  closed(): void {
    this.#openedAtMs = null;
    this.#alarm.by(this.#nowMs() + patienceMs);
  }

  stop(): void {
    this.#alarm.clear();
  }

  /** Reports all at once, before the journal is deleted: without the pairing none arrives again. */
  async giveUp(): Promise<void> {
    const waiting = await listUnsettled(this.#platform.database.read, this.#channelId);
    await this.#report(waiting.map(({ entry }) => entry));
  }

  get #channelId(): string {
    return this.#host.channel.id;
  }

  #nowMs(): number {
    return this.#platform.clock.now().getTime();
  }

  async #look(): Promise<void> {
    try {
      const waiting = await listUnsettled(this.#platform.database.read, this.#channelId);
      const nowMs = this.#nowMs();
      const due = waiting.filter((entry) => this.#dueMs(entry) <= nowMs);
      const later = waiting.filter((entry) => !due.includes(entry)).map((entry) => this.#dueMs(entry));
      if (later.length > 0) this.#alarm.by(Math.min(...later));
      await this.#report(due.map(({ entry }) => entry));
    } catch (err) {
      this.#platform.log.error({ channel: this.#channelId, err }, 'unread messages could not be reported');
      this.#alarm.by(this.#nowMs() + patienceMs);
    }
  }

  #dueMs({ arrivedAt }: Unsettled): number {
    const arrivedMs = Date.parse(arrivedAt);
    const openedMs = this.#openedAtMs;
    if (openedMs !== null && arrivedMs < openedMs) return openedMs + redeliveryMs;
    return Math.max(arrivedMs + patienceMs, Math.min(this.#lastStoredMs + patienceMs, arrivedMs + longestPatienceMs));
  }

  /** Without a connection the entries stay, so that the phone is asked when there is one. */
  async #report(entries: JournalEntry[]): Promise<void> {
    if (entries.length === 0) return;
    await this.#host.report(
      entries.map(({ messageId, from, at }) => ({
        kind: 'gap',
        providerEventId: messageId,
        providerMessageId: messageId,
        from,
        at,
      })),
    );
    const ids = entries.map(({ messageId }) => messageId);
    if (await this.#askPhone(entries)) {
      await this.#platform.write(({ db }) => settleArrivals(db, this.#channelId, ids));
    }
  }
}
