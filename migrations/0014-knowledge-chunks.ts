import type { Migration } from './migration.ts';

/**
 * The search index. A segment is one indexing of one source; LIVE ones are searched, and KEPT ones for the published
 * agents that have not approved what replaced them. The row number of a chunk is
 * `segment * 1048576 + position` in every table and index that refers to it.
 */
export const knowledgeChunks: Migration = {
  name: '0014-knowledge-chunks',
  up(handle) {
    handle.exec(`
      create table knowledge_segments (
        number integer primary key autoincrement,
        workspace_id text not null references workspaces (id),
        source_id text not null,
        generation text not null,
        state text not null,
        language text,
        title text not null,
        searchable integer not null default 1,
        chunk_count integer not null default 0,
        created_at text not null
      ) strict;
      create index knowledge_segments_of_source on knowledge_segments (source_id, state);
      create unique index knowledge_segments_live on knowledge_segments (source_id) where state = 'LIVE';

      -- The tests of a segment for a published agent that reads it.
      create table knowledge_approvals (
        agent_id text not null references ai_agents (id),
        segment integer not null references knowledge_segments (number) on delete cascade,
        workspace_id text not null references workspaces (id),
        source_id text not null,
        -- Of the segment's bytes.
        content_hash text,
        state text not null,
        -- Advice for the owner if they failed; null if they could not be run.
        reason text,
        updated_at text not null,
        primary key (agent_id, segment)
      ) strict, without rowid;
      create index knowledge_approvals_of_source on knowledge_approvals (source_id);
      create index knowledge_approvals_of_segment on knowledge_approvals (segment);

      create table knowledge_chunks (
        row integer primary key,
        id text not null unique,
        workspace_id text not null references workspaces (id),
        source_id text not null,
        heading_path text not null,
        page integer,
        text text not null,
        token_count integer not null
      ) strict;

      create table knowledge_vectors (
        row integer not null references knowledge_chunks (row) on delete cascade,
        workspace_id text not null references workspaces (id),
        model text not null,
        dimension integer not null,
        vector blob not null,
        primary key (row, model)
      ) strict;

      create table knowledge_vocabulary (
        id integer primary key,
        workspace_id text not null references workspaces (id),
        word text not null,
        unique (workspace_id, word)
      ) strict;

      create table knowledge_synonyms (
        workspace_id text primary key references workspaces (id),
        groups text not null,
        updated_at text not null
      ) strict;

      create virtual table knowledge_index using fts5 (
        title, headings, body, content = '', contentless_delete = 1, tokenize = 'ascii'
      );
      create virtual table knowledge_index_terms using fts5vocab (knowledge_index, row);
      create virtual table knowledge_index_places using fts5vocab (knowledge_index, instance);

      -- The words of a workspace by their runs of three characters, for misspellings and partial codes.
      create virtual table knowledge_spelling using fts5 (
        text, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
      );
      create virtual table knowledge_spelling_runs using fts5vocab (knowledge_spelling, instance);
    `);
  },
};
