import type { Migration } from './migration.ts';

/** Agents' replies: turns, traces of decisions, and counters. */
export const replies: Migration = {
  name: '0019-replies',
  up(handle) {
    handle.exec(`
      -- Unanswered customer messages; messages that arrive together are one turn.
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
        -- The reply, once it is stored.
        reply_message_id text,
        created_at text not null,
        updated_at text not null
      ) strict;
      create unique index reply_turns_waiting on reply_turns (conversation_id) where state = 'PENDING';
      -- Deleting a conversation deletes its turns.
      create index reply_turns_of_conversation on reply_turns (conversation_id);
      create index reply_turns_due on reply_turns (due_at) where state = 'PENDING';
      create index reply_turns_running on reply_turns (state) where state = 'RUNNING';
      create index reply_turns_by_age on reply_turns (created_at);

      -- State of the conversation with the agent.
      create table reply_states (
        conversation_id text primary key,
        workspace_id text not null references workspaces (id),
        has_greeted integer not null,
        misses_in_a_row integer not null,
        -- Until then the customer has been told that the shop is closed.
        told_closed_until text,
        -- Day on which the conversation was last counted.
        counted_day text,
        -- JSON: the order or booking that waits for the customer's yes.
        proposal text,
        updated_at text not null
      ) strict;

      create table reply_traces (
        id text primary key,
        workspace_id text not null references workspaces (id),
        agent_id text not null,
        conversation_id text not null,
        -- Id of the turn, or the key of a flow's step; makes the reply idempotent.
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

      -- Each question that an agent could not answer; it goes with its conversation.
      create table reply_questions (
        id text primary key,
        workspace_id text not null references workspaces (id),
        agent_id text not null,
        conversation_id text not null,
        -- The agent's reply that admits it; null if nothing was sent.
        message_id text,
        question text not null,
        question_folded text not null,
        -- In the time zone of the workspace.
        day text not null,
        asked_at text not null,
        -- What the owner did about it: 'taught' or 'dismissed'; null while it is open.
        closed_as text,
        closed_at text
      ) strict;
      create index reply_questions_of_agent on reply_questions (agent_id, asked_at);
      create index reply_questions_of_conversation on reply_questions (conversation_id);
      create index reply_questions_by_age on reply_questions (asked_at);
    `);
  },
};
