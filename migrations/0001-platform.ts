import type { Migration } from './migration.ts';

export const platform: Migration = {
  name: '0001-platform',
  up(handle) {
    handle.exec(`
      create table workspaces (
        id text primary key,
        name text not null,
        country text not null,
        timezone text not null,
        language text not null,
        limits text not null default '{}',
        trial_ends_at text,
        trial_locked integer not null default 0,
        created_at text not null,
        updated_at text not null
      ) strict;

      -- Folders outside the data folder that a workspace may write to.
      create table workspace_folders (
        workspace_id text not null references workspaces (id),
        path text not null,
        primary key (workspace_id, path)
      ) strict, without rowid;

      create table api_keys (
        id text primary key,
        workspace_id text not null references workspaces (id),
        name text not null,
        -- SHA-256 of the whole key in hex. The key has 256 random bits, so a slow hash would add nothing.
        hash text not null unique,
        -- The last characters of the secret, so that the owner can tell keys apart.
        last4 text not null,
        scopes text not null,
        expires_at text,
        revoked_at text,
        last_used_at text,
        created_at text not null
      ) strict;
      create index api_keys_of_workspace on api_keys (workspace_id, created_at);

      create table usage_counters (
        workspace_id text not null references workspaces (id),
        kind text not null,
        period text not null,
        used integer not null default 0,
        warned integer not null default 0,
        exceeded integer not null default 0,
        primary key (workspace_id, kind, period)
      ) strict, without rowid;

      -- Kept by triggers: see keep-row-counts.ts.
      create table row_counts (
        workspace_id text not null references workspaces (id),
        table_name text not null,
        -- What the counted rows share, such as a column; empty: nothing, all rows are counted.
        shared text not null,
        value text not null,
        count integer not null,
        primary key (workspace_id, table_name, shared, value)
      ) strict, without rowid;

      create table settings (
        key text primary key,
        value text not null
      ) strict, without rowid;

      create table events (
        seq integer primary key autoincrement,
        id text not null unique,
        workspace_id text not null references workspaces (id),
        type text not null,
        source text not null,
        actor_id text,
        actor_name text,
        occurred_at text not null,
        data text not null,
        previous text,
        -- ACTOR: caused by an assistant whose entries a person must confirm; DATA: its data contain such entries; else null.
        unconfirmed text
      ) strict;
      create index events_of_workspace on events (workspace_id, occurred_at, seq);
      create index events_of_type on events (workspace_id, type, occurred_at, seq);

      create table subscriber_cursors (
        name text primary key,
        seq integer not null
      ) strict, without rowid;

      -- Events that a subscriber receives once a person has confirmed their record.
      create table held_events (
        seq integer primary key autoincrement,
        workspace_id text not null references workspaces (id),
        subscriber text not null,
        event_seq integer not null,
        record_id text not null,
        is_released integer not null,
        created_at text not null
      ) strict;
      create index held_events_of_record on held_events (record_id);
      create index held_events_released on held_events (subscriber, seq) where is_released = 1;

      create table jobs (
        id text primary key,
        workspace_id text,
        name text not null,
        key text unique,
        input text not null,
        status text not null,
        run_at text not null,
        attempts integer not null default 0,
        owner text,
        lease_until text,
        progress integer not null default 0,
        error text,
        created_at text not null,
        updated_at text not null,
        finished_at text
      ) strict;
      create index jobs_due on jobs (run_at) where status = 'PENDING';
      create index jobs_finished on jobs (finished_at) where finished_at is not null;

      -- Items during which the process died, and those set aside for it.
      create table suspect_work (
        id text primary key,
        kind text not null,
        key text not null,
        deaths integer not null,
        last_died_at text,
        set_aside_at text,
        unique (kind, key)
      ) strict;

      -- Failures of parts whose own records show none, until the next success.
      create table failing_parts (
        seq integer primary key autoincrement,
        -- Null for what the installation has once.
        workspace_id text references workspaces (id),
        part text not null,
        -- Id of the record that fails, or empty.
        subject text not null,
        reason text not null,
        -- In a row; one that only a person can end counts as several.
        times integer not null,
        since text not null,
        last_at text not null
      ) strict;
      create unique index failing_parts_once on failing_parts (coalesce(workspace_id, ''), part, subject);

      create table schedules (
        name text primary key,
        last_run_at text not null
      ) strict, without rowid;

      create table idempotency_keys (
        workspace_id text not null,
        caller text not null,
        operation text not null,
        value text not null,
        fingerprint text not null,
        state text not null,
        status integer,
        headers text,
        body text,
        created_at text not null,
        primary key (workspace_id, caller, operation, value)
      ) strict, without rowid;
      create index idempotency_keys_by_age on idempotency_keys (created_at);
    `);
  },
};
