import { hourMs, minuteMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { DueRunner } from '../../../platform/work/due-runner.ts';
import { type ChannelRow, findChannel, qrProvider, refusalOf, type SendOutcome } from '../../channels/index.ts';
import { deliver } from '../../inbox/index.ts';
import { type CampaignRow, channelsWithCampaigns, runningOn } from '../store.ts';
import { campaignActor, claimNext, samePersonMs } from './claim-recipient.ts';
import { nextAllowed } from './sending-hours.ts';
import { readSendingRules } from './sending-rules.ts';
import { settleRecipient } from './settle-recipient.ts';

declare module '../../../platform/wiring.ts' {
  interface Services {
    campaignSender: CampaignSender;
  }
}

/** Maximum random extension of a QR channel's interval, as a fraction: even intervals reveal a machine. */
const jitter = 0.5;
/** A send late by at most this fraction of its interval does not shift the later ones, so delays do not add up. */
const mostLate = 0.5;
/** Wait before a held channel is tried again, since the end of the cause may not be reported. */
const lookAgainMs = minuteMs;
const failedMs = 30_000;
const stopsWithinMs = 8_000;

/** Rests of a channel after passing refusals in a row (the vendor's rule: 4^n seconds). */
const rests = {
  rate_limited: { firstMs: 5_000, factor: 4, mostMs: hourMs },
  temporary: { firstMs: 30_000, factor: 2, mostMs: 600_000 },
};

/** Sends the campaigns of each channel, one message at a time, each campaign at its own pace. */
export class CampaignSender {
  readonly #platform: Platform;
  readonly #lanes = new Map<string, Lane>();

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Checks now whether the channel has a message to send. */
  wake(channelId: string): void {
    this.#lane(channelId).runner.wake();
  }

  /** Called when the channel is back: ends its rest. */
  refresh(channelId: string): void {
    this.#lane(channelId).refresh();
  }

  /** Wakes every channel that has campaigns, of one workspace or of all. */
  async wakeAll(workspaceId?: string): Promise<void> {
    for (const id of await channelsWithCampaigns(this.#platform.database.read, workspaceId)) this.wake(id);
  }

  /** True while the channel rests after a passing refusal by the vendor. */
  isResting(channelId: string): boolean {
    return this.#lanes.get(channelId)?.isResting() ?? false;
  }

  /** Starts nothing more; resolves when the sends under way have ended, at the latest after 8 s. */
  async stop(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map(({ runner }) => runner.stop()));
  }

  /** Resolves when no channel has a message due. */
  async idle(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map(({ runner }) => runner.idle()));
  }

  #lane(channelId: string): Lane {
    const lane = this.#lanes.get(channelId) ?? new Lane(this.#platform, channelId);
    this.#lanes.set(channelId, lane);
    return lane;
  }
}

interface Turn {
  campaign: CampaignRow;
  channel: ChannelRow;
  dueMs: number;
}

class Lane {
  readonly #platform: Platform;
  readonly #channelId: string;
  readonly runner: DueRunner<Turn>;
  #rest = { untilMs: 0, lengthMs: 0 };
  #refusals = 0;
  /** No send before this time (epoch ms). */
  #heldUntilMs = 0;

  constructor(platform: Platform, channelId: string) {
    this.#platform = platform;
    this.#channelId = channelId;
    this.runner = new DueRunner(
      platform,
      {
        name: `campaigns on ${channelId}`,
        room: (underWay) => 1 - underWay,
        next: () => this.#nextTurns(),
        keyOf: () => channelId,
        dueMs: (turn) => turn.dueMs,
        perform: (turn) => this.#send(turn),
        fail: (_turn, error) => this.#holdFor(failedMs, error),
      },
      // A vendor that does not respond must not delay the stop: the next start recovers the interrupted send.
      { stopsWithinMs },
    );
    this.runner.start();
  }

  refresh(): void {
    this.#rest = { untilMs: 0, lengthMs: 0 };
    this.#refusals = 0;
    this.#heldUntilMs = 0;
    this.runner.wake();
  }

  /** A rest with more time left than its whole length is ignored: the clock was set back. */
  isResting(): boolean {
    const leftMs = this.#rest.untilMs - this.#now();
    return leftMs > 0 && leftMs <= this.#rest.lengthMs;
  }

  /** The campaign with the earliest due time, at most one; the others wait behind it. */
  async #nextTurns(): Promise<Turn[]> {
    const db = this.#platform.database.read;
    const campaigns = runningOn(db, this.#channelId);
    const [first] = campaigns;
    const channel = first && (await findChannel(db, first.workspace_id, this.#channelId));
    if (!channel) return [];
    const nowMs = this.#now();
    const notBeforeMs = this.#notBefore(channel, nowMs);
    const turns = campaigns.map((campaign) => ({ campaign, channel, dueMs: this.#dueOf(campaign, nowMs) }));
    turns.sort((a, b) => a.dueMs - b.dueMs || a.campaign.seq - b.campaign.seq);
    return turns.slice(0, 1).map((turn) => ({ ...turn, dueMs: Math.max(turn.dueMs, notBeforeMs) }));
  }

  #notBefore(channel: ChannelRow, nowMs: number): number {
    const isHeld = this.#heldUntilMs > nowMs && this.#heldUntilMs <= nowMs + lookAgainMs;
    if (isHeld) return this.#heldUntilMs;
    if (!isConnected(channel)) return nowMs + lookAgainMs;
    return this.isResting() ? this.#rest.untilMs : 0;
  }

  /** Sends at most one message. */
  async #send({ campaign, channel, dueMs }: Turn): Promise<void> {
    const nowMs = this.#now();
    const gapMs = gapOf(campaign, channel);
    const beatMs = nowMs - dueMs <= gapMs * mostLate ? dueMs : nowMs;
    const claim = await claimNext(this.#platform, campaign, beatMs + gapMs);
    if (claim.kind === 'again') return;
    if (claim.kind === 'held') return this.#holdFor(lookAgainMs);
    const { recipient, stored, workspace, actor } = claim;
    const { message, outcome } = await deliver(this.#platform, workspace, actor, stored);
    await this.#platform.work(workspace, campaignActor(campaign), (work) =>
      settleRecipient(work, campaign, recipient.id, outcome, message.sentAt),
    );
    this.#noteOutcome(outcome);
  }

  async #holdFor(ms: number, error?: Error): Promise<void> {
    if (error) this.#platform.log.error({ err: error, channel: this.#channelId }, 'a campaign could not continue');
    this.#heldUntilMs = this.#now() + ms;
  }

  #noteOutcome(outcome: SendOutcome): void {
    if (outcome.kind === 'accepted') this.#refusals = 0;
    if (outcome.kind !== 'rejected' || !restsChannel(outcome.reason)) return;
    const { firstMs, factor, mostMs } = rests[outcome.reason === 'rate_limited' ? 'rate_limited' : 'temporary'];
    const askedMs = outcome.retryAfterMs ?? firstMs;
    const lengthMs = Math.max(askedMs, Math.min(mostMs, askedMs * factor ** this.#refusals));
    this.#refusals += 1;
    this.#rest = { untilMs: this.#now() + lengthMs, lengthMs };
  }

  /**
   * When a campaign may send next (epoch ms); a past time means now. A stored time further ahead than a campaign ever
   * waits is ignored: the clock was set back.
   */
  #dueOf(campaign: CampaignRow, nowMs: number): number {
    const { sendingHours } = readSendingRules(this.#platform.database.read, campaign.workspace_id);
    const openMs = nextAllowed(nowMs, campaign.timezone, sendingHours);
    const noted = Date.parse(campaign.next_send_at ?? '');
    const longestMs = Math.max(samePersonMs, campaign.send_interval_ms * (1 + jitter));
    const paceMs = noted - nowMs <= longestMs ? noted : 0;
    return openMs > nowMs ? openMs : paceMs;
  }

  #now = (): number => this.#platform.clock.now().getTime();
}

/** True for a passing refusal that would hit the next recipient, too. */
function restsChannel(reason: string): boolean {
  const { owner, holds } = refusalOf(reason);
  return holds === 'moment' && (owner === 'account' || owner === 'vendor');
}

const gapOf = ({ send_interval_ms: intervalMs }: CampaignRow, { provider }: ChannelRow): number =>
  provider === qrProvider ? Math.round(intervalMs * (1 + Math.random() * jitter)) : intervalMs;

/** Whether the channel can send messages now. */
export const isConnected = ({ status, deactivated_at: deactivatedAt }: ChannelRow): boolean =>
  deactivatedAt === null && (status === 'CONNECTED' || status === 'DEGRADED');
