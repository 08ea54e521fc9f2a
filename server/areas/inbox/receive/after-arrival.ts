import type { Work } from '../../../platform/work/work.ts';
import type { ChannelRow } from '../../channels/index.ts';
import type { ContactRow } from '../../people/index.ts';
import {
  announceWait,
  changeStatus,
  findOrOpenConversation,
  reload,
  shownAfter,
  shownChanged,
} from '../conversations/open-conversation.ts';
import { findWrittenAfter } from '../message-log.ts';
import { type ConversationRow, type MessageRow, updateConversation } from '../store.ts';
import { afterCustomer, afterShop, hasPublishedAgent } from '../waits/waits.ts';

/** The conversation of a customer who has written: open again if it was closed. */
export async function openForCustomer(work: Work, channel: ChannelRow, contact: ContactRow): Promise<ConversationRow> {
  const opened = await findOrOpenConversation(work, channel, contact);
  return opened.status === 'RESOLVED' ? changeStatus(work, opened, 'ACTIVE') : opened;
}

/**
 * Updates a conversation in which something of the customer has arrived: what it shows, who waits and for whom. What only
 * a person can answer takes it over from an agent.
 */
export async function afterArrival(
  work: Work,
  conversation: ConversationRow,
  row: MessageRow,
  { isNew, isForPerson }: { isNew: boolean; isForPerson: boolean },
): Promise<void> {
  const { written_at: at, sent_at: sentAt } = row;
  const inboundAt = sentAt ?? at;
  const changes = {
    ...(isNew ? await shownAfter(work, conversation, row) : shownChanged(conversation, row)),
    updated_at: work.now,
    ...afterCustomer(work, conversation, at),
    // A late arrival must not shorten the window that a newer message has opened.
    last_inbound_at: inboundAt > (conversation.last_inbound_at ?? '') ? inboundAt : conversation.last_inbound_at,
    unread_count: conversation.unread_count + Number(isNew),
  };
  if (isForPerson && conversation.status === 'ACTIVE' && hasPublishedAgent(work, conversation)) {
    const waiting = { waiting_since: conversation.waiting_since ?? at, handoff_type: 'NOT_WORDS' };
    await changeStatus(work, conversation, 'HANDED_OFF', { ...changes, ...waiting });
    return;
  }
  await updateConversation(work.db, work.workspace.id, conversation.id, changes);
  await announceWait(work, conversation, await reload(work, conversation.id));
}

/**
 * Returns what a message that the owner wrote on the phone at that time changes in the wait. The message answers only what
 * the customer had written by then: vendors deliver messages in any order.
 */
export function answeredByEcho(work: Work, conversation: ConversationRow, at: string): ReturnType<typeof afterShop> {
  const { unanswered_since: unanswered, waiting_since: waiting } = conversation;
  const next = findWrittenAfter(work.db, work.workspace.id, conversation.id, at)?.written_at;
  const since = waiting ?? unanswered;
  if (next === undefined || since === null) return afterShop(work, conversation, 'HUMAN');
  const answered = since > at ? {} : afterShop(work, conversation, 'HUMAN');
  return {
    ...answered,
    unanswered_since: unanswered && latest(unanswered, next),
    waiting_since: latest(since, next),
  };
}

const latest = (one: string, other: string): string => (one > other ? one : other);

/**
 * Updates a conversation in which the owner has written on the phone; `answered` is what this changes in the wait. It
 * takes the conversation over, because otherwise an agent could reply at the same time.
 */
export async function afterEcho(
  work: Work,
  conversation: ConversationRow,
  row: MessageRow,
  answered: ReturnType<typeof afterShop>,
): Promise<void> {
  const isAnswered = answered.waiting_since === null;
  const shown = {
    ...(await shownAfter(work, conversation, row)),
    ...(isAnswered ? { unread_count: 0 } : {}),
    ...answered,
  };
  if (conversation.status === 'ACTIVE') {
    await changeStatus(work, conversation, 'HANDED_OFF', { ...shown, handoff_type: 'HUMAN_REPLY' });
  } else {
    await updateConversation(work.db, work.workspace.id, conversation.id, shown);
  }
}
