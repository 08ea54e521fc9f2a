import { addAbortSignal } from 'node:stream';
import { hourMs, secondMs } from '../../../platform/durations.ts';
import type { StoredBlob } from '../../../platform/files/files.ts';
import { OutboundError } from '../../../platform/net/outbound-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import { outside } from '../../../platform/running/item-run.ts';
import type { Item } from '../../../platform/running/running-board.ts';
import { DueRunner } from '../../../platform/work/due-runner.ts';
import type { Work } from '../../../platform/work/work.ts';
import { type ChannelConnection, MediaLostError } from '../driver.ts';
import { endWait, keptForMs, listNextMedia, putOff, type WaitingMedia } from './message-media.store.ts';

/** A fetched attachment. */
export interface ReceivedMedia {
  blob: StoredBlob;
  /** Null if the sender gave none. */
  fileName: string | null;
}

declare module '../../../platform/wiring.ts' {
  interface Extensions {
    /** Receives the attachment of a message, in a transaction; null if it is lost. */
    mediaFetched: (platform: Platform, work: Work, messageId: string, media: ReceivedMedia | null) => Promise<void>;
  }
}

const largestMedia = 100 * 1024 * 1024;
/** Limit of concurrent fetches, each for another chat. */
const concurrency = 6;
/**
 * Each pause is four times the one before. A vendor that is asked often for what it does not have blocks the number for
 * an hour.
 */
const firstPauseMs = 2 * secondMs;
const pauseFactor = 4;
const longestPauseMs = 6 * hourMs;
/** Answers that an attachment does not exist until it counts as lost: a new attachment may not be ready yet. */
const answersUntilLost = 4;

/**
 * Fetches the attachments of received messages, in order within a chat: again until the vendor no longer keeps them,
 * also after a restart. Waits while the channel is not connected, but not while sending is paused.
 */
export class MediaFetcher {
  readonly #platform: Platform;
  readonly #connectionOf: (channelId: string) => ChannelConnection | null;
  readonly #runner: DueRunner<WaitingMedia>;

  constructor(platform: Platform, connectionOf: (channelId: string) => ChannelConnection | null) {
    this.#platform = platform;
    this.#connectionOf = connectionOf;
    this.#runner = new DueRunner(
      platform,
      {
        name: 'attachments',
        room: (underWay) => concurrency - underWay,
        next: (underWay) => listNextMedia(platform.database.read, this.#oldest(), underWay + concurrency + 1),
        keyOf: ({ chat }) => chat,
        dueMs: ({ next_at: at }) => Date.parse(at),
        itemOf,
        perform: (media, signal) => this.#fetch(media, signal),
        setAside: (media) => this.#setAside(media),
        fail: (media, error) => this.#fail(media, error),
      },
      { sendsNothing: true },
    );
  }

  start(): void {
    this.#runner.start();
  }

  /** Looks for attachments to fetch now. */
  wake(): void {
    this.#runner.wake();
  }

  /** Resolves when every attachment that is due was tried. */
  idle(): Promise<void> {
    return this.#runner.idle();
  }

  stop(): Promise<void> {
    return this.#runner.stop();
  }

  /** Attachments received before this time have expired at every vendor. */
  #oldest(): string {
    return new Date(this.#platform.clock.now().getTime() - keptForMs).toISOString();
  }

  async #fetch(media: WaitingMedia, signal: AbortSignal): Promise<void> {
    const { files, log } = this.#platform;
    const connection = this.#connectionOf(media.channel_id);
    if (!connection) throw new Error('The channel is not connected');
    const stream = await outside(() => connection.fetchMedia(media.ref, signal));
    // The shop must see what a customer sent, even with its metadata.
    const onRefusal = (err: Error) => log.warn({ message: media.message_id, err }, 'a picture was not cleaned');
    const options = { maxBytes: largestMedia, field: 'media', onRefusal };
    // An abort before the bytes are read emits an error on a stream that has no other listener.
    stream.on('error', () => {});
    const blob = await files.receive(addAbortSignal(signal, stream), options);
    await this.#end(media, { blob, fileName: media.file_name });
  }

  async #fail(media: WaitingMedia, error: Error): Promise<void> {
    const attempts = media.attempts + 1;
    this.#platform.log.warn({ message: media.message_id, attempts, err: error }, 'an attachment could not be fetched');
    const isLost = error instanceof MediaLostError && attempts >= answersUntilLost;
    if (isLost || isTooLarge(error) || media.received_at < this.#oldest()) return this.#end(media, null);
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * pauseFactor ** (attempts - 1));
    const nextMs = this.#platform.clock.now().getTime() + pauseMs;
    await this.#platform.write(async ({ db }) =>
      putOff(db, media.message_id, attempts, new Date(nextMs).toISOString()),
    );
  }

  async #setAside(media: WaitingMedia): Promise<void> {
    const { suspects } = this.#platform.running;
    await this.#end(media, null, ({ db, now }) => suspects.setAside(db, itemOf(media), now));
  }

  async #end(
    media: WaitingMedia,
    received: ReceivedMedia | null,
    alongWith?: (work: Work) => Promise<void>,
  ): Promise<void> {
    const actor = { source: 'CHANNEL', id: media.channel_id, name: media.channel_name } as const;
    await this.#platform.workFor(media.workspace_id, actor, async (work) => {
      await alongWith?.(work);
      if (!endWait(work.db, media.message_id)) return;
      for (const take of work.provided('mediaFetched')) await take(this.#platform, work, media.message_id, received);
    });
  }
}

const itemOf = ({ message_id: id }: WaitingMedia): Item => ({ kind: 'attachment', key: id });

const isTooLarge = (error: Error): boolean =>
  (error instanceof Problem && error.code === 'payload_too_large') ||
  (error instanceof OutboundError && error.code === 'too_large');
