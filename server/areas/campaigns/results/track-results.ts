import type { Subscriber } from '../../../platform/work/dispatcher.ts';
import { channelConnected, messageReceived, messageStatus } from '../../events.ts';
import { findMessageById, type Message } from '../../inbox/index.ts';
import { findByMessage, type RecipientRow, skipRecipient, updateRecipient } from '../audience/recipients.store.ts';
import { pauseAfterRefusal } from '../sending/pause-after-refusal.ts';
import { findByAudience, hasStartedCampaigns, type Place } from '../store.ts';
import { recipientsOf } from './leave-campaigns.ts';
import { findSender, readWish } from './read-wish.ts';

/** Records receipts and replies to campaign messages, each event once; wakes the sender when a channel reconnects. */
export const trackResults: Subscriber = {
  name: 'campaign results',
  isIdle: (db) => !hasStartedCampaigns(db),
  async handle(events, { db, now, platform }) {
    for (const event of events) {
      const work: Place = { db, now, workspace: { id: event.workspaceId } };
      if (messageStatus.is(event)) await takeReceipt(work, event.data);
      else if (messageReceived.is(event)) takeReply(work, event.data);
      else if (channelConnected.is(event)) platform.services.campaignSender.refresh(event.data.id);
    }
  },
};

async function takeReceipt(work: Place, { id, status, sentAt, deliveredAt, readAt, error }: Message): Promise<void> {
  const recipient = findByMessage(work.db, work.workspace.id, id);
  if (!recipient) return;
  const times = {
    sent_at: recipient.sent_at ?? sentAt,
    delivered_at: recipient.delivered_at ?? deliveredAt,
    read_at: recipient.read_at ?? readAt,
  };
  if (status !== 'FAILED') {
    updateRecipient(work, recipient.id, { ...times, ...climb(recipient, status) });
  } else if (isNews(recipient, sentAt, error)) {
    updateRecipient(work, recipient.id, toFailure(error));
    const campaign = await findByAudience(work.db, work.workspace.id, recipient.audience_id);
    const code = error?.code ?? '';
    if (campaign) await pauseAfterRefusal(work, campaign, { code, wasAccepted: sentAt !== null });
  }
}

type MessageError = NonNullable<Message['error']>;

const ladder: RecipientRow['status'][] = ['SENDING', 'UNKNOWN', 'SENT', 'DELIVERED', 'READ', 'REPLIED'];

/** A status only moves up the ladder. From FAILED any step is up: the message arrived after all. */
function climb(recipient: RecipientRow, status: Message['status']): Partial<RecipientRow> {
  const step = (ladder as string[]).indexOf(status);
  const climbs = step > ladder.indexOf(recipient.status);
  const stands = recipient.status === 'PENDING' || recipient.status === 'SKIPPED';
  return climbs && !stands ? { status: ladder[step], error: null } : {};
}

/** Error codes with which the inbox settles a send whose response was lost. */
const endsOfDoubt = ['not_sent', 'unknown_outcome'];

/**
 * Whether a failure was reported after the send or settles an UNKNOWN recipient. A rejection of the send itself is left
 * to the sender, which may retry.
 */
const isNews = ({ status }: RecipientRow, sentAt: string | null, error: MessageError | null): boolean =>
  status === 'UNKNOWN' ||
  (status === 'SENT' && sentAt !== null) ||
  (status === 'SENDING' && (sentAt !== null || endsOfDoubt.includes(error?.code ?? '')));

/** A message whose outcome cannot be determined leaves its recipient UNKNOWN. */
const toFailure = (error: MessageError | null): Partial<RecipientRow> => ({
  status: error?.code === 'unknown_outcome' ? 'UNKNOWN' : 'FAILED',
  error: JSON.stringify(error ?? { code: 'failed', message: 'The vendor gave no reason' }),
});

/** A reply skips the sender's pending recipients if `stopOnReply` is set; a wish to stop skips them in all campaigns. */
function takeReply(work: Place, { id: messageId, createdAt: at }: Message): void {
  const message = findMessageById(work.db, work.workspace.id, messageId);
  const contact = message && findSender(work.db, work.workspace.id, messageId);
  if (!contact) return;
  const optsOut = readWish(work.db, message) === 'stop';
  for (const { id, isNext, answers, stop_on_reply: stops, replied_at: before } of recipientsOf(work, contact, at)) {
    if (isNext && (optsOut || stops === 1)) {
      skipRecipient(work, id, optsOut ? 'opted_out' : 'replied');
    } else if (answers) {
      const optedOut = optsOut ? { opted_out_at: at } : {};
      updateRecipient(work, id, { status: 'REPLIED', replied_at: before ?? at, ...optedOut });
    }
  }
}
