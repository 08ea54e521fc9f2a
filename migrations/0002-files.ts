import type { Migration } from './migration.ts';

export const files: Migration = {
  name: '0002-files',
  up(handle) {
    handle.exec(`
      create table files (
        id text primary key,
        workspace_id text not null references workspaces (id),
        hash text not null,
        content_type text not null,
        size_bytes integer not null,
        file_name text not null,
        kind text not null,
        width integer,
        height integer,
        thumbnail_hash text,
        created_at text not null
      ) strict;
      create index files_of_workspace on files (workspace_id, created_at);
      create index files_by_hash on files (hash);
      create index files_by_thumbnail on files (thumbnail_hash) where thumbnail_hash is not null;

      -- A name that stands for one file after another: links to it show what it stands for now.
      create table file_aliases (
        id text primary key,
        workspace_id text not null references workspaces (id),
        file_id text not null references files (id),
        created_at text not null,
        updated_at text not null
      ) strict;
      create index file_aliases_of_file on file_aliases (file_id);
    `);
  },
};
