import type { Migration } from './migration.ts';

/** Connections to other systems, bindings of events to actions, and the sync history. */
export const integrations: Migration = {
  name: '0020-integrations',
  up(handle) {
    handle.exec(`
      create table integration_installations (
        id text primary key,
        workspace_id text not null references workspaces (id),
        connector text not null,
        account text,
        state text not null,
        error_code text,
        error_message text,
        -- Sealed JSON; null once disconnected.
        credentials text,
        -- SHA-256 of the secret in a feed's private address.
        feed_token_hash text,
        checked_at text,
        latency_ms integer,
        connected_at text,
        disconnected_at text,
        created_at text not null,
        updated_at text not null
      ) strict;
      create index integration_installations_of_workspace on integration_installations (workspace_id, created_at);
      create unique index integration_feeds on integration_installations (feed_token_hash)
        where feed_token_hash is not null;

      create table integration_bindings (
        id text primary key,
        workspace_id text not null references workspaces (id),
        installation_id text not null references integration_installations (id),
        event_name text not null,
        action text not null,
        -- Target of the action; unique together with the three columns above.
        target text not null,
        -- JSON.
        config text not null,
        active integer not null,
        disabled_reason text,
        disabled_at text,
        -- Consecutive failed jobs.
        failure_count integer not null default 0,
        created_at text not null,
        updated_at text not null
      ) strict;
      create unique index integration_bindings_once
        on integration_bindings (installation_id, event_name, action, target);
      create index integration_bindings_active on integration_bindings (workspace_id, event_name) where active = 1;

      -- No foreign key: the history outlives the binding.
      create table integration_jobs (
        seq integer primary key autoincrement,
        id text not null unique,
        workspace_id text not null references workspaces (id),
        installation_id text not null,
        binding_id text not null,
        event_id text not null,
        event_name text not null,
        action text not null,
        resource_id text not null,
        -- Jobs with the same key run one after the other, so that the same action on the same target keeps its order
        -- whichever event kind it comes from.
        order_key text not null,
        -- The event as JSON.
        payload text not null,
        status text not null,
        attempts integer not null default 0,
        -- Attempts since the last manual retry: the position in the schedule.
        tries integer not null default 0,
        -- Whether an attempt ended with an unknown outcome.
        in_doubt integer not null default 0,
        -- Null while it runs and when no further automatic attempt is due.
        next_attempt_at text,
        error_code text,
        error_message text,
        reference text,
        finished_at text,
        created_at text not null,
        updated_at text not null
      ) strict;
      create unique index integration_jobs_once on integration_jobs (binding_id, event_id);
      create index integration_jobs_due on integration_jobs (installation_id, next_attempt_at)
        where next_attempt_at is not null;
      create index integration_jobs_open on integration_jobs (order_key, seq) where finished_at is null;
      create index integration_jobs_of_workspace on integration_jobs (workspace_id, seq);
      create index integration_jobs_by_status on integration_jobs (workspace_id, status, seq);
      create index integration_jobs_of_binding on integration_jobs (workspace_id, binding_id, seq);

      create table integration_attempts (
        job_id text not null references integration_jobs (id) on delete cascade,
        number integer not null,
        workspace_id text not null,
        at text not null,
        duration_ms integer not null,
        request text,
        response text,
        error_code text,
        error_message text,
        primary key (job_id, number)
      ) strict, without rowid;
    `);
  },
};
