import type { Migration } from '../server/platform/database/migrate.ts';

/** Who is signed in at the console, and the one-time links that sign in. Both belong to the installation. */
export const consoleSessions: Migration = {
  name: '0017-console',
  up(handle) {
    handle.exec(`
      create table console_sessions (
        id text primary key,
        -- SHA-256 of the cookie's secret in hex.
        hash text not null unique,
        -- SHA-256 of the page's secret in hex.
        page_hash text not null,
        -- The workspace that this console looks at.
        workspace_id text not null references workspaces (id),
        is_lan integer not null,
        user_agent text not null,
        address text not null,
        created_at text not null,
        last_seen_at text not null,
        expires_at text not null
      ) strict;

      create table login_links (
        hash text primary key,
        expires_at text not null
      ) strict;
    `);
  },
};
