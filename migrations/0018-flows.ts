import type { Migration } from '../server/platform/database/migrate.ts';

/** Flows, the frozen versions that runs hold, the runs, and what the overview counts. */
export const flows: Migration = {
  name: '0018-flows',
  up(handle) {
    handle.exec(`
      create table flows (
        seq integer primary key autoincrement,
        id text not null unique,
        workspace_id text not null references workspaces (id),
        ai_agent_id text not null,
        name text not null,
        trigger_type text not null,
        -- The kind of an event trigger.
        trigger_event text,
        trigger text not null,
        steps text not null,
        version integer not null,
        is_on integer not null,
        archived_at text,
        deleted_at text,
        -- Up to which moment the schedule was looked at.
        schedule_seen_at text,
        created_at text not null,
        updated_at text not null
      ) strict;
      create index flows_of_agent on flows (workspace_id, ai_agent_id, seq) where deleted_at is null;
      create index flows_on on flows (workspace_id, trigger_type) where is_on = 1;
      create index flows_deleted on flows (deleted_at) where deleted_at is not null;

      create table flow_versions (
        id text primary key,
        workspace_id text not null references workspaces (id),
        flow_id text not null,
        version integer not null,
        name text not null,
        steps text not null,
        created_at text not null,
        unique (flow_id, version)
      ) strict, without rowid;

      create table flow_runs (
        seq integer primary key autoincrement,
        id text not null unique,
        workspace_id text not null references workspaces (id),
        flow_id text not null,
        version_id text not null,
        -- Null for an event that tells of nobody.
        conversation_id text,
        -- What set it off, so that nothing sets off the same flow twice.
        trigger_key text not null,
        depth integer not null,
        state text not null,
        step_id text,
        step_count integer not null,
        variables text not null,
        waiting text,
        -- What the customer answered and the run has not taken yet.
        answer text,
        -- What is being done outside of the database (Pending).
        effect text,
        -- The message of an effect that sends.
        message_id text,
        due_at text,
        reason text,
        finished_at text,
        created_at text not null,
        updated_at text not null
      ) strict;
      create unique index flow_runs_once on flow_runs (flow_id, trigger_key);
      -- One run at a time in a conversation.
      create unique index flow_runs_open on flow_runs (conversation_id)
        where state in ('RUNNING', 'WAITING_ANSWER', 'WAITING_TIME');
      create index flow_runs_in_order on flow_runs (flow_id, seq);
      create index flow_runs_unfinished on flow_runs (flow_id)
        where state in ('RUNNING', 'WAITING_ANSWER', 'WAITING_TIME');
      create index flow_runs_due on flow_runs (due_at) where due_at is not null;
      create index flow_runs_with_effect on flow_runs (id) where effect is not null;
      create index flow_runs_of_message on flow_runs (message_id) where message_id is not null;
      create index flow_runs_finished on flow_runs (finished_at) where finished_at is not null;

      -- Runs that wait until their conversation is free.
      create table flow_starts (
        seq integer primary key autoincrement,
        workspace_id text not null references workspaces (id),
        flow_id text not null,
        conversation_id text not null,
        trigger_key text not null,
        variables text not null,
        depth integer not null,
        created_at text not null,
        unique (flow_id, trigger_key)
      ) strict;
      create index flow_starts_of_conversation on flow_starts (conversation_id, seq);

      -- The inbound messages on which it is decided whether a flow takes them.
      create table flow_decisions (
        message_id text primary key,
        workspace_id text not null references workspaces (id),
        taken integer not null,
        created_at text not null
      ) strict, without rowid;
      create index flow_decisions_by_time on flow_decisions (created_at);

      -- Messages of which the meaning is still to be compared with the examples of flows.
      create table flow_intents (
        seq integer primary key autoincrement,
        workspace_id text not null references workspaces (id),
        conversation_id text not null,
        message_id text not null unique,
        text text not null,
        created_at text not null
      ) strict;
      create index flow_intents_of_conversation on flow_intents (conversation_id);

      create table flow_counts (
        flow_id text not null,
        day text not null,
        kind text not null,
        step_id text not null,
        workspace_id text not null references workspaces (id),
        count integer not null,
        primary key (flow_id, day, kind, step_id)
      ) strict, without rowid;
      create index flow_counts_of_day on flow_counts (workspace_id, day);
    `);
  },
};
