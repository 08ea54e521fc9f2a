import type { Migration } from './migration.ts';

/** Runs of the publishing gate, what published agents speak from, and indexes for counting an agent's data. */
export const agents: Migration = {
  name: '0015-agents',
  up(handle) {
    handle.exec(`
      create table gate_runs (
        id text primary key,
        workspace_id text not null references workspaces (id),
        agent_id text not null references ai_agents (id),
        hash text not null,
        engine text not null,
        state text not null,
        passed integer not null,
        failed integer not null,
        -- Cases that a bounded run left out.
        skipped integer not null,
        -- Of the language model, in and out; null for the local engine.
        tokens integer,
        -- JSON.
        cases text not null,
        started_at text not null,
        finished_at text not null
      ) strict;
      create index gate_runs_of_agent on gate_runs (agent_id, finished_at, id);

      create table agent_snapshots (
        agent_id text primary key references ai_agents (id),
        workspace_id text not null references workspaces (id),
        -- Of the gate run that was passed.
        hash text not null,
        -- JSON: the agent with its FAQs, and its items.
        configuration text not null,
        items text not null,
        published_at text not null,
        updated_at text not null
      ) strict;

      create index conversations_of_agent on conversations (ai_agent_id) where ai_agent_id is not null;
      create index channels_of_agent on channels (ai_agent_id) where ai_agent_id is not null;
    `);
  },
};
