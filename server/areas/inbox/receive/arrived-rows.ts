import type { Work } from '../../../platform/work/work.ts';
import type { ChannelRow } from '../../channels/index.ts';
import { insertMessage } from '../messages.store.ts';
import type { Message } from '../schemas.ts';
import type { ConversationRow, MessageRow } from '../store.ts';

export type Columns = Pick<
  MessageRow,
  'type' | 'content' | 'notice' | 'enclosed' | 'file_id' | 'reply_to_message_id' | 'error' | 'sent_at' | 'written_at'
>;
type ReceivedColumns = Columns &
  Partial<Pick<MessageRow, 'edited_at' | 'deleted_at' | 'ended_wait'>> & {
    provider_message_id: string;
  };

/** The columns of a message of which nothing is known but its time. */
export const emptyAt = (at: string): Columns => ({
  type: 'TEXT',
  content: null,
  notice: null,
  enclosed: null,
  file_id: null,
  reply_to_message_id: null,
  error: null,
  sent_at: at,
  written_at: at,
});

export const insertInbound = (
  work: Work,
  channel: ChannelRow,
  conversation: ConversationRow,
  columns: ReceivedColumns,
) =>
  insertMessage(work.db, {
    ...identify(work, channel, conversation),
    ...columns,
    direction: 'INBOUND',
    author: 'CONTACT',
    author_id: conversation.contact_id,
    status: 'RECEIVED',
  });

export const insertEcho = (work: Work, channel: ChannelRow, conversation: ConversationRow, columns: ReceivedColumns) =>
  insertMessage(work.db, {
    ...identify(work, channel, conversation),
    ...columns,
    direction: 'OUTBOUND',
    author: 'HUMAN',
    author_id: null,
    status: 'SENT',
  });

const identify = (work: Work, channel: ChannelRow, conversation: ConversationRow) => ({
  id: work.newId('msg'),
  workspace_id: work.workspace.id,
  conversation_id: conversation.id,
  channel_id: channel.id,
  template: null,
  idempotency_key: null,
  correlation_id: null,
  created_at: work.now,
});

/** The error of a message that could not be read, until it arrives after all. */
export const possiblyMissed = JSON.stringify({
  code: 'possibly_missed',
  message:
    'A message arrived that could not be read. The phone was asked to send it again; if it stays empty, look there',
});

export const isUnread = (row: MessageRow): boolean => row.error === possiblyMissed;

/** Returns true if a message was corrected or taken back before it arrived itself: when it was sent is not known. */
export const lacksOriginal = (row: MessageRow): boolean =>
  row.sent_at === null && (row.edited_at !== null || row.deleted_at !== null);

/**
 * The columns of a message that arrives at its placeholder: what corrected it before stays. It keeps its place, since a
 * message that is sent again may carry the time at which that happened.
 */
export function withOriginal(placeholder: MessageRow, arrived: Columns): Partial<MessageRow> {
  const writtenAt = placeholder.written_at < arrived.written_at ? placeholder.written_at : arrived.written_at;
  const original = { ...arrived, written_at: writtenAt };
  if (!lacksOriginal(placeholder)) return original;
  const until = placeholder.deleted_at ?? placeholder.edited_at ?? original.written_at;
  const later: Message['earlier'] = placeholder.earlier === null ? [] : JSON.parse(placeholder.earlier);
  const earlier: Message['earlier'] = [{ content: original.content, until: later[0]?.until ?? until }, ...later];
  // A file without words is no notice.
  const notice = original.type === 'TEXT' ? placeholder.notice : null;
  return { ...original, content: placeholder.content, notice, earlier: JSON.stringify(earlier) };
}
