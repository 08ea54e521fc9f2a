import type { Migration } from '../server/platform/database/migrate.ts';

/** The runs of the publishing gate, and what the counts of an agent's data are read by. */
export const agents: Migration = {
  name: '0015-agents',
  up(handle) {
    handle.exec(`
      create table gate_runs (
        id text primary key,
        workspace_id text not null references workspaces (id),
        agent_id text not null references ai_agents (id),
        hash text not null,
        state text not null,
        passed integer not null,
        failed integer not null,
        -- JSON.
        cases text not null,
        started_at text not null,
        finished_at text not null
      ) strict;
      create index gate_runs_of_agent on gate_runs (agent_id, finished_at, id);

      create index conversations_of_agent on conversations (ai_agent_id) where ai_agent_id is not null;
      create index channels_of_agent on channels (ai_agent_id) where ai_agent_id is not null;
    `);
  },
};
