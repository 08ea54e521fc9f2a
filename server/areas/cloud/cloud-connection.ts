import type { Readable } from 'node:stream';
import { z } from 'zod';
import { NextAlarm } from '../../platform/clock.ts';
import { dayMs, hourMs, minuteMs } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type Address,
  type ChannelConnection,
  type ChannelHost,
  type ChannelStatus,
  type HealthCheck,
  type OutgoingMessage,
  refusalOf,
  type SendOutcome,
  type VendorCatalogs,
  type VendorTemplates,
} from '../channels/index.ts';
import { cloudCatalogs } from './catalogs.ts';
import { GraphClient } from './graph-client.ts';
import { GraphError, type GraphFault, readFault } from './graph-errors.ts';
import { checkCloudHealth, readPhone, readVerification, toChannelState, toPhoneNumber } from './health.ts';
import { downloadMedia, uploadMedia } from './media.ts';
import { Named, toPerson } from './read-person.ts';
import { readShop } from './read-shop.ts';
import { type Account, findCredentials, readAccount } from './store.ts';
import { cloudTemplates } from './templates.ts';
import { assertMedia, toGraphMessage, toRecipient, uploadType } from './to-graph-message.ts';
import { describeInbound, subscribeWebhook } from './webhook-reach.ts';

const firstRetryMs = 30_000;
const longestRetryMs = 10 * minuteMs;
/** Vendors refuse valid credentials for moments: only a refusal that lasts is a loss. */
const lossLastsMs = minuteMs;
const doubtRetryMs = 15_000;
const uploadTimeoutMs = 120_000;
/** The vendor keeps an upload for 30 days; many people get the file of a template within hours. */
const reusesForMs = dayMs;
const mostReused = 20;

const Sent = z.object({
  messages: z.array(z.object({ id: z.string().min(1) })).min(1),
  /** The addressee as the vendor knows them. */
  contacts: z.array(Named).optional().catch(undefined),
});

/** One number at the vendor. Nothing stays open between calls: CONNECTED means that the vendor accepts our token. */
export class CloudConnection implements ChannelConnection {
  readonly host: ChannelHost;
  readonly #platform: Platform;
  readonly #onClose: () => void;
  readonly #retry: NextAlarm;
  #client: GraphClient | null = null;
  /** Uploads for templates, by the file: a campaign sends one to each of its recipients. */
  readonly #uploads = new Map<string, { mediaId: string; untilMs: number }>();
  #reported = '';
  #retryMs = firstRetryMs;
  /** Since when (epoch ms) the vendor has refused credentials that it had accepted. */
  #refusedSinceMs: number | null = null;
  #wasAccepted = false;
  /** The vendor's last report about the number or its account that belongs to no message. */
  #reports: { text: string; untilMs: number } | null = null;
  #closed = false;

  constructor(platform: Platform, host: ChannelHost, onClose: () => void) {
    this.#platform = platform;
    this.host = host;
    this.#onClose = onClose;
    this.#retry = new NextAlarm(platform.clock, () => this.checkSoon());
  }

  /** Null until credentials could be read. */
  get account(): Account | null {
    return this.#client?.account ?? null;
  }

  get client(): GraphClient {
    if (this.#client) return this.#client;
    throw new GraphError('credentials', 'The channel has no credentials');
  }

  get templates(): VendorTemplates {
    return cloudTemplates(this.#platform, this.client);
  }

  get catalogs(): VendorCatalogs {
    return cloudCatalogs(this.client, () => readShop(this.#platform, this.host.channel));
  }

  async connect(): Promise<void> {
    const { id, workspaceId } = this.host.channel;
    const account = await readAccount(this.#platform, workspaceId, id).catch(() => null);
    this.#client = account && new GraphClient(this.#platform, account);
    if (account) await this.check();
    else await this.#reportState('DISCONNECTED', 'The credentials are missing or cannot be read: enter them again');
  }

  async disconnect(): Promise<void> {
    this.#closed = true;
    this.#retry.clear();
    this.#onClose();
  }

  /** Queries the vendor about the number and reports a changed state. */
  async check(): Promise<void> {
    try {
      const phone = await readPhone(this.client);
      const { status, reason } = this.#withReports(toChannelState(phone));
      this.#retryMs = firstRetryMs;
      this.#wasAccepted = true;
      this.#refusedSinceMs = null;
      await this.#reportState(status, reason, toPhoneNumber(phone));
      await this.#subscribe();
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      if (!isPassing(error)) return this.#doubt(error.detail);
      if (this.#reported === '')
        await this.#reportState('CONNECTING', `The platform cannot be reached: ${error.detail}`);
      this.#checkLater();
    }
  }

  /** The vendor rejects the credentials: sends wait while it may pass. Credentials never accepted count as wrong. */
  async #doubt(detail: string): Promise<void> {
    const nowMs = this.#now();
    if (this.#refusedSinceMs === null || this.#refusedSinceMs > nowMs) this.#refusedSinceMs = nowMs;
    const lasts = !this.#wasAccepted || nowMs - this.#refusedSinceMs >= lossLastsMs;
    await this.#reportState(lasts ? 'DISCONNECTED' : 'CONNECTING', `The platform rejects the credentials: ${detail}`);
    if (lasts) this.#checkLater();
    else this.#checkIn(doubtRetryMs);
  }

  /** Shows an error that belongs to no message at the channel: for a day, or an hour if it passes. */
  noteReport(fault: GraphFault): void {
    const { reason, detail } = readFault(fault, null);
    const lastsMs = refusalOf(reason).holds === 'moment' ? hourMs : dayMs;
    this.#reports = { text: `The platform reports: ${detail}`, untilMs: this.#now() + lastsMs };
    this.checkSoon();
  }

  /** Like `check`, for callers that do not await it. */
  checkSoon(): void {
    this.check().catch((error) => this.#platform.log.error({ err: error }, 'a cloud channel could not be checked'));
  }

  /** The vendor chooses the id when it accepts the message. */
  allocateMessageId(): null {
    return null;
  }

  send(message: OutgoingMessage): Promise<SendOutcome> {
    return this.#post(async () => toGraphMessage(message, await this.#upload(message)));
  }

  react(to: Address, providerMessageId: string, emoji: string): Promise<SendOutcome> {
    return this.#post(async () => ({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      ...toRecipient(to),
      type: 'reaction',
      reaction: { message_id: providerMessageId, emoji },
    }));
  }

  /** The vendor issues ids only in its responses: a lost response is resolved by webhooks that carry our reference. */
  async findOutcome(providerMessageId: string): Promise<'accepted' | 'unknown'> {
    return providerMessageId === '' ? 'unknown' : 'accepted';
  }

  fetchMedia(ref: string, signal: AbortSignal): Promise<Readable> {
    return downloadMedia(this.client, ref, signal);
  }

  async health(): Promise<HealthCheck[]> {
    if (!this.#client) return [{ name: 'token', ok: false, latencyMs: null, detail: 'The channel has no credentials' }];
    const { inbound, detail } = await this.#readInbound();
    const webhook = { name: 'webhook', ok: inbound === 'verified', latencyMs: null, detail };
    const reports = this.#presentReports();
    const reported = reports === null ? [] : [{ name: 'reports', ok: false, latencyMs: null, detail: reports }];
    return [...(await checkCloudHealth(this.#client)), webhook, ...reported];
  }

  businessVerification(): Promise<{ status: string; detail: string | null }> {
    return readVerification(this.client);
  }

  #now = (): number => this.#platform.clock.now().getTime();

  /** A report with more time left than it lasts is ignored: the clock was set back. */
  #presentReports(): string | null {
    const leftMs = (this.#reports?.untilMs ?? 0) - this.#now();
    return this.#reports && leftMs > 0 && leftMs <= dayMs ? this.#reports.text : null;
  }

  #withReports(state: ReturnType<typeof toChannelState>): ReturnType<typeof toChannelState> {
    const reports = this.#presentReports();
    return reports === null || state.status !== 'CONNECTED' ? state : { status: 'DEGRADED', reason: reports };
  }

  #checkIn(ms: number): void {
    if (!this.#closed) this.#retry.by(this.#now() + ms);
  }

  #checkLater(): void {
    this.#checkIn(this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, longestRetryMs);
  }

  async #readInbound(): Promise<ReturnType<typeof describeInbound>> {
    const { id, workspaceId } = this.host.channel;
    const row = await findCredentials(this.#platform.database.read, workspaceId, id);
    if (!row) throw new GraphError('credentials', 'The channel has no credentials');
    return describeInbound(this.#platform, row);
  }

  /** Subscribes to the vendor's webhooks if needed; a failure is visible in the health. */
  async #subscribe(): Promise<void> {
    const { inbound } = await this.#readInbound();
    if (inbound !== 'unverified') return;
    // The vendor calls back at once, so the server must be listening.
    if (this.#platform.baseUrl === '') return this.#checkLater();
    await subscribeWebhook(this.#platform, this.client).catch((error) => {
      this.#platform.log.warn({ channel: this.host.channel.id, err: error }, 'the webhook could not be subscribed');
    });
  }

  async #upload(message: OutgoingMessage): Promise<string | null> {
    const { media, type } = message;
    if (media === null) return null;
    if (message.template === null) assertMedia(type, media);
    const key = `${this.client.account.phoneNumberId} ${media.fileId}`;
    const present = this.#uploads.get(key);
    const nowMs = this.#now();
    if (message.template !== null && present && present.untilMs > nowMs) return present.mediaId;
    try {
      const file = { ...media, contentType: uploadType(type, media.contentType) };
      const mediaId = await uploadMedia(this.#platform, this.client, file, uploadTimeoutMs);
      if (this.#uploads.size >= mostReused) this.#uploads.clear();
      if (message.template !== null) this.#uploads.set(key, { mediaId, untilMs: nowMs + reusesForMs });
      return mediaId;
    } catch (error) {
      // The message itself has not been sent yet, so an uncertain upload is no uncertain send.
      if (!(error instanceof GraphError) || !error.uncertain) throw error;
      throw new GraphError('temporary', `The file could not be uploaded: ${error.detail}`);
    }
  }

  /** A send cannot be repeated safely, so a lost response is always `unknown`. */
  async #post(makeBody: () => Promise<object>): Promise<SendOutcome> {
    try {
      const body = await makeBody();
      const path = `/${this.client.account.phoneNumberId}/messages`;
      const { messages, contacts = [] } = await this.client.call({ path, body, answer: Sent });
      const { businessId, wabaId } = this.client.account;
      const person = contacts.length === 1 ? toPerson({}, contacts, businessId ?? wabaId) : null;
      return { kind: 'accepted', providerMessageId: messages[0]?.id ?? '', ...(person ? { person } : {}) };
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      if (error.uncertain) return { kind: 'unknown', detail: error.detail };
      if (error.reason === 'credentials') this.checkSoon();
      if (error.reason === 'media_invalid') this.#uploads.clear();
      const reason = error.reason === 'provider_failed' ? 'temporary' : error.reason;
      const { detail, retryAfterMs } = error;
      return { kind: 'rejected', reason, detail, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
    }
  }

  async #reportState(
    status: Exclude<ChannelStatus, 'DEACTIVATED'>,
    reason: string | null,
    phoneNumber: string | null = null,
  ): Promise<void> {
    const state = `${status} ${reason} ${phoneNumber}`;
    if (this.#closed || state === this.#reported) return;
    this.#reported = state;
    await this.host.report([{ kind: 'state', providerEventId: newId('state'), status, reason, phoneNumber }]);
  }
}

/** True for an error of the connection, of the vendor or of a limit, which says nothing about the credentials. */
const isPassing = ({ reason }: GraphError): boolean =>
  reason === 'provider_failed' || (reason !== 'credentials' && refusalOf(reason).holds === 'moment');
