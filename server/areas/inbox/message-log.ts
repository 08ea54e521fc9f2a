import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { prepareQuery, unindexed } from '../../platform/database/prepared-query.ts';
import type { MessageRow } from './store.ts';
import { wordsOf } from './words-of.ts';

/** Authors whose messages count as an answer; campaigns and notices do not. */
const answering = ['HUMAN', 'AGENT', 'FLOW'] as const;

const selectById = prepareQuery((db, workspaceId: string, id: string) =>
  db.selectFrom('messages').selectAll().where('workspace_id', '=', workspaceId).where('id', '=', id),
);

/** Finds a message by its id, in any conversation of the workspace. */
export const findMessageById = (db: Db, workspaceId: string, id: string): MessageRow | null =>
  selectById(db, workspaceId, id).first() ?? null;

const selectInbound = (db: Db, workspaceId: string, conversationId: string) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('conversation_id', '=', conversationId)
    .where('direction', '=', 'INBOUND')
    .limit(1);

const selectNewestInbound = prepareQuery((db, workspaceId: string, conversationId: string) =>
  selectInbound(db, workspaceId, conversationId).orderBy('seq', 'desc'),
);

const selectFirstInbound = prepareQuery((db, workspaceId: string, conversationId: string) =>
  selectInbound(db, workspaceId, conversationId).where('notice', 'is', null).orderBy('seq'),
);

const selectInboundAfter = prepareQuery((db, workspaceId: string, conversationId: string, seq: number) =>
  selectInbound(db, workspaceId, conversationId).where('seq', '>', seq).orderBy('seq'),
);

/** The customer's first message after the one with that `seq`. */
export const findInboundAfter = (db: Db, workspaceId: string, conversationId: string, seq: number): MessageRow | null =>
  selectInboundAfter(db, workspaceId, conversationId, seq).first() ?? null;

const selectWrittenAfter = prepareQuery((db, workspaceId: string, conversationId: string, at: string) =>
  selectInbound(db, workspaceId, conversationId)
    .where('written_at', '>', at)
    .where(sql<SqlBool>`coalesce(notice ->> '$.kind', '') <> 'reaction'`)
    .orderBy('written_at')
    .orderBy('seq'),
);

/** The first of the customer's messages, other than reactions, that was written after that time (UTC text). */
export const findWrittenAfter = (db: Db, workspaceId: string, conversationId: string, at: string): MessageRow | null =>
  selectWrittenAfter(db, workspaceId, conversationId, at).first() ?? null;

/** The customer's newest message. */
export const findNewestInbound = (db: Db, workspaceId: string, conversationId: string): MessageRow | null =>
  selectNewestInbound(db, workspaceId, conversationId).first() ?? null;

/** The customer's first message that is no notice, such as a missed call. */
export const findFirstInbound = (db: Db, workspaceId: string, conversationId: string): MessageRow | null =>
  selectFirstInbound(db, workspaceId, conversationId).first() ?? null;

/**
 * Text of the customer's messages with `seq` from `first` to `last` inclusive, as written, one line per message.
 * Null if nothing of them is left: notices, and what she took back.
 */
export async function readInboundText(
  db: Db,
  workspaceId: string,
  conversationId: string,
  { first, last }: { first: number; last: number },
): Promise<string | null> {
  const rows = await db
    .selectFrom('messages')
    .select(['type', 'content', 'notice', 'enclosed', 'deleted_at'])
    .where('workspace_id', '=', workspaceId)
    .where('conversation_id', '=', conversationId)
    .where('direction', '=', 'INBOUND')
    .where('seq', '>=', first)
    .where('seq', '<=', last)
    .orderBy('written_at')
    .orderBy('seq')
    .execute();
  const present = rows.filter(({ notice, deleted_at: deletedAt }) => notice === null && deletedAt === null);
  return present.length === 0 ? null : present.flatMap((row) => wordsOf(row) ?? []).join('\n');
}

const selectAnswer = prepareQuery((db, workspaceId: string, conversationId: string, seq: number) =>
  db
    .selectFrom('messages')
    .select('seq')
    .where('workspace_id', '=', workspaceId)
    .where('conversation_id', '=', conversationId)
    .where('seq', '>', seq)
    .where('author', 'in', [...answering])
    .where('status', '!=', 'FAILED')
    .limit(1),
);

/** Whether a person, an agent or a flow has written after the message with that `seq`. */
export const isAnsweredAfter = (db: Db, workspaceId: string, conversationId: string, seq: number): boolean =>
  selectAnswer(db, workspaceId, conversationId, seq).first() !== undefined;

const selectContactId = prepareQuery((db, workspaceId: string, messageId: string) =>
  db
    .selectFrom('messages as m')
    .innerJoin('conversations as v', 'v.id', 'm.conversation_id')
    .select('v.contact_id')
    .where('m.workspace_id', '=', workspaceId)
    .where('m.id', '=', messageId),
);

/** The contact of a message's conversation; null when the message no longer exists. */
export const findContactIdOf = (db: Db, workspaceId: string, messageId: string): string | null =>
  selectContactId(db, workspaceId, messageId).first()?.contact_id ?? null;

const selectLatest = prepareQuery((db, workspaceId: string, contactId: string) =>
  db
    .selectFrom('conversations')
    .select('id')
    .where(unindexed('workspace_id'), '=', workspaceId)
    .where('contact_id', '=', contactId)
    .orderBy('last_message_at', 'desc')
    .limit(1),
);

/** The id of a contact's conversation with the latest message; null if it has none. */
export const findLatestConversationId = (db: Db, workspaceId: string, contactId: string): string | null =>
  selectLatest(db, workspaceId, contactId).first()?.id ?? null;
