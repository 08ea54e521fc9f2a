import type { Platform } from '../../../platform/platform.ts';
import type { Work } from '../../../platform/work/work.ts';
import {
  type ChannelRow,
  type ConversationEvent,
  type Handled,
  type ReactionEvent,
  releaseWaiting,
  type StatusEvent,
} from '../../channels/index.ts';
import { recognizePerson } from '../../people/index.ts';
import { count } from '../counters.ts';
import { messageSent, messageStatus } from '../events.ts';
import { completeMessage, findByProviderId, toMessage, updateMessage } from '../messages.store.ts';
import type { MessageRow } from '../store.ts';
import { restoreAnswer, takeBackAnswer } from '../waits/failed-answers.ts';
import { receiveCorrection } from './receive-correction.ts';
import { receiveEcho, receiveGap, receiveMessage } from './receive-message.ts';
import { toNamedPerson } from './vendor-person.ts';

/** Handles a vendor's event about messages or people. Events may arrive twice and in any order. */
export async function receiveEvent(
  platform: Platform,
  work: Work,
  channel: ChannelRow,
  event: ConversationEvent,
): Promise<Handled> {
  if (event.kind === 'message') await receiveMessage(platform, work, channel, event);
  else if (event.kind === 'echo') await receiveEcho(platform, work, channel, event);
  else if (event.kind === 'gap') await receiveGap(platform, work, channel, event);
  else if (event.kind === 'edit' || event.kind === 'deletion') await receiveCorrection(platform, work, channel, event);
  else if (event.kind === 'identity') await recognizePerson(work, toNamedPerson(event.person), event);
  else return receiveReceipt(platform, work, channel, event);
  return 'done';
}

async function receiveReceipt(
  platform: Platform,
  work: Work,
  channel: ChannelRow,
  event: StatusEvent | ReactionEvent,
): Promise<Handled> {
  const found = await findByProviderId(work.db, channel.id, event.providerMessageId);
  const message = found ?? (await findByReference(platform, work, channel, event));
  if (!message) return { waitsFor: event.providerMessageId };
  if (event.kind === 'status') await receiveStatus(platform, work, message, event);
  else await setReaction(work, message.id, 'CONTACT', event.emoji, event.at);
  return 'done';
}

/** Finds a message whose vendor id is not known yet, by our own id, which the vendor's receipts repeat. */
async function findByReference(
  platform: Platform,
  work: Work,
  channel: ChannelRow,
  event: StatusEvent | ReactionEvent,
): Promise<MessageRow | null> {
  if (event.kind !== 'status' || !event.reference) return null;
  const unanswered = await work.db
    .selectFrom('messages')
    .select('id')
    .where('workspace_id', '=', work.workspace.id)
    .where('channel_id', '=', channel.id)
    .where('id', '=', event.reference)
    .where('direction', '=', 'OUTBOUND')
    .where('provider_message_id', 'is', null)
    .executeTakeFirst();
  if (!unanswered) return null;
  const { providerMessageId } = event;
  if (await releaseWaiting(work.db, channel.id, providerMessageId)) platform.services.channelHub.inbox.wake(channel.id);
  return updateMessage(work.db, work.workspace.id, unanswered.id, { provider_message_id: providerMessageId });
}

const ladder = { RECEIVED: 0, PENDING: 0, SENT: 1, DELIVERED: 2, READ: 3 };

/** A status never moves back; FAILED is accepted only before DELIVERED. */
async function receiveStatus(platform: Platform, work: Work, message: MessageRow, event: StatusEvent): Promise<void> {
  if (message.direction !== 'OUTBOUND') return;
  if (event.person) await recognizePerson(work, toNamedPerson(event.person), { evidence: 'receipt', at: event.at });
  const present = message.status === 'FAILED' ? 0 : ladder[message.status];
  const climbs = event.status === 'FAILED' ? present < ladder.DELIVERED : ladder[event.status] > present;
  if (!climbs || event.status === message.status) return;
  const row = await updateMessage(work.db, work.workspace.id, message.id, {
    status: event.status,
    error: event.status === 'FAILED' ? JSON.stringify(event.error) : null,
    ...timesAfter(message, event, work.now),
    updated_at: work.now,
  });
  if (event.status === 'FAILED') await takeBackAnswer(work, row, true);
  else if (message.status === 'FAILED') await restoreAnswer(work, row);
  const shown = toMessage(platform, await completeMessage(work.db, row));
  // A receipt may be the first proof of acceptance: the response to the send was lost or is still on its way.
  if (message.sent_at === null && event.status !== 'FAILED') {
    await count(work, 'sent');
    await work.emit(messageSent, shown);
  }
  await work.emit(messageStatus, shown, { status: message.status });
}

/**
 * The times of a message after a receipt. The vendor's clock may be wrong and round to seconds, so each time is clamped
 * between the previous step and now.
 */
function timesAfter(message: MessageRow, { status, at }: StatusEvent, now: string) {
  const reportedAt = at < now ? at : now;
  const notBefore = (earliest: string) => (reportedAt < earliest ? earliest : reportedAt);
  const arrived = status === 'DELIVERED' || status === 'READ';
  const sentAt = message.sent_at ?? (status === 'FAILED' ? null : notBefore(message.created_at));
  const deliveredAt = arrived && sentAt !== null ? (message.delivered_at ?? notBefore(sentAt)) : null;
  return {
    sent_at: sentAt,
    delivered_at: deliveredAt,
    read_at: status === 'READ' && deliveredAt !== null ? notBefore(deliveredAt) : null,
  };
}

/** Sets the one reaction of a side to a message; an empty emoji removes it. Ignored if older than the stored one. */
export async function setReaction(
  work: Work,
  messageId: string,
  author: 'CONTACT' | 'HUMAN',
  emoji: string,
  at: string,
): Promise<void> {
  if (emoji === '') {
    const mine = work.db.deleteFrom('message_reactions').where('message_id', '=', messageId);
    await mine
      .where('workspace_id', '=', work.workspace.id)
      .where('author', '=', author)
      .where('at', '<=', at)
      .execute();
    return;
  }
  await work.db
    .insertInto('message_reactions')
    .values({ message_id: messageId, workspace_id: work.workspace.id, author, emoji, at })
    .onConflict((conflict) =>
      conflict.columns(['message_id', 'author']).doUpdateSet({ emoji, at }).where('message_reactions.at', '<=', at),
    )
    .execute();
}
