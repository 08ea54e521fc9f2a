import type { Platform } from '../../platform/platform.ts';
import { Problem } from '../../platform/problem.ts';
import { outside } from '../../platform/running/item-run.ts';
import { readPauseReason } from '../../platform/work/sending-pause.ts';
import type { ChannelConnection, Driver, OutgoingMessage, SendOutcome } from './driver.ts';
import { type ChannelRow, findChannel, listActiveChannels, markClosed } from './store.ts';
import type { PreferenceEvent, TemplateEvent, VendorEvent } from './vendor-event.ts';
import { type ReportHandler, type VendorEventHandler, VendorInbox } from './vendor-inbox.ts';

declare module '../../platform/wiring.ts' {
  interface Extensions {
    driver: Driver;
    /** Receives messages, statuses and reactions; the hub itself handles the channel's state. */
    vendorEvents: VendorEventHandler;
    /** Receives vendors' reports about templates. */
    templateEvents: ReportHandler<TemplateEvent>;
    /** Receives people's wishes about campaigns from vendors. */
    preferenceEvents: ReportHandler<PreferenceEvent>;
  }
  interface Services {
    channelHub: ChannelHub;
  }
}

/** How long a send may take before its outcome counts as unknown. */
const sendTimeoutMs = 20_000;

/** Owns the channels' connections to their vendors: opens them at start, sends in order, feeds the durable inbox. */
export class ChannelHub {
  readonly #platform: Platform;
  readonly #connections = new Map<string, ChannelConnection>();
  readonly #chats = new Map<string, Promise<unknown>>();
  readonly inbox: VendorInbox;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.inbox = new VendorInbox(platform, (channelId) => this.#connections.get(channelId) ?? null);
  }

  /**
   * Connects every channel that is not deactivated and handles the events that are still pending; in a folder that is a
   * copy or was moved, once the owner has resumed sending.
   */
  async start(): Promise<void> {
    if (await this.#isHeld()) return this.#platform.write(({ db, now }) => markClosed(db, now));
    for (const channel of await listActiveChannels(this.#platform.database.read)) {
      await this.open(channel);
      this.inbox.wake(channel.id);
    }
    this.inbox.start();
  }

  async stop(): Promise<void> {
    const fetches = this.inbox.stopFetching();
    await Promise.all([...this.#connections.keys()].map((channelId) => this.close(channelId)));
    await fetches;
    await this.inbox.stop();
  }

  /** Opens a channel's connection. An unreachable vendor is a state of the channel, not an error here. */
  async open(channel: ChannelRow): Promise<void> {
    if (this.#connections.has(channel.id) || (await this.#isHeld())) return;
    const driver = this.#platform
      .provided('driver')
      .find(({ name, providers }) => name === channel.driver && providers.includes(channel.provider));
    if (!driver) {
      this.#platform.log.warn({ channel: channel.id, driver: channel.driver }, 'no driver for this channel');
      return;
    }
    const { id, workspace_id: workspaceId, provider, name } = channel;
    const host = {
      channel: { id, workspaceId, provider, name },
      report: (events: VendorEvent[]) => this.inbox.receive({ id, workspaceId, provider, name }, events),
    };
    const connection = driver.open(host, this.#platform);
    this.#connections.set(id, connection);
    await connection.connect().catch((error) => {
      this.#platform.log.warn({ channel: id, err: error }, 'the channel could not be connected');
    });
  }

  async close(channelId: string): Promise<void> {
    const connection = this.#connections.get(channelId);
    this.#connections.delete(channelId);
    await connection?.disconnect();
  }

  /** Reconnects a channel with its current driver and waits until the resulting events are handled. */
  async reopen(workspaceId: string, channelId: string): Promise<void> {
    await this.close(channelId);
    const channel = await findChannel(this.#platform.database.read, workspaceId, channelId);
    if (channel && channel.deactivated_at === null) await this.open(channel);
    await this.inbox.handled();
  }

  /** The connection of a channel that can send now. Throws 409 if it is deactivated, 503 if it is not connected. */
  connected(channel: Pick<ChannelRow, 'id' | 'status' | 'deactivated_at'>): ChannelConnection {
    if (channel.deactivated_at !== null) throw new Problem('channel_deactivated');
    const connection = this.#connections.get(channel.id);
    if (!connection || (channel.status !== 'CONNECTED' && channel.status !== 'DEGRADED')) {
      throw new Problem('channel_not_connected', `The channel is ${channel.status}: nothing was sent`, {
        headers: { 'Retry-After': '30' },
      });
    }
    return connection;
  }

  /** The connection in any state; null if the channel is deactivated or has no driver. */
  connection(channelId: string): ChannelConnection | null {
    return this.#connections.get(channelId) ?? null;
  }

  /**
   * Sends through the channel, strictly in order within a chat. Never throws: a failure is `rejected` if the vendor
   * said so, otherwise `unknown`.
   */
  send(channelId: string, chat: string, message: OutgoingMessage): Promise<SendOutcome> {
    const before = this.#chats.get(chat) ?? Promise.resolve();
    const outcome = before.then(() => this.#sendNow(channelId, message));
    this.#chats.set(chat, outcome);
    outcome.finally(() => {
      if (this.#chats.get(chat) === outcome) this.#chats.delete(chat);
    });
    return outcome;
  }

  /**
   * Returns true until the owner has answered if this folder is a copy. A second connection would end the first one, take
   * its messages and change its webhooks.
   */
  async #isHeld(): Promise<boolean> {
    const { database, sending } = this.#platform;
    if ((await readPauseReason(database.read)) !== 'moved') return false;
    sending.whenResumed(this.#startLate);
    return true;
  }

  readonly #startLate = (): void => {
    this.start().catch((error) => this.#platform.log.error({ err: error }, 'the channels could not be connected'));
  };

  async #sendNow(channelId: string, message: OutgoingMessage): Promise<SendOutcome> {
    const connection = this.#connections.get(channelId);
    if (!connection) return { kind: 'rejected', reason: 'temporary', detail: 'The channel is not connected' };
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<SendOutcome>((resolve) => {
      const outcome = { kind: 'unknown', detail: 'The provider did not respond in time' } as const;
      timer = setTimeout(() => resolve(outcome), sendTimeoutMs).unref();
    });
    try {
      return await outside(() => Promise.race([connection.send(message), tooLate]));
    } catch (error) {
      this.#platform.log.warn({ channel: channelId, err: error }, 'the driver failed while sending');
      return { kind: 'unknown', detail: 'The connection broke while sending' };
    } finally {
      clearTimeout(timer);
    }
  }
}
