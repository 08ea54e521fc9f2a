import type { Migration } from './migration.ts';

/** Flows, the frozen versions used by runs, the runs, and the counters of the overview. */
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
        -- Event kind of an event trigger.
        trigger_event text,
        trigger text not null,
        steps text not null,
        version integer not null,
        is_on integer not null,
        archived_at text,
        deleted_at text,
        -- Time up to which the schedule was checked.
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
        trigger text not null,
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
        -- Null for an event without a contact.
        conversation_id text,
        -- Key of the trigger, so that it starts the same flow only once.
        trigger_key text not null,
        depth integer not null,
        state text not null,
        step_id text,
        step_count integer not null,
        variables text not null,
        waiting text,
        -- The customer's replies that the run has not consumed yet.
        answer text,
        -- The effect in progress outside the database (Pending).
        effect text,
        -- The message of a sending effect.
        message_id text,
        due_at text,
        reason text,
        finished_at text,
        created_at text not null,
        updated_at text not null
      ) strict;
      create unique index flow_runs_once on flow_runs (flow_id, trigger_key);
      -- One run per conversation at a time.
      create unique index flow_runs_open on flow_runs (conversation_id)
        where state in ('RUNNING', 'WAITING_ANSWER', 'WAITING_TIME');
      -- Deleting a conversation deletes its runs.
      create index flow_runs_of_conversation on flow_runs (conversation_id);
      create index flow_runs_in_order on flow_runs (flow_id, seq);
      create index flow_runs_unfinished on flow_runs (flow_id)
        where state in ('RUNNING', 'WAITING_ANSWER', 'WAITING_TIME');
      create index flow_runs_due on flow_runs (due_at) where due_at is not null;
      create index flow_runs_with_effect on flow_runs (id) where effect is not null;
      create index flow_runs_of_message on flow_runs (message_id) where message_id is not null;
      create index flow_runs_of_version on flow_runs (version_id);
      create index flow_runs_finished on flow_runs (finished_at) where finished_at is not null;

      -- The way of a run: each step that it entered.
      create table flow_run_steps (
        run_id text not null references flow_runs (id) on delete cascade,
        -- The run's step_count at this step. Ascends, with gaps where a question was repeated.
        position integer not null,
        step_id text not null,
        workspace_id text not null references workspaces (id),
        entered_at text not null,
        primary key (run_id, position)
      ) strict, without rowid;

      -- Runs waiting until their conversation is free.
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

      -- Inbound messages for which a flow decides whether it handles them.
      create table flow_decisions (
        message_id text primary key,
        workspace_id text not null references workspaces (id),
        taken integer not null,
        created_at text not null
      ) strict, without rowid;
      create index flow_decisions_by_time on flow_decisions (created_at);

      -- Messages whose meaning is still to be compared with the flows' examples.
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
