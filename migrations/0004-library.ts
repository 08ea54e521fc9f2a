import type { Migration } from '../server/platform/database/migrate.ts';

export const library: Migration = {
  name: '0004-library',
  up(handle) {
    handle.exec(`
      create table library_files (
        workspace_id text not null references workspaces (id),
        id text not null,
        name text not null,
        url text not null,
        content_type text not null,
        kind text not null,
        size_bytes integer not null,
        usage_count integer not null,
        last_used_at text,
        created_at text not null,
        updated_at text not null,
        primary key (workspace_id, id)
      ) strict;
      create index library_files_by_age on library_files (workspace_id, created_at);

      create table quick_replies (
        id text primary key,
        workspace_id text not null references workspaces (id),
        shortcut text not null,
        -- The shortcut as it is compared and sorted: without case.
        folded_shortcut text not null,
        content text not null,
        usage_count integer not null default 0,
        last_used_at text,
        created_at text not null,
        updated_at text not null
      ) strict;
      create unique index quick_replies_of_workspace on quick_replies (workspace_id, folded_shortcut);
    `);
  },
};
