import { refusalOf, type SendOutcome } from '../../channels/index.ts';
import type { MessageRow } from '../../inbox/index.ts';
import { findRecipient, type RecipientRow, updateRecipient } from '../audience/recipients.store.ts';
import type { CampaignRow, Place } from '../store.ts';
import { pauseAfterRefusal } from './pause-after-refusal.ts';

/** Attempts for one recipient before a passing refusal of hers or of the vendor's counts as a failure. */
const mostAttempts = 8;

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
  const { owner, holds } = refusalOf(reason);
  // A refusal that concerns all fails no recipient: the campaign pauses, or waits if the refusal passes.
  const concernsAll = owner === 'template' || owner === 'account';
  const isRetried = concernsAll || (holds === 'moment' && recipient.attempts < mostAttempts);
  updateRecipient(work, id, { status: isRetried ? 'PENDING' : 'FAILED', error: toError(reason, detail) });
  if (!isRetried || holds === 'lasting') await pauseAfterRefusal(work, campaign, { code: reason, wasAccepted: false });
}

const toError = (code: string, message: string): string => JSON.stringify({ code, message });

/** The error of a send whose outcome a crash left open. */
export const interrupted = toError('interrupted', 'Frontdesk was interrupted while it sent this message');

/** The outcome cannot be determined any more. */
const isUnknown = ({ error }: MessageRow): boolean => error?.includes('"unknown_outcome"') ?? false;

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
  if (status === 'PENDING' || status === 'RECEIVED' || isUnknown(message)) {
    updateRecipient(work, recipient.id, { ...known, status: 'UNKNOWN', error: interrupted });
  } else {
    updateRecipient(work, recipient.id, { ...known, status, error: status === 'FAILED' ? message.error : null });
  }
}
