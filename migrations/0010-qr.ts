import type { Migration } from './migration.ts';

/** State of the QR channels' clients: their keys (sealed), incoming data, and what was sent. */
export const qr: Migration = {
  name: '0010-qr',
  up(handle) {
    handle.exec(`
      create table qr_auth (
        channel_id text not null references channels (id),
        type text not null,
        id text not null,
        sealed text not null,
        primary key (channel_id, type, id)
      ) strict, without rowid;

      create table qr_journal (
        channel_id text not null references channels (id),
        message_id text not null,
        entry text not null,
        arrived_at text not null,
        primary key (channel_id, message_id)
      ) strict, without rowid;

      create table qr_sends (
        channel_id text not null references channels (id),
        message_id text not null,
        content text not null,
        state text not null,
        created_at text not null,
        primary key (channel_id, message_id)
      ) strict, without rowid;
      create index qr_sends_by_age on qr_sends (created_at);
    `);
  },
};
