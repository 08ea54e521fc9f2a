import type { Migration } from './migration.ts';

export const library: Migration = {
  name: '0004-library',
  up(handle) {
    handle.exec(`
      create table library_files (
        workspace_id text not null references workspaces (id),
        id text not null,
        name text not null,
        -- Null for a file whose content is stored here.
        url text,
        -- The alias of the stored content; null for a file that is only referred to.
        alias_id text references file_aliases (id),
        -- JSON: its tags, in the order in which they were given.
        tags text not null default '[]',
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
        -- The shortcut in lower case, for comparing and sorting.
        folded_shortcut text not null,
        content text not null,
        group_name text,
        -- JSON: ids of the library files that are sent with it, in order.
        file_ids text not null default '[]',
        usage_count integer not null default 0,
        last_used_at text,
        created_at text not null,
        updated_at text not null
      ) strict;
      create unique index quick_replies_of_workspace on quick_replies (workspace_id, folded_shortcut);
    `);
  },
};
