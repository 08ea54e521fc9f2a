import { type SqlBool, sql } from 'kysely';
import type { Db, Row, Table } from '../../../platform/database/database.ts';
import { prepareQuery } from '../../../platform/database/prepared-query.ts';
import { dayMs } from '../../../platform/durations.ts';
import type { Work } from '../../../platform/work/work.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    message_media: Table<'message_media'>;
  }
}

/** No vendor stores an attachment longer: the cloud API deletes it after 7 days, a customer's phone after about 30. */
export const keptForMs = 30 * dayMs;
/** An attachment that has failed this often no longer holds up the later ones of its chat. */
const triesInOrder = 3;

const insertMedia = prepareQuery((db, row: Omit<Row<'message_media'>, 'seq' | 'attempts'>) =>
  db.insertInto('message_media').values(row),
);

/** Queues an attachment of a stored message for its fetch. `chat` keeps the order of what arrives in one chat. */
export function queueMedia(
  { db, now }: Work,
  message: { id: string; channelId: string; chat: string },
  { ref, contentType, fileName }: { ref: string; contentType: string | null; fileName: string | null },
): void {
  insertMedia(db, {
    message_id: message.id,
    channel_id: message.channelId,
    chat: message.chat,
    ref,
    content_type: contentType,
    file_name: fileName,
    next_at: now,
    received_at: now,
  }).run();
}

const selectNext = prepareQuery((db, oldest: string, limit: number) =>
  db
    .selectFrom('message_media as m')
    .innerJoin('channels as c', 'c.id', 'm.channel_id')
    .selectAll('m')
    .select(['c.name as channel_name', 'c.workspace_id'])
    .where((where) =>
      where.or([
        where('m.received_at', '<', oldest),
        where.and([where('c.deactivated_at', 'is', null), where('c.status', 'in', ['CONNECTED', 'DEGRADED'])]),
      ]),
    )
    .where(
      sql<SqlBool>`not exists (select 1 from message_media as earlier where earlier.chat = m.chat
        and earlier.seq < m.seq and earlier.attempts < ${sql.lit(triesInOrder)})`,
    )
    .orderBy('m.next_at')
    .orderBy('m.seq')
    .limit(limit),
);

/** An attachment to fetch, with its channel. */
export type WaitingMedia = Row<'message_media'> & { channel_name: string; workspace_id: string };

/**
 * Lists the next attachments, the earliest first: attachments of connected channels, and expired attachments. Within a
 * chat, an attachment waits for the earlier attachments.
 */
export const listNextMedia = (db: Db, oldest: string, limit: number): WaitingMedia[] =>
  selectNext(db, oldest, limit).all();

const removeMedia = prepareQuery((db, messageId: string) =>
  db.deleteFrom('message_media').where('message_id', '=', messageId),
);

/** Ends the wait for an attachment; returns false if its message was erased meanwhile. */
export const endWait = (db: Db, messageId: string): boolean => removeMedia(db, messageId).run().changes > 0;

const changeMedia = prepareQuery((db, messageId: string, changes: Partial<Row<'message_media'>>) =>
  db.updateTable('message_media').set(changes).where('message_id', '=', messageId),
);

/** Schedules the next attempt. */
export function putOff(db: Db, messageId: string, attempts: number, nextAt: string): void {
  changeMedia(db, messageId, { attempts, next_at: nextAt }).run();
}

const advanceChannel = prepareQuery((db, channelId: string, now: string) =>
  db.updateTable('message_media').set({ next_at: now }).where('channel_id', '=', channelId),
);

/** Makes the attachments of a channel due: it has connected again. */
export const fetchSoon = (db: Db, channelId: string, now: string): void =>
  void advanceChannel(db, channelId, now).run();

const selectPending = prepareQuery((db, messageIds: string) =>
  db
    .selectFrom('message_media')
    .select(['message_id', 'content_type', 'file_name'])
    .where('message_id', 'in', sql<string>`(select value from json_each(${messageIds}))`),
);

/** Facts about an attachment that has not been fetched yet. */
export type PendingMedia = Pick<Row<'message_media'>, 'message_id' | 'content_type' | 'file_name'>;

/** The attachments for which these messages wait. */
export const listPendingMedia = (db: Db, messageIds: string[]): PendingMedia[] =>
  messageIds.length === 0 ? [] : selectPending(db, JSON.stringify(messageIds)).all();
