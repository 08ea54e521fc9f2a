import type { Migration } from '../server/platform/database/migrate.ts';

/** Knowledge bases, the agents that read them, and the sources of both. Chunks are what the retrieval keeps. */
export const knowledge: Migration = {
  name: '0013-knowledge',
  up(handle) {
    handle.exec(`
      create table knowledge_bases (
        id text primary key,
        workspace_id text not null references workspaces (id),
        name text not null,
        name_folded text not null,
        description text,
        created_at text not null,
        updated_at text not null,
        unique (workspace_id, name_folded)
      ) strict;

      create table agent_knowledge_bases (
        workspace_id text not null references workspaces (id),
        agent_id text not null references ai_agents (id),
        base_id text not null references knowledge_bases (id),
        primary key (agent_id, base_id)
      ) strict, without rowid;
      create index agent_knowledge_bases_of_base on agent_knowledge_bases (base_id);

      create table knowledge_sources (
        id text primary key,
        workspace_id text not null references workspaces (id),
        -- One of the two is null.
        agent_id text references ai_agents (id),
        base_id text references knowledge_bases (id),
        kind text not null,
        name text not null,
        name_folded text not null,
        title text,
        url text,
        -- The bytes of a text or a file; a URL keeps none.
        file_id text references files (id),
        enabled integer not null default 1,
        status text not null,
        progress integer not null default 0,
        error_code text,
        error_message text,
        -- Of the chunks that can be found; null before the first indexing.
        generation text,
        content_type text,
        size_bytes integer,
        content_hash text,
        char_count integer not null default 0,
        chunk_count integer not null default 0,
        language text,
        etag text,
        last_modified text,
        indexed_at text,
        last_fetched_at text,
        refresh_at text,
        failed_fetches integer not null default 0,
        created_at text not null,
        updated_at text not null,
        check ((agent_id is null) <> (base_id is null))
      ) strict;
      create unique index knowledge_sources_of_agent on knowledge_sources (agent_id, name_folded)
        where agent_id is not null;
      create unique index knowledge_sources_of_base on knowledge_sources (base_id, name_folded)
        where base_id is not null;
      create index knowledge_sources_to_refresh on knowledge_sources (refresh_at) where refresh_at is not null;
    `);
  },
};
