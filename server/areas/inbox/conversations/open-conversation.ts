import type { Work } from '../../../platform/work/work.ts';
import type { ChannelRow } from '../../channels/index.ts';
import type { ContactRow } from '../../people/index.ts';
import { count } from '../counters.ts';
import {
  conversationCreated,
  conversationEscalated,
  conversationResolved,
  conversationStatusChanged,
} from '../events.ts';
import type { ConversationStatus, LastMessage } from '../schemas.ts';
import {
  type ConversationRow,
  findConversation,
  findConversationWith,
  type MessageRow,
  toConversation,
  updateConversation,
} from '../store.ts';
import { nobodyWaits } from '../waits/waits.ts';
import { writeResolvedFrom } from './resolved-from.ts';

type Changes = Parameters<typeof updateConversation>[3];

/**
 * Returns the one conversation of a contact on a channel, created if absent, otherwise unchanged. One that a campaign
 * opens is not active until somebody else writes in it.
 */
export async function findOrOpenConversation(
  work: Work,
  channel: ChannelRow,
  contact: ContactRow,
  { byCampaign = false } = {},
): Promise<ConversationRow> {
  const found = await findConversationWith(work.db, work.workspace.id, channel.id, contact.id);
  if (found) return found;
  const id = work.newId('conv');
  await work.db
    .insertInto('conversations')
    .values({
      id,
      workspace_id: work.workspace.id,
      channel_id: channel.id,
      contact_id: contact.id,
      ai_agent_id: channel.ai_agent_id,
      status: 'ACTIVE',
      unread_count: 0,
      last_message_at: byCampaign ? '' : work.now,
      created_at: work.now,
      updated_at: work.now,
    })
    .execute();
  if (!byCampaign) await count(work, 'opened');
  const row = await reload(work, id);
  await work.emit(conversationCreated, toConversation(row, work.now));
  return row;
}

declare module '../../../platform/wiring.ts' {
  interface Extensions {
    /** Called in the transaction in which a customer begins to wait for a person. */
    customerWaits: (work: Work, conversation: ConversationRow) => Promise<void>;
  }
}

/** What a change to a status does besides; the caller's own changes come before these. */
const alongWith = {
  // It returns to the agent.
  ACTIVE: () => ({
    handoff_type: null,
    assigned_to: null,
    assigned_to_user_id: null,
    waiting_since: null,
    snoozed_until: null,
  }),
  RESOLVED: (before) => ({ ...nobodyWaits, resolved_from: writeResolvedFrom(before) }),
  // A person who takes a conversation over keeps nobody waiting, unless the customer has had no answer.
  HANDED_OFF: (before, { actor, now }) => ({
    waiting_since: before.waiting_since ?? (actor.source === 'CONSOLE' ? before.unanswered_since : now),
  }),
} satisfies Record<ConversationStatus, (before: ConversationRow, work: Work) => Changes>;

/**
 * Changes the status and emits `conversation.status.changed`, plus the event of RESOLVED or HANDED_OFF. ACTIVE returns
 * the conversation to the agent, so it clears `handoff_type` and the assignment.
 */
export async function changeStatus(
  work: Work,
  before: ConversationRow,
  status: ConversationStatus,
  changes: Changes = {},
): Promise<ConversationRow> {
  await updateConversation(work.db, work.workspace.id, before.id, {
    ...alongWith[status](before, work),
    ...changes,
    status,
    updated_at: work.now,
  });
  const row = await reload(work, before.id);
  await announceWait(work, before, row);
  if (before.status === status) return row;
  const data = toConversation(row, work.now);
  await work.emit(conversationStatusChanged, data, { status: before.status });
  if (status === 'RESOLVED') {
    await count(work, 'resolved');
    await work.emit(conversationResolved, data, { status: before.status });
  }
  if (status === 'HANDED_OFF') {
    await count(work, 'handedOff');
    await work.emit(conversationEscalated, data, { status: before.status });
  }
  return row;
}

/** Makes the customer of an ACTIVE conversation that no agent answers wait for a person since that time (UTC text). */
export async function waitForPerson(work: Work, before: ConversationRow, since: string): Promise<void> {
  await updateConversation(work.db, work.workspace.id, before.id, {
    unanswered_since: before.unanswered_since ?? since,
    waiting_since: before.waiting_since ?? since,
    updated_at: work.now,
  });
  await announceWait(work, before, await reload(work, before.id));
}

/** Announces a wait that has begun, or that shows again after it was put aside. */
export async function announceWait(work: Work, before: ConversationRow, now: ConversationRow): Promise<void> {
  const isWaiting = (row: ConversationRow) => row.waiting_since !== null && row.snoozed_until === null;
  if (isWaiting(before) || !isWaiting(now)) return;
  for (const call of work.provided('customerWaits')) await call(work, now);
}

export async function reload(work: Work, id: string): Promise<ConversationRow> {
  const row = await findConversation(work.db, work.workspace.id, id);
  if (!row) throw new Error(`Conversation ${id} no longer exists`);
  return row;
}

/**
 * The columns of a conversation after a message in it. A campaign's message is no activity: it neither moves a
 * conversation in the list nor hides what the customer wrote last. Neither does a message that was written before the
 * last one and arrived after it.
 */
export async function shownAfter(work: Work, conversation: ConversationRow, message: MessageRow): Promise<Changes> {
  const isQuiet = conversation.last_message_at === '';
  const last = { last_message: toLastMessage(message), updated_at: work.now };
  if (message.author === 'CAMPAIGN') return isQuiet ? last : { updated_at: work.now };
  if (isQuiet) await count(work, 'opened');
  const isLate = conversation.last_message !== null && message.written_at < conversation.last_message_at;
  return isLate ? { updated_at: work.now } : { ...last, last_message_at: message.written_at };
}

/** The columns of a conversation after a change of a message in it: lists show the last message. */
export function shownChanged({ last_message: json }: ConversationRow, message: MessageRow): Changes {
  const last = json === null ? null : (JSON.parse(json) as LastMessage);
  return last?.id === message.id ? { last_message: toLastMessage(message) } : {};
}

/** JSON of the newest message, as stored in its conversation's `last_message`. */
function toLastMessage(message: MessageRow): string {
  const last: LastMessage = {
    id: message.id,
    direction: message.direction,
    author: message.author,
    type: message.type,
    content: message.content === null ? null : [...message.content].slice(0, 200).join(''),
    notice: message.notice === null ? null : JSON.parse(message.notice),
    deletedAt: message.deleted_at,
    error: message.error === null ? null : JSON.parse(message.error),
    writtenAt: message.written_at,
    createdAt: message.created_at,
  };
  return JSON.stringify(last);
}
