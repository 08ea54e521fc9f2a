import type { Selectable } from 'kysely';
import { countRows, type Db, type Table } from '../../platform/database/database.ts';
import { prepareQuery, unindexed } from '../../platform/database/prepared-query.ts';
import type { ChannelProvider, ChannelStatus, MessageType } from '../channels/index.ts';
import type { Conversation, ConversationStatus, LastMessage, MessageAuthor, MessageStatus } from './schemas.ts';
import { canReply, windowEnd } from './send/messaging-window.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    conversations: ConversationTable;
    messages: MessageTable;
    conversation_totals: Table<'conversation_totals', { status: ConversationStatus }>;
    message_reactions: Table<'message_reactions', { author: MessageAuthor }>;
  }
}

type ConversationTable = Table<
  'conversations',
  {
    status: ConversationStatus;
  }
>;

type MessageTable = Table<
  'messages',
  {
    direction: 'INBOUND' | 'OUTBOUND';
    author: MessageAuthor;
    type: MessageType;
    status: MessageStatus;
  }
>;

export type MessageRow = Selectable<MessageTable>;

/** A conversation with the shown columns of its contact and its channel. */
export type ConversationRow = Selectable<ConversationTable> & {
  contact_phone: string;
  contact_name: string | null;
  provider: ChannelProvider;
  channel_status: ChannelStatus;
  channel_deactivated_at: string | null;
};

const shownOfOthers = [
  'c.phone as contact_phone',
  'c.name as contact_name',
  'h.provider as provider',
  'h.status as channel_status',
  'h.deactivated_at as channel_deactivated_at',
] as const;

const selectConversations = (db: Db) =>
  db
    .selectFrom('conversations as v')
    .innerJoin('contacts as c', 'c.id', 'v.contact_id')
    .innerJoin('channels as h', 'h.id', 'v.channel_id')
    .selectAll('v')
    .select(shownOfOthers);

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
  /** `user` is an id or a name; `none` means unassigned. */
  assignee?: { user: string } | 'none';
}

const filtered = (db: Db, workspaceId: string, filter: ConversationFilter) => {
  let query = db.selectFrom('conversations as v').where('v.workspace_id', '=', workspaceId);
  if (filter.status) query = query.where('v.status', '=', filter.status);
  if (filter.handoffType) query = query.where('v.handoff_type', '=', filter.handoffType);
  if (filter.aiAgentId) query = query.where('v.ai_agent_id', '=', filter.aiAgentId);
  if (filter.channelId) query = query.where('v.channel_id', '=', filter.channelId);
  if (filter.stageId) query = query.where('v.stage_id', '=', filter.stageId);
  const { assignee } = filter;
  if (assignee === 'none') query = query.where('v.assigned_to_user_id', 'is', null).where('v.assigned_to', 'is', null);
  else if (assignee) {
    query = query.where((where) =>
      where.or([where('v.assigned_to_user_id', '=', assignee.user), where('v.assigned_to', '=', assignee.user)]),
    );
  }
  return query;
};

/** A page by activity, newest first: after a position (keyset, equally fast at any depth) or from an offset. */
export async function listConversations(
  db: Db,
  workspaceId: string,
  filter: ConversationFilter,
  page: { limit: number; offset?: number; after?: { at: string; id: string } | null },
): Promise<ConversationRow[]> {
  let query = filtered(db, workspaceId, filter)
    .innerJoin('contacts as c', 'c.id', 'v.contact_id')
    .innerJoin('channels as h', 'h.id', 'v.channel_id')
    .selectAll('v')
    .select(shownOfOthers);
  const { after } = page;
  if (after) {
    query = query.where((where) =>
      where(where.refTuple('v.last_message_at', 'v.id'), '<', where.tuple(after.at, after.id)),
    );
  }
  return query
    .orderBy('v.last_message_at', 'desc')
    .orderBy('v.id', 'desc')
    .limit(page.limit)
    .offset(page.offset ?? 0)
    .execute();
}

/** Counts conversations by status, from totals that triggers maintain. */
export async function countByStatus(db: Db, workspaceId: string): Promise<Record<ConversationStatus, number>> {
  const rows = await db
    .selectFrom('conversation_totals')
    .select(['status', 'count'])
    .where('workspace_id', '=', workspaceId)
    .execute();
  return { ACTIVE: 0, RESOLVED: 0, HANDED_OFF: 0, ...Object.fromEntries(rows.map((row) => [row.status, row.count])) };
}

/** Counts a filter's conversations; without a filter, or by status alone, it reads only the totals. */
export async function countConversations(db: Db, workspaceId: string, filter: ConversationFilter): Promise<number> {
  const { status, ...others } = filter;
  if (Object.keys(others).length === 0) {
    const totals = await countByStatus(db, workspaceId);
    return status ? totals[status] : totals.ACTIVE + totals.RESOLVED + totals.HANDED_OFF;
  }
  return countRows(db, filtered(db, workspaceId, filter));
}

type Changes = Partial<Omit<Selectable<ConversationTable>, 'id' | 'seq' | 'workspace_id' | 'created_at'>>;

const updateRow = prepareQuery((db, workspaceId: string, id: string, changes: Changes) =>
  db.updateTable('conversations').set(changes).where('workspace_id', '=', workspaceId).where('id', '=', id),
);

export async function updateConversation(db: Db, workspaceId: string, id: string, changes: Changes): Promise<void> {
  updateRow(db, workspaceId, id, changes).run();
}

export function toConversation(row: ConversationRow, now: string): Conversation {
  return {
    id: row.id,
    channelId: row.channel_id,
    aiAgentId: row.ai_agent_id,
    contact: { phone: row.contact_phone, name: row.contact_name },
    status: row.status,
    handoffType: row.handoff_type,
    assignedTo: row.assigned_to,
    assignedToUserId: row.assigned_to_user_id,
    stageId: row.stage_id,
    unreadCount: row.unread_count,
    lastMessage: row.last_message === null ? null : (JSON.parse(row.last_message) as LastMessage),
    lastMessageAt: row.last_message_at,
    lastInboundAt: row.last_inbound_at,
    canReply: canReply(row.provider, row.last_inbound_at, now),
    windowExpiresAt: windowEnd(row.provider, row.last_inbound_at),
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
