import type { Migration } from './migration.ts';

/** Erasures of contacts that are under way. */
export const erasures: Migration = {
  name: '0021-erasures',
  up(handle) {
    handle.exec(`
      create table contact_erasures (
        id text primary key,
        workspace_id text not null references workspaces (id),
        -- JSON: ids of the contacts that are left to delete.
        contact_ids text not null,
        anonymizes_books integer not null,
        -- JSON: ids and addresses that copies of their words contain. Deleted with the row.
        marks text not null,
        deleted integer not null,
        -- When the last contact was deleted; null until then. Later rows are about somebody new.
        deleted_at text,
        -- Kinds of copies that are erased.
        copies_erased integer not null,
        created_at text not null
      ) strict;

      create index integration_jobs_of_event on integration_jobs (event_id);
      create index messages_of_file on messages (file_id) where file_id is not null;
    `);
  },
};
