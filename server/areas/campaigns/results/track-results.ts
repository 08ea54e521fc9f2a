import type { Db } from '../../../platform/database/database.ts';
import { prepareQuery } from '../../../platform/database/prepared-query.ts';
import { dayMs } from '../../../platform/durations.ts';
import type { Subscriber } from '../../../platform/work/dispatcher.ts';
import { channelConnected, messageReceived, messageStatus } from '../../events.ts';
import { findContactIdOf, type Message } from '../../inbox/index.ts';
import { type ContactRow, findContactById } from '../../people/index.ts';
import { findByMessage, type RecipientRow, updateRecipient } from '../audience/recipients.store.ts';
import { pauseAfterRefusal } from '../sending/pause-after-refusal.ts';
import { readOptOutWord } from '../sending/sending-rules.ts';
import { findByAudience, hasStartedCampaigns, type Place } from '../store.ts';

/** A message counts as a reply to a campaign for this long after the send. */
const repliesCountForMs = 7 * dayMs;

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

/** The contact who sent a message; null when it was deleted since. */
export function findSender(db: Db, workspaceId: string, messageId: string): ContactRow | null {
  const id = findContactIdOf(db, workspaceId, messageId);
  return id === null ? null : findContactById(db, workspaceId, id);
}

const selectOfPerson = prepareQuery((db, workspaceId: string, contactId: string, phone: string) =>
  db
    .selectFrom('campaign_recipients as r')
    .innerJoin('campaigns as p', 'p.audience_id', 'r.audience_id')
    .select(['r.id', 'r.status', 'r.sent_at', 'r.replied_at', 'p.status as campaign_status', 'p.stop_on_reply'])
    .where('r.workspace_id', '=', workspaceId)
    .where((where) => where.or([where('r.contact_id', '=', contactId), where('r.phone', '=', phone)])),
);

/** A reply skips the sender's pending recipients if `stopOnReply` is set; a stop word skips them in all campaigns. */
function takeReply(work: Place, { id: messageId, content, createdAt: at }: Message): void {
  const workspaceId = work.workspace.id;
  const contact = findSender(work.db, workspaceId, messageId);
  if (!contact) return;
  const optsOut = readOptOutWord(work.db, workspaceId, content) === 'stop';
  const earliest = new Date(Date.parse(at) - repliesCountForMs).toISOString();
  const number = contact.phone ?? '';
  for (const recipient of selectOfPerson(work.db, workspaceId, contact.id, number).all()) {
    const { id, status, sent_at: sentAt } = recipient;
    const isUnderWay = recipient.campaign_status === 'RUNNING' || recipient.campaign_status === 'PAUSED';
    if (status === 'PENDING' && isUnderWay && (optsOut || recipient.stop_on_reply === 1)) {
      updateRecipient(work, id, { status: 'SKIPPED', reason: optsOut ? 'opted_out' : 'replied' });
    } else if (sentAt !== null && sentAt >= earliest && status !== 'FAILED') {
      const optedOut = optsOut ? { opted_out_at: at } : {};
      updateRecipient(work, id, { status: 'REPLIED', replied_at: recipient.replied_at ?? at, ...optedOut });
    }
  }
}
