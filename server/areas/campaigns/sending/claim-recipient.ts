import { readUsage } from '../../../platform/access/quotas.ts';
import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Item } from '../../../platform/running/running-board.ts';
import type { Actor, Work } from '../../../platform/work/work.ts';
import { type ChannelRow, findChannel } from '../../channels/index.ts';
import { canReach, findOrOpenConversation, storeOutgoing } from '../../inbox/index.ts';
import { type ContactRow, findOrCreateContact } from '../../people/index.ts';
import { type ChatTemplateRow, findTemplate } from '../../templates/index.ts';
import { findContactOf, hasOptedOut } from '../audience/find-people.ts';
import { settleOn } from '../audience/one-per-person.ts';
import {
  lastClaimOf,
  nextRecipient,
  type RecipientRow,
  skipRecipient,
  updateRecipient,
} from '../audience/recipients.store.ts';
import { findHeader } from '../header-file.ts';
import { type CampaignRow, findCampaign, noteNextSend, updateCampaign } from '../store.ts';
import { pauseItself } from './pause-after-refusal.ts';
import { adoptMessage } from './settle-recipient.ts';

/** Next step of the sender. */
export type Claim =
  | {
      kind: 'send';
      recipient: RecipientRow;
      stored: Awaited<ReturnType<typeof storeOutgoing>>;
      workspace: Workspace;
      actor: Actor;
    }
  /** A recipient was skipped or has to wait, or the campaign ended: claim again at once. */
  | { kind: 'again' }
  /** The channel cannot send at the moment. */
  | { kind: 'held' };

/** The vendor accepts one message per person every six seconds, after a first burst. */
export const samePersonMs = 6_000;

export const campaignActor = ({ id, name }: Pick<CampaignRow, 'id' | 'name'>): Actor => ({
  source: 'CAMPAIGN',
  id,
  name,
});

/**
 * Claims the next recipient of a campaign and stores their message in one transaction, so the message is on disk before
 * it is sent. `nextSendMs` (epoch) is when the campaign may send again after this.
 */
export async function claimNext(platform: Platform, campaign: CampaignRow, nextSendMs: number): Promise<Claim> {
  const within = <T>(run: (work: Work) => Promise<T>) =>
    platform.workFor(campaign.workspace_id, campaignActor(campaign), run);
  const taken: { recipient: RecipientRow | null } = { recipient: null };
  try {
    return await within(async (work) => {
      const present = await findCampaign(work.db, work.workspace.id, campaign.id);
      if (present?.status !== 'RUNNING') return { kind: 'again' };
      taken.recipient = nextRecipient(work.db, work.workspace.id, present.audience_id);
      if (taken.recipient) {
        const { recipient } = taken;
        return unlessDeadly(platform, work, recipient, () => claim(platform, work, present, recipient, nextSendMs));
      }
      await updateCampaign(work, present.id, { status: 'COMPLETED', finished_at: work.now });
      return { kind: 'again' };
    });
  } catch (error) {
    const { recipient: refused } = taken;
    if (!(error instanceof Problem) || !refused) throw error;
    return within((work) => takeRefusal(work, campaign, refused, error));
  }
}

async function unlessDeadly(
  { running, log }: Platform,
  work: Work,
  recipient: RecipientRow,
  run: () => Promise<Claim>,
): Promise<Claim> {
  const item: Item = { kind: 'recipient', key: recipient.id };
  if (!running.suspects.isPoison(item)) return running.within(item, run)(work.db);
  log.error({ campaign: work.actor.id, recipient: recipient.id }, 'a recipient was set aside');
  const error = JSON.stringify({ code: 'set_aside', message: 'The server crashed on it too often' });
  updateRecipient(work, recipient.id, { status: 'FAILED', error });
  await running.suspects.setAside(work.db, item, work.now);
  return { kind: 'again' };
}

async function claim(
  platform: Platform,
  work: Work,
  campaign: CampaignRow,
  recipient: RecipientRow,
  nextSendMs: number,
): Promise<Claim> {
  const { db, workspace, now } = work;
  if (workspace.trialEndsAt !== null && workspace.trialEndsAt <= now) {
    await pauseItself(work, campaign.id, 'trial_locked');
    return { kind: 'again' };
  }
  const contact = await findContactOf(db, recipient);
  if (contact && !(await settleOn(work, recipient, contact))) return { kind: 'again' };
  if (await hasOptedOut(work, contact, recipient.phone)) {
    skipRecipient(work, recipient.id, 'opted_out');
    return { kind: 'again' };
  }
  const { template, channel } = await findMeans(work, campaign);
  if (contact && !canReach(db, contact, channel, template)) {
    skipRecipient(work, recipient.id, 'no_number');
    return { kind: 'again' };
  }
  const lastClaim = contact && lastClaimOf(db, workspace.id, contact.id, campaign.channel_id);
  const lastMs = Date.parse(lastClaim ?? '');
  const nowMs = Date.parse(now);
  // A claim in the future means that the clock was set back since.
  if (lastMs <= nowMs && lastMs + samePersonMs > nowMs) {
    noteNextSend(work, campaign.id, campaign.claim_count, new Date(lastMs + samePersonMs).toISOString());
    return { kind: 'again' };
  }
  const means = { template, channel, contact: contact ?? (await createContact(work, recipient)) };
  const stored = await storeMessage(platform, work, campaign, recipient, means);
  if (!stored.fresh) {
    // The message exists already: take over its status and do not send it twice.
    adoptMessage(work, recipient, stored.message);
    return { kind: 'again' };
  }
  const claimNumber = campaign.claim_count + 1;
  updateRecipient(work, recipient.id, {
    status: 'SENDING',
    contact_id: means.contact.id,
    phone: null,
    attempts: recipient.attempts + 1,
    claim_number: claimNumber,
    message_id: stored.message.id,
    provider_message_id: stored.message.provider_message_id,
    claimed_at: now,
    error: null,
  });
  noteNextSend(work, campaign.id, claimNumber, new Date(nextSendMs).toISOString());
  return { kind: 'send', recipient, stored, workspace, actor: work.actor };
}

interface Means {
  template: ChatTemplateRow;
  channel: ChannelRow;
}

async function findMeans({ db, workspace }: Work, campaign: CampaignRow): Promise<Means> {
  const template = await findTemplate(db, workspace.id, campaign.template_id);
  const channel = await findChannel(db, workspace.id, campaign.channel_id);
  if (!template || !channel) throw new Problem('template_unusable', 'The template or its channel no longer exists');
  return { template, channel };
}

const createContact = (work: Work, { phone, name }: RecipientRow): Promise<ContactRow> =>
  findOrCreateContact(work, { phone: phone as string, name });

async function storeMessage(
  platform: Platform,
  work: Work,
  campaign: CampaignRow,
  recipient: RecipientRow,
  { template, channel, contact }: Means & { contact: ContactRow },
) {
  const conversation = await findOrOpenConversation(work, channel, contact, { byCampaign: true });
  const variables = JSON.parse(recipient.template_values ?? '{}');
  const sending = {
    author: 'CAMPAIGN',
    draft: { template: { name: template.name, language: template.language, variables }, correlationId: campaign.id },
    idempotencyKey: `campaign:${recipient.id}:${recipient.round}`,
  } as const;
  const file = await findHeader(work.db, campaign, template);
  const stored = await storeOutgoing(platform, work, conversation, sending, file && { file });
  if (stored.message.content === recipient.content) return stored;
  throw new Problem('validation_failed', 'The text of the template has changed since the campaign started');
}

/** The message could not be stored: by the problem's code skips the recipient, pauses the campaign or holds the channel. */
async function takeRefusal(
  work: Work,
  campaign: CampaignRow,
  recipient: RecipientRow,
  { code, message }: Problem,
): Promise<Claim> {
  if (code === 'quota_exceeded') {
    const usage = await readUsage(work.db, work.workspace.id, work.now);
    const sent = usage.find((entry) => entry.kind === 'messagesPerMonth')?.used ?? 0;
    // An exhausted contact quota only affects new contacts; an exhausted message quota affects everyone.
    if (sent >= (work.workspace.limits.messagesPerMonth ?? Number.POSITIVE_INFINITY)) {
      await pauseItself(work, campaign.id, 'quota_exceeded');
    } else {
      skipRecipient(work, recipient.id, 'quota');
    }
    return { kind: 'again' };
  }
  if (code === 'template_unusable' || code === 'validation_failed' || code === 'idempotency_conflict') {
    await pauseItself(work, campaign.id, code === 'template_unusable' ? code : 'template_changed');
    return { kind: 'again' };
  }
  const passing = ['sending_paused', 'channel_not_connected', 'channel_deactivated', 'storage_full'];
  if (passing.includes(code)) return { kind: 'held' };
  throw new Problem(code, message);
}
