import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { minuteMs } from '../../platform/durations.ts';
import { findLinkedFile } from '../../platform/files/files.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type Address,
  type ChannelConnection,
  type ChannelHost,
  type ChannelStatus,
  type HealthCheck,
  type OutgoingMessage,
  type OutgoingTemplate,
  type PairingCode,
  type SendOutcome,
  type VendorCatalogs,
  VendorError,
  type VendorEvent,
  type VendorTemplates,
} from '../channels/index.ts';
import { type Faults, noFaults } from './faults.ts';
import { builtInTemplates, simulateCatalogs, simulateTemplates } from './simulated-vendor.ts';
import { findSimulatorMessage, insertSimulatorMessage, isOnline } from './store.ts';
import { findTemplate, putTemplate } from './vendor.store.ts';

const firstCodeMs = minuteMs;
const nextCodeMs = 20_000;
const mostCodes = 6;

/** One channel of the simulated vendor. Its state is in tables, so that it survives crashes of the server. */
export class SimulatorConnection implements ChannelConnection {
  faults: Faults = noFaults;
  /** Only CLOUD_API has templates, catalogs and verification. */
  readonly templates?: VendorTemplates;
  readonly catalogs?: VendorCatalogs;
  readonly businessVerification?: () => Promise<{ status: string; detail: string | null }>;
  readonly #platform: Platform;
  readonly #host: ChannelHost;
  #connected = false;
  #code: PairingCode | null = null;
  #held: VendorEvent | null = null;
  /** Events during a lost connection, oldest first. */
  #missed: VendorEvent[] = [];

  constructor(platform: Platform, host: ChannelHost) {
    this.#platform = platform;
    this.#host = host;
    if (host.channel.provider !== 'CLOUD_API') return;
    const answer = () => this.#answer();
    this.templates = simulateTemplates(platform, host.channel.id, answer);
    this.catalogs = simulateCatalogs(platform, host.channel.id, answer);
    this.businessVerification = async () => {
      await answer();
      return { status: 'verified', detail: 'The simulator verifies every business' };
    };
  }

  get channelId(): string {
    return this.#host.channel.id;
  }

  async connect(): Promise<void> {
    if (this.#host.channel.provider === 'CLOUD_API') {
      await this.#openAccount();
      return this.#becomeConnected(this.#shopNumber());
    }
    const pairing = await this.#platform.database.read
      .selectFrom('simulator_pairings')
      .select('phone_number')
      .where('channel_id', '=', this.channelId)
      .executeTakeFirst();
    if (pairing) await this.#becomeConnected(pairing.phone_number);
    else await this.#reportState('DISCONNECTED', 'Not paired yet: read the QR code');
  }

  async disconnect(): Promise<void> {
    this.#connected = false;
    this.#code = null;
  }

  allocateMessageId(): string {
    return newId('sim');
  }

  async send(message: OutgoingMessage): Promise<SendOutcome> {
    if (this.faults.delayMs > 0) await sleep(this.faults.delayMs);
    const { reject } = this.faults;
    if (!this.#connected || this.faults.dropped) {
      return { kind: 'rejected', reason: 'temporary', detail: 'The simulated provider cannot be reached' };
    }
    if (reject && reject.times > 0) {
      reject.times -= 1;
      return { kind: 'rejected', reason: reject.reason, detail: `The simulator is set to reject: ${reject.reason}` };
    }
    if (message.template && !(await this.#isApproved(message.template))) {
      return { kind: 'rejected', reason: 'template_unusable', detail: 'No approved template of that name' };
    }
    // Not awaited: it is committed in the same group as the outcome.
    const stored = this.#accept(message);
    stored.catch((error) => this.#platform.log.error({ err: error }, 'the simulator lost a message'));
    if (this.faults.loseAnswers > 0) {
      this.faults.loseAnswers -= 1;
      await stored;
      return { kind: 'unknown', detail: 'The simulator is set to lose its response' };
    }
    return { kind: 'accepted', providerMessageId: message.providerMessageId };
  }

  async react(_to: Address, providerMessageId: string, emoji: string): Promise<SendOutcome> {
    if (!this.#connected || this.faults.dropped)
      return { kind: 'rejected', reason: 'temporary', detail: 'Not connected' };
    await this.#platform.write(({ db }) =>
      db
        .updateTable('simulator_messages')
        .set({ reaction: emoji === '' ? null : emoji })
        .where('channel_id', '=', this.channelId)
        .where('provider_message_id', '=', providerMessageId)
        .execute(),
    );
    return { kind: 'accepted', providerMessageId };
  }

  async findOutcome(providerMessageId: string): Promise<'accepted' | 'not_accepted' | 'unknown'> {
    if (!this.#connected || this.faults.dropped) return 'unknown';
    const found = await findSimulatorMessage(this.#platform.database.read, this.channelId, providerMessageId);
    return found ? 'accepted' : 'not_accepted';
  }

  async fetchMedia(ref: string): Promise<Readable> {
    const file = await findLinkedFile(this.#platform.database.read, ref);
    if (!file) throw new Error('The simulator has no such file');
    return this.#platform.files.read(file.hash);
  }

  async health(): Promise<HealthCheck[]> {
    const ok = this.#connected && !this.faults.dropped;
    return [{ name: 'provider', ok, latencyMs: 0, detail: ok ? null : 'The simulated provider is not connected' }];
  }

  async pairing(refresh: boolean): Promise<PairingCode | null> {
    if (this.#host.channel.provider === 'CLOUD_API' || this.#connected) return null;
    const now = this.#platform.clock.now().getTime();
    const expired = this.#code !== null && Date.parse(this.#code.expiresAt) <= now;
    if (this.#code && expired && this.#code.attempt >= mostCodes && !refresh) {
      await this.#reportState('DISCONNECTED', 'Nobody scanned the QR code: ask for a new one');
      return null;
    }
    if (this.#code === null || expired || refresh) {
      const attempt = refresh || this.#code === null ? 1 : this.#code.attempt + 1;
      const expiresAt = new Date(now + (attempt === 1 ? firstCodeMs : nextCodeMs)).toISOString();
      this.#code = { qr: `frontdesk-simulator:${randomBytes(18).toString('base64url')}`, expiresAt, attempt };
      await this.#reportState('PAIRING', null);
    }
    return this.#code;
  }

  /** The simulated phone scans a code; returns false if it is not the current code. */
  async scan(qr: string): Promise<boolean> {
    const now = this.#platform.clock.now();
    if (this.#code === null || this.#code.qr !== qr || Date.parse(this.#code.expiresAt) <= now.getTime()) return false;
    const pairing = { channel_id: this.channelId, phone_number: this.#shopNumber(), paired_at: now.toISOString() };
    await this.#platform.write(({ db }) =>
      db
        .insertInto('simulator_pairings')
        .values(pairing)
        .onConflict((conflict) => conflict.column('channel_id').doUpdateSet(pairing))
        .execute(),
    );
    await this.#becomeConnected(pairing.phone_number);
    return true;
  }

  /** The owner unlinks the device on the phone. */
  async unlink(): Promise<void> {
    this.#connected = false;
    this.#code = null;
    await this.#platform.write(({ db }) =>
      db.deleteFrom('simulator_pairings').where('channel_id', '=', this.channelId).execute(),
    );
    await this.#reportState('LOGGED_OUT', 'The phone has unlinked this device');
  }

  async setFaults(faults: Faults): Promise<void> {
    const wasDropped = this.faults.dropped;
    this.faults = faults;
    if (faults.dropped && !wasDropped) await this.#reportState('CONNECTING', 'The connection was lost');
    if (!faults.dropped && wasDropped) await this.connect();
    if (!faults.reorder) await this.#releaseHeld();
  }

  /** Reports events, repeated or swapped as the faults say; events during a lost connection are reported after it. */
  async report(events: VendorEvent[]): Promise<void> {
    if (!this.#connected || this.faults.dropped) {
      this.#missed.push(...events);
      return;
    }
    for (const event of events) {
      if (this.faults.reorder && this.#held === null) {
        this.#held = event;
        continue;
      }
      const held = this.#held === null ? [] : [this.#held];
      this.#held = null;
      const order = [event, ...held];
      await this.#host.report(this.faults.duplicate ? order.flatMap((each) => [each, each]) : order);
    }
  }

  async #releaseHeld(): Promise<void> {
    const held = this.#held;
    this.#held = null;
    if (held) await this.#host.report([held]);
  }

  async #accept(message: OutgoingMessage): Promise<void> {
    const online = await isOnline(this.#platform.database.read, this.channelId, message.to.value);
    const at = this.#platform.clock.now().toISOString();
    await this.#platform.write(({ db }) =>
      insertSimulatorMessage(db, {
        channel_id: this.channelId,
        provider_message_id: message.providerMessageId,
        phone: message.to.value,
        from_customer: 0,
        type: message.type,
        content: message.content,
        file_id: message.media?.fileId ?? null,
        template: message.template && JSON.stringify(message.template),
        reply_to: message.replyTo,
        status: online ? 'DELIVERED' : 'SENT',
        at,
      }),
    );
    if (online) await this.report([toStatusEvent(message.providerMessageId, 'DELIVERED', at)]);
  }

  async #isApproved({ name, language }: OutgoingTemplate): Promise<boolean> {
    const found = await findTemplate(this.#platform.database.read, this.channelId, name, language);
    return found?.status === 'APPROVED';
  }

  /** Applies the faults to every call for templates, catalogs and verification. */
  async #answer(): Promise<void> {
    if (this.faults.delayMs > 0) await sleep(this.faults.delayMs);
    if (!this.#connected || this.faults.dropped) {
      throw new VendorError('temporary', 'The simulated provider cannot be reached');
    }
    const { failCalls } = this.faults;
    if (failCalls && failCalls.times > 0) {
      failCalls.times -= 1;
      throw new VendorError(failCalls.reason, `The simulator is set to fail: ${failCalls.reason}`);
    }
  }

  /** Creates and reports the built-in templates of a new account. */
  async #openAccount(): Promise<void> {
    const { read } = this.#platform.database;
    const [first] = builtInTemplates;
    if (!first || (await findTemplate(read, this.channelId, first.name, first.language))) return;
    await this.#platform.write(async ({ db }) => {
      for (const template of builtInTemplates) await putTemplate(db, this.channelId, template);
    });
    const kind = 'template' as const;
    await this.#host.report(builtInTemplates.map((template) => ({ kind, providerEventId: newId('tmpl'), template })));
  }

  async #becomeConnected(phoneNumber: string): Promise<void> {
    this.#connected = true;
    this.#code = null;
    await this.#reportState('CONNECTED', null, phoneNumber);
    await this.report(this.#missed.splice(0));
  }

  async #reportState(
    status: Exclude<ChannelStatus, 'DEACTIVATED'>,
    reason: string | null,
    phoneNumber: string | null = null,
  ): Promise<void> {
    await this.#host.report([{ kind: 'state', providerEventId: newId('state'), status, reason, phoneNumber }]);
  }

  /** A fictitious Brazilian mobile number, derived from the channel's id. */
  #shopNumber(): string {
    const digits = createHash('sha256').update(this.channelId).digest().readUInt32BE(0).toString().padStart(8, '0');
    return `+55119${digits.slice(-8)}`;
  }
}

export const toStatusEvent = (providerMessageId: string, status: 'DELIVERED' | 'READ', at: string): VendorEvent => ({
  kind: 'status',
  providerEventId: `${providerMessageId}:${status}`,
  providerMessageId,
  status,
  error: null,
  at,
});
