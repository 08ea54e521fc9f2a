import type { RejectionReason, SendOutcome } from '../../channels/index.ts';
import type { MessageRow } from '../../inbox/index.ts';
import { findRecipient, type RecipientRow, updateRecipient } from '../audience/recipients.store.ts';
import { type CampaignRow, type Place, runningOn } from '../store.ts';
import { pauseItself, pauseOnFailures } from './pause-on-failures.ts';

/** Tries at one person before what passes by itself counts as a failure. */
const mostAttempts = 8;

/** Refusals that pass by themselves: the person is tried again after all others. */
export const passes = (reason: RejectionReason): boolean => reason === 'rate_limited' || reason === 'temporary';

/** Refusals of the account: each further try makes them worse, whichever campaign tries. */
const concernsChannel = (reason: RejectionReason): boolean => reason === 'restricted' || reason === 'credentials';

/** Writes what the provider answered to a recipient's message. */
export async function settleRecipient(
  work: Place,
  campaign: CampaignRow,
  recipientId: string,
  outcome: SendOutcome,
  sentAt: string | null,
): Promise<void> {
  const recipient = findRecipient(work.db, work.workspace.id, recipientId);
  // A receipt may have come before the answer.
  if (recipient?.status !== 'SENDING') return;
  const { id } = recipient;
  if (outcome.kind === 'accepted') {
    const accepted = { sent_at: sentAt ?? work.now, provider_message_id: outcome.providerMessageId };
    return updateRecipient(work, id, { status: 'SENT', ...accepted });
  }
  const { kind, detail } = outcome;
  if (kind === 'unknown') return updateRecipient(work, id, { status: 'UNKNOWN', error: toError('unknown', detail) });
  const { reason } = outcome;
  const error = toError(reason, detail);
  if (reason === 'template_unusable' || concernsChannel(reason)) {
    updateRecipient(work, id, { status: 'PENDING', error });
    const hit = concernsChannel(reason) ? runningOn(work.db, campaign.channel_id) : [campaign];
    for (const each of hit) await pauseItself(work, each.id, reason);
  } else if (passes(reason) && recipient.attempts < mostAttempts) {
    updateRecipient(work, id, { status: 'PENDING', error });
  } else {
    updateRecipient(work, id, { status: 'FAILED', error });
    await pauseOnFailures(work, campaign.id);
  }
}

const toError = (code: string, message: string): string => JSON.stringify({ code, message });

/** What a message tells of its recipient, where the sender itself could not note it. */
export function adoptMessage(work: Place, recipient: RecipientRow, message: MessageRow): void {
  const { status } = message;
  const known = {
    message_id: message.id,
    provider_message_id: message.provider_message_id,
    sent_at: message.sent_at,
    delivered_at: message.delivered_at,
    read_at: message.read_at,
  };
  if (status === 'PENDING' || status === 'RECEIVED') {
    const error = toError('interrupted', 'Frontdesk was interrupted while it sent this');
    updateRecipient(work, recipient.id, { ...known, status: 'UNKNOWN', error });
  } else {
    updateRecipient(work, recipient.id, { ...known, status, error: status === 'FAILED' ? message.error : null });
  }
}
