import { NextAlarm } from '../../platform/clock.ts';
import { minuteMs } from '../../platform/durations.ts';
import type { Platform } from '../../platform/platform.ts';
import { outside } from '../../platform/running/item-run.ts';
import type { ChannelHost, PairingCode, StateEvent } from '../channels/index.ts';
import { ClientProcess } from './client-process.ts';
import { afterClose, type Close, passkeyDemanded, retryDelayMs, type Stop } from './close-rules.ts';
import { handleClientCalls } from './handle-client-calls.ts';
import type { ConnectionChange, JournalEntry } from './protocol.ts';
import { ShownState } from './shown-state.ts';
import { forgetAuth, loadAuth } from './store.ts';
import { UnreadArrivals } from './unread-arrivals.ts';

const healthyMs = 5 * minuteMs;
const probeEveryMs = 2 * minuteMs;
const codePatienceMs = 15_000;

/**
 * Manages one channel's connection: its process, its pairing, its reconnections, and the state that the channel shows.
 * Events are handled strictly one after the other.
 */
export class QrLink {
  readonly #platform: Platform;
  readonly #host: ChannelHost;
  #process: ClientProcess | null = null;
  #isPaired = false;
  #isOpen = false;
  #code: PairingCode | null = null;
  #codeWaiters: (() => void)[] = [];
  #stopped: Stop | null = null;
  #retries = 0;
  #serverErrors = 0;
  /** Set by `disconnect`: this link is never opened again. */
  #isOver = false;
  #turn: Promise<unknown> = Promise.resolve();
  readonly #state: ShownState;
  readonly #retry: NextAlarm;
  readonly #healthy: NextAlarm;
  readonly #probe: NextAlarm;
  readonly #unread: UnreadArrivals;

  constructor(platform: Platform, host: ChannelHost) {
    this.#platform = platform;
    this.#host = host;
    this.#state = new ShownState(platform, host);
    this.#probe = new NextAlarm(platform.clock, () => this.#probeNow());
    const alarm = (ring: () => Promise<unknown>) => new NextAlarm(platform.clock, () => void this.#inTurn(ring));
    this.#retry = alarm(() => this.#open());
    this.#healthy = alarm(async () => this.#resetRetries());
    this.#unread = new UnreadArrivals(platform, host, (entries) => this.#askPhone(entries));
  }

  /** The process, if it can send messages now. */
  get client(): ClientProcess | null {
    return this.#isOpen ? this.#process : null;
  }

  connect(): Promise<void> {
    return this.#inTurn(async () => {
      const auth = await loadAuth(this.#platform.database.read, this.#platform.secrets, this.#channelId);
      this.#isPaired = auth.length > 0;
      if (!this.#isPaired) return this.#show('DISCONNECTED', 'Not paired yet: read the QR code');
      await this.#show('CONNECTING', null);
      await this.#open();
    });
  }

  /** Closes the connection and keeps the pairing. Does not wait for pending calls of the client. */
  async disconnect(): Promise<void> {
    this.#isOver = true;
    this.#endWaiting();
    await this.#letGo();
    await this.#inTurn(() => this.#letGo());
    this.#state.stop();
  }

  async logout(): Promise<void> {
    await this.client?.peer.ask('logout', null);
    await this.#inTurn(async () => {
      await this.#forgetPairing();
      this.#stopped = null;
      await this.#show('LOGGED_OUT', 'Logged out here: pair the device again');
    });
  }

  /** The current pairing code, requested from the vendor if needed; null when there is nothing to pair. */
  async pairing(refresh: boolean): Promise<PairingCode | null> {
    await this.#inTurn(async () => {
      if (this.#isPaired && !(refresh && this.#stopped)) return;
      if (this.#isPaired && this.#stopped?.refresh === 'connect') return this.#connectAgain();
      const isRunning = this.#process !== null;
      if (!refresh && (isRunning || (this.#stopped && !this.#stopped.showsCode))) return;
      await this.#forgetPairing();
      this.#stopped = null;
      await this.#open();
    });
    if (this.#isPaired || this.#stopped || this.#isOver) return null;
    if (this.#code === null) await outside(() => this.#waitForCode());
    return this.#code;
  }

  get #channelId(): string {
    return this.#host.channel.id;
  }

  #inTurn(run: () => Promise<unknown>): Promise<void> {
    const turn = this.#turn.then(run).then(() => {});
    this.#turn = turn.catch((error) => {
      this.#platform.log.warn({ channel: this.#channelId, err: error }, 'the QR connection failed');
    });
    return turn;
  }

  async #connectAgain(): Promise<void> {
    this.#stopped = null;
    this.#resetRetries();
    await this.#show('CONNECTING', null);
    await this.#open();
  }

  /** Opens the connection, in the running process or in a new one with the stored auth state. */
  async #open(): Promise<void> {
    if (this.#stopped) return;
    if (this.#process) return this.#orEnd(this.#process, this.#process.peer.ask('reopen', null));
    const { config, database, secrets } = this.#platform;
    this.#unread.closed();
    const auth = await loadAuth(database.read, secrets, this.#channelId);
    if (this.#isOver) return;
    const { testUrl: url, testCodeMs: codeLifetimeMs, version } = config.qr;
    const onChange = (change: ConnectionChange) => void this.#inTurn(() => this.#change(process, change));
    const process = new ClientProcess(
      this.#platform.startChild,
      handleClientCalls(this.#platform, this.#host, this.#unread, onChange),
      url !== null,
    );
    this.#process = process;
    process.ended.then(() => this.#inTurn(() => this.#change(process, null)));
    await this.#orEnd(process, process.peer.ask('open', { auth, url, version, codeLifetimeMs, proxy: config.proxy }));
  }

  /** Kills a process whose call failed; its end leads to a retry with a new one, with backoff. */
  async #orEnd(process: ClientProcess, answer: Promise<unknown>): Promise<void> {
    await answer.catch((error) => {
      this.#platform.log.warn({ channel: this.#channelId, err: error }, 'the QR client failed and is killed');
      process.kill();
    });
  }

  /** Handles a change that the process reported; null means that it ended by itself. */
  async #change(process: ClientProcess, change: ConnectionChange | null): Promise<void> {
    if (process !== this.#process) return;
    if (change === null) {
      this.#process = null;
      return this.#closed({ code: 0, fault: null });
    }
    if (change.kind === 'code') return this.#showCode(change);
    if (change.kind === 'paired') return this.#paired();
    if (change.kind === 'open') return this.#opened(change.phone);
    if (change.kind === 'limited') return this.#limited(change.until);
    if (change.kind === 'closed') return this.#closed(change);
    if (!this.#isPaired) await this.#stop(passkeyDemanded);
  }

  async #showCode({ qr, lifetimeMs, attempt }: Extract<ConnectionChange, { kind: 'code' }>): Promise<void> {
    const expiresAt = new Date(this.#platform.clock.now().getTime() + lifetimeMs).toISOString();
    this.#code = { qr, expiresAt, attempt };
    await this.#show('PAIRING', null);
    this.#endWaiting();
  }

  async #paired(): Promise<void> {
    this.#isPaired = true;
    this.#code = null;
    await this.#show('CONNECTING', 'Paired: opening the connection');
  }

  async #opened(phone: string | null): Promise<void> {
    const now = this.#platform.clock.now().getTime();
    this.#isOpen = true;
    this.#isPaired = true;
    this.#code = null;
    this.#healthy.by(now + healthyMs);
    this.#probe.by(now + probeEveryMs);
    this.#unread.opened();
    await this.#show('CONNECTED', null, phone);
  }

  /** The vendor lets the account reply but temporarily start no new chats; null ends the limit. */
  async #limited(until: string | null): Promise<void> {
    if (!this.#isOpen) return;
    if (until === null) return this.#show('CONNECTED', null);
    await this.#show('DEGRADED', `The provider lets this account start no new chats until ${until}`);
  }

  async #closed(close: Close): Promise<void> {
    this.#isOpen = false;
    this.#unread.closed();
    this.#code = null;
    this.#healthy.clear();
    this.#probe.clear();
    const next = afterClose(close, this.#isPaired, this.#serverErrors);
    this.#serverErrors = close.code === 500 ? this.#serverErrors + 1 : 0;
    if (next.kind === 'stop') return this.#stop(next);
    if (next.kind === 'reopen') return this.#open();
    this.#retry.by(this.#platform.clock.now().getTime() + retryDelayMs(this.#retries));
    this.#retries += 1;
    await this.#show('CONNECTING', next.reason);
  }

  async #stop(rule: Stop): Promise<void> {
    this.#stopped = rule;
    try {
      // An ended pairing is useless and would block the next one.
      if (!this.#isPaired || rule.status === 'LOGGED_OUT') await this.#forgetPairing();
      else await this.#letGo();
    } finally {
      await this.#show(rule.status, rule.reason);
      this.#endWaiting();
    }
  }

  #resetRetries(): void {
    this.#retries = 0;
    this.#serverErrors = 0;
  }

  async #forgetPairing(): Promise<void> {
    await this.#letGo();
    await this.#unread.giveUp();
    this.#isPaired = false;
    await this.#platform.write(({ db }) => forgetAuth(db, this.#channelId));
  }

  async #letGo(): Promise<void> {
    const process = this.#process;
    this.#process = null;
    this.#isOpen = false;
    this.#code = null;
    this.#unread.stop();
    for (const alarm of [this.#retry, this.#healthy, this.#probe]) alarm.clear();
    await process?.stop();
  }

  /**
   * Pings the vendor, since a dead connection looks like an idle one. The client reports a close itself; the call is
   * not awaited, since the connection may close for another reason meanwhile.
   */
  #probeNow(): void {
    const { client } = this;
    if (!client) return;
    this.#probe.by(this.#platform.clock.now().getTime() + probeEveryMs);
    void this.#orEnd(client, client.peer.ask('probe', null));
  }

  /** Asks the phone to send messages again; returns false without a connection. */
  async #askPhone(entries: JournalEntry[]): Promise<boolean> {
    const { client } = this;
    await client?.peer.ask('askPhone', entries);
    return client !== null;
  }

  #waitForCode(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, codePatienceMs);
      this.#codeWaiters.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #endWaiting(): void {
    for (const end of this.#codeWaiters.splice(0)) end();
  }

  #show(status: StateEvent['status'], reason: string | null, phone: string | null = null): Promise<void> {
    return this.#state.show(status, reason, phone);
  }
}
