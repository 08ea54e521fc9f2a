import type { RejectionReason, SendOutcome } from '../../channels/index.ts';
import type { MessageRow } from '../../inbox/index.ts';
import { findRecipient, type RecipientRow, updateRecipient } from '../audience/recipients.store.ts';
import { type CampaignRow, type Place, runningOn } from '../store.ts';
import { pauseItself, pauseOnFailures } from './pause-on-failures.ts';

/** Attempts for one recipient before a transient rejection counts as a failure. */
const mostAttempts = 8;

/** Transient rejections: the recipient is retried after all others. */
export const isTransient = (reason: RejectionReason): boolean => reason === 'rate_limited' || reason === 'temporary';

/** Rejections of the account: further attempts by any campaign make them worse. */
const concernsChannel = (reason: RejectionReason): boolean => reason === 'restricted' || reason === 'credentials';

/** Records the vendor's response to a recipient's message. */
export async function settleRecipient(
  work: Place,
  campaign: CampaignRow,
  recipientId: string,
  outcome: SendOutcome,
  sentAt: string | null,
): Promise<void> {
  const recipient = findRecipient(work.db, work.workspace.id, recipientId);
  // A receipt may have arrived before the response.
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
  } else if (isTransient(reason) && recipient.attempts < mostAttempts) {
    updateRecipient(work, id, { status: 'PENDING', error });
  } else {
    updateRecipient(work, id, { status: 'FAILED', error });
    await pauseOnFailures(work, campaign.id);
  }
}

const toError = (code: string, message: string): string => JSON.stringify({ code, message });

/** The error of a send whose outcome a crash left open. */
export const interrupted = toError('interrupted', 'Frontdesk was interrupted while it sent this message');

/** Takes over the status of a message whose sender could not record it. */
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
    updateRecipient(work, recipient.id, { ...known, status: 'UNKNOWN', error: interrupted });
  } else {
    updateRecipient(work, recipient.id, { ...known, status, error: status === 'FAILED' ? message.error : null });
  }
}
