import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { countRows, type Db, type Row, type Table, type Tables } from '../../platform/database/database.ts';
import { prepareQuery, unindexed } from '../../platform/database/prepared-query.ts';
import { countBy, countShared, isCommon } from '../../platform/database/row-counts.ts';
import type { ChannelProvider, ChannelStatus, MessageRequest, MessageType } from '../channels/index.ts';
import { type ContactColumns, contactColumns, toContact } from './contact-columns.ts';
import type { Queue } from './conversations/service.schemas.ts';
import type { Conversation, ConversationStatus, LastMessage, MessageAuthor, MessageStatus } from './schemas.ts';
import { canReply, windowEnd } from './send/messaging-window.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    conversations: Table<'conversations', { status: ConversationStatus }>;
    messages: Table<
      'messages',
      {
        direction: 'INBOUND' | 'OUTBOUND';
        author: MessageAuthor;
        type: MessageType;
        request: MessageRequest | null;
        status: MessageStatus;
      }
    >;
    conversation_notes: Table<'conversation_notes'>;
    message_reactions: Table<'message_reactions', { author: MessageAuthor }>;
  }
}

export type MessageRow = Row<'messages'>;

/** A conversation with the shown columns of its contact and its channel. */
export type ConversationRow = Row<'conversations'> &
  ContactColumns & {
    provider: ChannelProvider;
    channel_status: ChannelStatus;
    channel_deactivated_at: string | null;
  };

const selectConversations = (db: Db) =>
  db
    .selectFrom('conversations as v')
    .innerJoin('contacts as c', 'c.id', 'v.contact_id')
    .innerJoin('channels as h', 'h.id', 'v.channel_id')
    .selectAll('v')
    .select(contactColumns)
    .select(['h.provider as provider'])
    .select(['h.status as channel_status', 'h.deactivated_at as channel_deactivated_at']);

const selectById = prepareQuery((db, workspaceId: string, id: string) =>
  selectConversations(db).where('v.workspace_id', '=', workspaceId).where('v.id', '=', id),
);

export async function findConversation(db: Db, workspaceId: string, id: string): Promise<ConversationRow | null> {
  return selectById(db, workspaceId, id).first() ?? null;
}

const selectWith = prepareQuery((db, workspaceId: string, channelId: string, contactId: string) =>
  selectConversations(db)
    .where('v.workspace_id', '=', workspaceId)
    .where('v.channel_id', '=', channelId)
    .where('v.contact_id', '=', contactId),
);

export async function findConversationWith(
  db: Db,
  workspaceId: string,
  channelId: string,
  contactId: string,
): Promise<ConversationRow | null> {
  return selectWith(db, workspaceId, channelId, contactId).first() ?? null;
}

/** The conversations with these `seq`, in no particular order. */
export const conversationsBySeq = (db: Db, workspaceId: string, seqs: number[]): Promise<ConversationRow[]> =>
  selectConversations(db).where(unindexed('v.workspace_id'), '=', workspaceId).where('v.seq', 'in', seqs).execute();

/** A contact's conversations, the latest activity first. */
export const conversationsOfContact = (
  db: Db,
  workspaceId: string,
  contactId: string,
  limit: number,
): Promise<ConversationRow[]> =>
  selectConversations(db)
    .where(unindexed('v.workspace_id'), '=', workspaceId)
    .where('v.contact_id', '=', contactId)
    .orderBy('v.last_message_at', 'desc')
    .orderBy('v.id', 'desc')
    .limit(limit)
    .execute();

export interface ConversationFilter {
  status?: ConversationStatus;
  handoffType?: string;
  aiAgentId?: string;
  channelId?: string;
  stageId?: string;
  /** `user` is an id or a name. `none` selects conversations without an id: a name alone is a note. */
  assignee?: { user: string } | 'none';
  /** Whether the customer waits for a person, in a conversation that is not put aside. */
  waiting?: boolean;
  snoozed?: boolean;
  /** Whether anybody but a campaign has written. */
  dialogue?: boolean;
  /** When it was last active, or in a search, when the matching message was written: [from, to), UTC text. */
  written?: { from?: string; to?: string };
}

/** The condition of a filter on conversations that a query names `v`. */
export function matchesFilter({
  assignee,
  waiting,
  snoozed,
  dialogue,
  written,
  ...filter
}: ConversationFilter): Expression<SqlBool> {
  const where = expressionBuilder<{ v: Tables['conversations'] }, 'v'>();
  const conditions: Expression<SqlBool>[] = [];
  if (filter.status) conditions.push(where('v.status', '=', filter.status));
  if (filter.handoffType) conditions.push(where('v.handoff_type', '=', filter.handoffType));
  if (filter.aiAgentId) conditions.push(where('v.ai_agent_id', '=', filter.aiAgentId));
  if (filter.channelId) conditions.push(where('v.channel_id', '=', filter.channelId));
  if (filter.stageId) conditions.push(where('v.stage_id', '=', filter.stageId));
  if (assignee === 'none') {
    conditions.push(where('v.assigned_to_user_id', 'is', null));
  } else if (assignee) {
    const { user } = assignee;
    conditions.push(where.or([where('v.assigned_to_user_id', '=', user), where('v.assigned_to', '=', user)]));
  }
  const isWaiting = sql<SqlBool>`(v.waiting_since is not null and v.snoozed_until is null)`;
  if (waiting !== undefined) conditions.push(waiting ? isWaiting : sql<SqlBool>`not ${isWaiting}`);
  if (snoozed !== undefined) conditions.push(where('v.snoozed_until', snoozed ? 'is not' : 'is', null));
  if (dialogue !== undefined) conditions.push(where('v.last_message_at', dialogue ? '>' : '=', ''));
  if (written?.from !== undefined) conditions.push(where('v.last_message_at', '>=', written.from));
  if (written?.to !== undefined) conditions.push(where('v.last_message_at', '<', written.to));
  return where.and(conditions);
}

/** The conversations of a filter, as `v`. */
export const selectFiltered = (db: Db, workspaceId: string, filter: ConversationFilter) =>
  db
    .selectFrom('conversations as v')
    .where(ownerFor(db, workspaceId, filter), '=', workspaceId)
    .where(matchesFilter(filter));

/** The workspace's column, hidden from the indexes of all its conversations when the filter's own leads to fewer. */
const ownerFor = (db: Db, workspaceId: string, filter: ConversationFilter) =>
  areFew(db, workspaceId, filter) ? unindexed('v.workspace_id') : 'v.workspace_id';

/** Whether to start from the conversations of the filter's agent, channel or stage, or from those put aside. */
function areFew(db: Db, workspaceId: string, { snoozed, aiAgentId, channelId, stageId }: ConversationFilter): boolean {
  if (snoozed === true) return true;
  const all = countShared(db, workspaceId, 'conversations') ?? 0;
  return [{ ai_agent_id: aiAgentId }, { channel_id: channelId }, { stage_id: stageId }].some((shared) => {
    if (Object.values(shared)[0] === undefined) return false;
    return !isCommon(countShared(db, workspaceId, 'conversations', shared) ?? 0, all);
  });
}

/** A page by activity, newest first: after a position (keyset, equally fast at any depth) or from an offset. */
export async function listConversations(
  db: Db,
  workspaceId: string,
  filter: ConversationFilter,
  page: { limit: number; offset?: number; after?: { at: string; id: string } | null },
): Promise<ConversationRow[]> {
  let query = selectConversations(db)
    .where(ownerFor(db, workspaceId, filter), '=', workspaceId)
    .where(matchesFilter(filter));
  const { after } = page;
  if (after) {
    query = query.where((where) =>
      where(where.refTuple('v.last_message_at', 'v.id'), '<', where.tuple(after.at, after.id)),
    );
  }
  // Few wait: without an order that an index holds, SQLite starts from those.
  return query
    .orderBy(filter.waiting === true ? unindexed('v.last_message_at') : 'v.last_message_at', 'desc')
    .orderBy('v.id', 'desc')
    .limit(page.limit)
    .offset(page.offset ?? 0)
    .execute();
}

const mostListed = 500;

/** The conversations that have waited for a person since a moment of this range, ends included. */
export const listWaitingBetween = (
  db: Db,
  workspaceId: string,
  { from, to }: { from: string; to: string },
): Promise<ConversationRow[]> =>
  selectConversations(db)
    .where('v.workspace_id', '=', workspaceId)
    .where('v.waiting_since', '>=', from)
    .where('v.waiting_since', '<=', to)
    .where('v.snoozed_until', 'is', null)
    .limit(mostListed)
    .execute();

/** How many conversations of all workspaces wait for a person. */
export const countWaiting = (db: Db): number =>
  countRows(
    db,
    db.selectFrom('conversations').where('waiting_since', 'is not', null).where('snoozed_until', 'is', null),
  );

/** How many conversations wait for whom; `userId` is the caller. */
export async function readQueue(db: Db, workspaceId: string, userId: string): Promise<z.infer<typeof Queue>> {
  const isMine = sql<SqlBool>`assigned_to_user_id = ${userId}`;
  const isFree = sql<SqlBool>`assigned_to_user_id is null`;
  const waiting = await db
    .selectFrom('conversations')
    .select([
      sql<number>`coalesce(sum(${isFree}), 0)`.as('waiting'),
      sql<number>`coalesce(sum(${isMine}), 0)`.as('mineWaiting'),
      sql<string | null>`min(case when ${isFree} or ${isMine} then waiting_since end)`.as('waitingSince'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('waiting_since', 'is not', null)
    .where('snoozed_until', 'is', null)
    .executeTakeFirstOrThrow();
  const mine = { status: 'HANDED_OFF', assignee: { user: userId }, snoozed: false } as const;
  return {
    ...waiting,
    mine: countConversations(db, workspaceId, mine),
    snoozed: countConversations(db, workspaceId, { snoozed: true }),
  };
}

/** Counts conversations by status. */
export async function countByStatus(db: Db, workspaceId: string): Promise<Record<ConversationStatus, number>> {
  const counts = await countBy(db, workspaceId, 'conversations', 'status');
  return { ACTIVE: 0, RESOLVED: 0, HANDED_OFF: 0, ...Object.fromEntries(counts) };
}

/** Counts a filter's conversations; for one condition, with or without `dialogue`, it reads no list. */
export function countConversations(db: Db, workspaceId: string, filter: ConversationFilter): number {
  const { status, aiAgentId, channelId, stageId, dialogue, ...others } = filter;
  const shared = { status, ai_agent_id: aiAgentId, channel_id: channelId, stage_id: stageId };
  const known = Object.keys(others).length === 0 ? countShared(db, workspaceId, 'conversations', shared) : null;
  if (known === null || dialogue === false) return countRows(db, selectFiltered(db, workspaceId, filter));
  if (dialogue === undefined) return known;
  // Fewer than the others: conversations in which only campaigns have written.
  return known - countRows(db, selectFiltered(db, workspaceId, { ...filter, dialogue: false }));
}

type Changes = Partial<Omit<Row<'conversations'>, 'id' | 'seq' | 'workspace_id' | 'created_at'>>;

const updateRow = prepareQuery((db, workspaceId: string, id: string, changes: Changes) =>
  db.updateTable('conversations').set(changes).where('workspace_id', '=', workspaceId).where('id', '=', id),
);

export async function updateConversation(db: Db, workspaceId: string, id: string, changes: Changes): Promise<void> {
  updateRow(db, workspaceId, id, changes).run();
}

/** `snoozed_until` of a conversation that is put aside until the customer writes. */
export const nextMessage = '9999-12-31T23:59:59.999Z';

export function toConversation(row: ConversationRow, now: string): Conversation {
  return {
    id: row.id,
    channelId: row.channel_id,
    aiAgentId: row.ai_agent_id,
    contact: toContact(row),
    status: row.status,
    handoffType: row.handoff_type,
    assignedTo: row.assigned_to,
    assignedToUserId: row.assigned_to_user_id,
    stageId: row.stage_id,
    unreadCount: row.unread_count,
    lastMessage: row.last_message === null ? null : (JSON.parse(row.last_message) as LastMessage),
    lastMessageAt: row.last_message_at || row.created_at,
    lastInboundAt: row.last_inbound_at,
    canReply: canReply(row.provider, row.last_inbound_at, now),
    windowExpiresAt: windowEnd(row.provider, row.last_inbound_at),
    waitingSince: row.waiting_since,
    snooze: row.snoozed_until === null ? null : { until: row.snoozed_until === nextMessage ? null : row.snoozed_until },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** The part of a conversation's channel that the channel hub needs. */
export const channelOf = (row: ConversationRow) => ({
  id: row.channel_id,
  status: row.channel_status,
  deactivated_at: row.channel_deactivated_at,
});
