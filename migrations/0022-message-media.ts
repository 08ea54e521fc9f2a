import type { Migration } from './migration.ts';

/** Attachments of messages that are not fetched yet. */
export const messageMedia: Migration = {
  name: '0022-message-media',
  up(handle) {
    handle.exec(`
      -- Attachments that are not fetched yet, those of a chat in this order. A fetched or lost one is deleted.
      create table message_media (
        seq integer primary key autoincrement,
        message_id text not null unique references messages (id) on delete cascade,
        channel_id text not null references channels (id),
        chat text not null,
        ref text not null,
        content_type text,
        file_name text,
        attempts integer not null default 0,
        next_at text not null,
        received_at text not null
      ) strict;
      create index message_media_of_chat on message_media (chat, seq);
    `);
  },
};
