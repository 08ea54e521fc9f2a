import type { Migration } from '../server/platform/database/migrate.ts';

/** The far side of the simulated channels: what a real provider and its customers' phones would remember. */
export const simulator: Migration = {
  name: '0007-simulator',
  up(handle) {
    handle.exec(`
      create table simulator_pairings (
        channel_id text primary key references channels (id),
        phone_number text not null,
        paired_at text not null
      ) strict, without rowid;

      create table simulator_phones (
        channel_id text not null references channels (id),
        phone text not null,
        online integer not null,
        primary key (channel_id, phone)
      ) strict, without rowid;

      create table simulator_messages (
        seq integer primary key autoincrement,
        channel_id text not null references channels (id),
        provider_message_id text not null,
        -- The customer's number, E.164.
        phone text not null,
        from_customer integer not null,
        type text not null,
        content text,
        file_id text,
        template text,
        reply_to text,
        status text not null,
        reaction text,
        at text not null,
        unique (channel_id, provider_message_id)
      ) strict;
      create index simulator_messages_of_phone on simulator_messages (channel_id, phone, seq);
    `);
  },
};
