import type { Migration } from './migration.ts';

/** Console sessions and one-time login links, which belong to the installation, and the alerts of each workspace. */
export const consoleSessions: Migration = {
  name: '0017-console',
  up(handle) {
    handle.exec(`
      create table console_sessions (
        id text primary key,
        -- SHA-256 of the cookie, in hex.
        hash text not null unique,
        -- SHA-256 of the page secret, in hex.
        page_hash text not null,
        -- The workspace shown in this session.
        workspace_id text not null references workspaces (id),
        is_lan integer not null,
        user_agent text not null,
        address text not null,
        created_at text not null,
        last_seen_at text not null,
        expires_at text not null
      ) strict;

      -- Which waits of customers alert the people of the shop.
      create table alert_settings (
        workspace_id text primary key references workspaces (id),
        -- JSON.
        settings text not null,
        updated_at text not null
      ) strict;

      create table login_links (
        hash text primary key,
        expires_at text not null
      ) strict;
    `);
  },
};
