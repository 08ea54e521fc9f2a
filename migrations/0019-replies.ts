import type { Migration } from '../server/platform/database/migrate.ts';

/** What agents answer: whose turn it is, why they said what they said, and what is counted of it. */
export const replies: Migration = {
  name: '0019-replies',
  up(handle) {
    handle.exec(`
      -- What a customer wrote and nobody has answered yet; messages that come together are one turn.
      create table reply_turns (
        id text primary key,
        workspace_id text not null references workspaces (id),
        conversation_id text not null,
        state text not null,
        outcome text,
        first_message_seq integer not null,
        last_message_seq integer not null,
        first_at text not null,
        due_at text not null,
        attempts integer not null default 0,
        -- The answer, once it is stored.
        reply_message_id text,
        created_at text not null,
        updated_at text not null
      ) strict;
      create unique index reply_turns_waiting on reply_turns (conversation_id) where state = 'PENDING';
      create index reply_turns_due on reply_turns (due_at) where state = 'PENDING';
      create index reply_turns_running on reply_turns (state) where state = 'RUNNING';
      create index reply_turns_by_age on reply_turns (created_at);

      -- How the talk with the agent stands.
      create table reply_states (
        conversation_id text primary key,
        workspace_id text not null references workspaces (id),
        has_greeted integer not null,
        misses_in_a_row integer not null,
        -- Until then the customer knows that the shop is closed.
        told_closed_until text,
        -- The day on which the conversation was last counted.
        counted_day text,
        updated_at text not null
      ) strict;

      create table reply_traces (
        id text primary key,
        workspace_id text not null references workspaces (id),
        agent_id text not null,
        conversation_id text not null,
        -- What was answered: the id of a turn, or the key of a flow's step.
        turn_key text not null unique,
        message_id text unique,
        kind text not null,
        reason text,
        summary text,
        trace text not null,
        created_at text not null,
        updated_at text not null
      ) strict;
      create index reply_traces_of_conversation on reply_traces (conversation_id, created_at);
      create index reply_traces_of_agent on reply_traces (agent_id);

      create table reply_counters (
        workspace_id text not null references workspaces (id),
        agent_id text not null,
        day text not null,
        kind text not null,
        count integer not null,
        primary key (workspace_id, agent_id, day, kind)
      ) strict, without rowid;

      -- Questions without an answer, by the day, so that they can be forgotten.
      create table reply_questions (
        workspace_id text not null references workspaces (id),
        agent_id text not null,
        day text not null,
        question_folded text not null,
        question text not null,
        count integer not null,
        primary key (workspace_id, agent_id, day, question_folded)
      ) strict, without rowid;
    `);
  },
};
