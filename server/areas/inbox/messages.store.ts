import { type Insertable, type SqlBool, sql } from 'kysely';
import type { Db, Tables } from '../../platform/database/database.ts';
import { prepareQuery, unindexed } from '../../platform/database/prepared-query.ts';
import { putText } from '../../platform/database/text-index.ts';
import { findRowBy } from '../../platform/database/workspace-rows.ts';
import { type FileRow, findFiles } from '../../platform/files/files.ts';
import { mediaUrl } from '../../platform/files/media-links.ts';
import type { Platform } from '../../platform/platform.ts';
import { listPendingMedia, type PendingMedia, wordlessTypes } from '../channels/index.ts';
import type { Message, MessageAuthor } from './schemas.ts';
import type { MessageRow } from './store.ts';

export const messageSearch = { table: 'message_search' };

/** A message with its file and its reactions. */
export interface FullMessage {
  row: MessageRow;
  file: FileRow | null;
  /** The attachment that has not been fetched yet. */
  pending: PendingMedia | null;
  reactions: { author: MessageAuthor; emoji: string; at: string }[];
}

type Draft = Omit<Insertable<Tables['messages']>, 'seq' | 'written_at' | 'updated_at'> & { written_at?: string };

const insertRow = prepareQuery((db, row: Insertable<Tables['messages']>) =>
  db.insertInto('messages').values(row).returningAll(),
);

/** Stores a message, written now unless the draft names another time, and adds its text to the search index. */
export async function insertMessage(db: Db, draft: Draft): Promise<MessageRow> {
  const { created_at: now } = draft;
  const row = insertRow(db, { written_at: now, ...draft, updated_at: now }).first() as MessageRow;
  await indexMessage(db, row);
  return row;
}

/** The index keeps the words of a message that its author took back: the shop has read them. */
async function indexMessage(db: Db, { seq, workspace_id, type, content }: MessageRow): Promise<void> {
  if (content !== null && !wordlessTypes.includes(type)) await putText(db, messageSearch, workspace_id, seq, content);
}

type Changes = Partial<Omit<MessageRow, 'id' | 'seq' | 'workspace_id' | 'created_at'>>;

const updateRow = prepareQuery((db, workspaceId: string, id: string, changes: Changes) =>
  db.updateTable('messages').set(changes).where('workspace_id', '=', workspaceId).where('id', '=', id).returningAll(),
);

export async function updateMessage(db: Db, workspaceId: string, id: string, changes: Changes): Promise<MessageRow> {
  const row = updateRow(db, workspaceId, id, changes).first() as MessageRow;
  if (changes.content !== undefined) await indexMessage(db, row);
  return row;
}

export const findMessage = (
  db: Db,
  workspaceId: string,
  conversationId: string,
  id: string,
): Promise<MessageRow | null> => findRowBy(db, 'messages', workspaceId, { conversation_id: conversationId, id });

const selectByProviderId = prepareQuery((db, channelId: string, providerMessageId: string) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where('provider_message_id', '=', providerMessageId),
);

/** Finds a message by the vendor's id for it. */
export async function findByProviderId(
  db: Db,
  channelId: string,
  providerMessageId: string,
): Promise<MessageRow | null> {
  return selectByProviderId(db, channelId, providerMessageId).first() ?? null;
}

export async function findByIdempotencyKey(db: Db, conversationId: string, key: string): Promise<MessageRow | null> {
  const row = await db
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  return row ?? null;
}

/** A message's place in its conversation: when it was written, then when it arrived. */
export interface MessagePlace {
  at: string;
  seq: number;
}

const afterAll: MessagePlace = { at: '9999', seq: 0 };

/** Orders messages as they were written, ties by arrival. */
export const byPlace = (one: MessageRow, other: MessageRow): number =>
  one.written_at < other.written_at ? -1 : one.written_at > other.written_at ? 1 : one.seq - other.seq;

const selectBefore = prepareQuery(
  (db, workspaceId: string, conversationId: string, arrivedBefore: number, at: string, seq: number, limit: number) =>
    db
      .selectFrom('messages')
      .selectAll()
      .where(unindexed('workspace_id'), '=', workspaceId)
      .where('conversation_id', '=', conversationId)
      .where(sql<SqlBool>`+seq < ${arrivedBefore}`)
      .where((where) => where(where.refTuple('written_at', 'seq'), '<', where.tuple(at, seq)))
      .orderBy('written_at', 'desc')
      .orderBy('seq', 'desc')
      .limit(limit),
);

interface MessagePage {
  limit: number;
  before?: MessagePlace;
  /** Only messages with a `seq` below this. */
  arrivedBefore?: number | undefined;
}

/** The messages last written before a place, newest first. */
export async function listMessages(
  db: Db,
  workspaceId: string,
  conversationId: string,
  { limit, before = afterAll, arrivedBefore = Number.MAX_SAFE_INTEGER }: MessagePage,
): Promise<MessageRow[]> {
  return selectBefore(db, workspaceId, conversationId, arrivedBefore, before.at, before.seq, limit).all();
}

const selectReactions = prepareQuery((db, messageIds: string) =>
  db
    .selectFrom('message_reactions')
    .selectAll()
    .where('message_id', 'in', sql<string>`(select value from json_each(${messageIds}))`)
    .orderBy('at'),
);

const mayLackMedia = ({ file_id: fileId, type }: MessageRow): boolean =>
  fileId === null && type !== 'TEXT' && !wordlessTypes.includes(type);

/** Adds files and reactions to messages, with one query each. */
export async function completeMessages(db: Db, rows: MessageRow[]): Promise<FullMessage[]> {
  const fileIds = rows.flatMap((row) => (row.file_id === null ? [] : [row.file_id]));
  const files = await findFiles(db, fileIds);
  const reactions = selectReactions(db, JSON.stringify(rows.map((row) => row.id))).all();
  const byMessage = Map.groupBy(reactions, (reaction) => reaction.message_id);
  const byId = new Map(files.map((file) => [file.id, file]));
  const pending = listPendingMedia(
    db,
    rows.filter(mayLackMedia).map((row) => row.id),
  );
  return rows.map((row) => ({
    row,
    file: (row.file_id !== null && byId.get(row.file_id)) || null,
    pending: pending.find(({ message_id: id }) => id === row.id) ?? null,
    reactions: byMessage.get(row.id) ?? [],
  }));
}

export async function completeMessage(db: Db, row: MessageRow): Promise<FullMessage> {
  const [message] = await completeMessages(db, [row]);
  return message as FullMessage;
}

/** Prefix of keys from the `Idempotency-Key` header; responses do not show them as the message's `idempotencyKey`. */
export const headerKeyPrefix = 'header:';

const readJson = (text: string | null) => (text === null ? null : JSON.parse(text));

/** Returns the facts that the vendor reports before the attachment is fetched. */
const expectedMedia = (row: MessageRow, pending: PendingMedia): Message['media'] => ({
  contentType: pending.content_type ?? 'application/octet-stream',
  sizeBytes: null,
  fileName: pending.file_name ?? row.type.toLowerCase(),
});

export function toMessage(platform: Platform, { row, file, pending, reactions }: FullMessage): Message {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    direction: row.direction,
    author: row.author,
    authorName: row.author_name,
    type: row.type,
    content: row.content,
    notice: readJson(row.notice),
    enclosed: readJson(row.enclosed),
    mediaUrl: file && mediaUrl(platform, file.id),
    media: file
      ? { contentType: file.content_type, sizeBytes: file.size_bytes, fileName: file.file_name }
      : pending && expectedMedia(row, pending),
    mediaPending: pending !== null,
    template: readJson(row.template),
    request: row.request,
    replyToMessageId: row.reply_to_message_id,
    status: row.status,
    error: readJson(row.error),
    reactions: reactions.map(({ emoji, author, at }) => ({ emoji, author, at })),
    idempotencyKey: row.idempotency_key?.startsWith(headerKeyPrefix) ? null : row.idempotency_key,
    correlationId: row.correlation_id,
    sentAt: row.sent_at,
    deliveredAt: row.delivered_at,
    readAt: row.read_at,
    writtenAt: row.written_at,
    editedAt: row.edited_at,
    deletedAt: row.deleted_at,
    earlier: readJson(row.earlier) ?? [],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
