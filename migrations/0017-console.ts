import type { Migration } from './migration.ts';

/** The console's users, their sessions and login links, which belong to the installation; alerts of each workspace. */
export const consoleSessions: Migration = {
  name: '0017-console',
  up(handle) {
    handle.exec(`
      create table users (
        id text primary key,
        name text not null,
        name_folded text not null unique,
        role text not null,
        -- JSON with salt and hash; null: signs in by a link on this machine only, or not at all.
        passphrase text,
        disabled_at text,
        created_at text not null,
        updated_at text not null
      ) strict;

      create table console_sessions (
        id text primary key,
        -- SHA-256 of the cookie, in hex.
        hash text not null unique,
        -- SHA-256 of the page secret, in hex.
        page_hash text not null,
        user_id text not null references users (id),
        -- The workspace shown in this session.
        workspace_id text not null references workspaces (id),
        is_remote integer not null,
        user_agent text not null,
        address text not null,
        created_at text not null,
        last_seen_at text not null,
        expires_at text not null
      ) strict;
      create index console_sessions_of_user on console_sessions (user_id);

      -- Which waits of customers alert the people of the shop.
      create table alert_settings (
        workspace_id text primary key references workspaces (id),
        -- JSON.
        settings text not null,
        updated_at text not null
      ) strict;

      -- What assistants may do.
      create table assistant_settings (
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
