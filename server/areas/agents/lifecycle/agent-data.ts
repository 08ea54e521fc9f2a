import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { Work } from '../../../platform/work/work.ts';

/**
 * One kind of rows that refer to an agent, declared by the area that owns them. `reassign` moves them to another agent;
 * `remove` deletes them with the agent. Rows without `remove` are business data, which block the deletion of the agent.
 */
export interface AgentData {
  /** Key in the deletion impact, such as `orders`. */
  kind: string;
  /** The table with the column `ai_agent_id` or `agent_id`. */
  table: string;
  count(db: Db, workspaceId: string, agentId: string): Promise<number>;
  reassign?(work: Work, fromAgentId: string, toAgentId: string): Promise<void>;
  remove?(work: Work, agentId: string): Promise<void>;
}

declare module '../../../platform/wiring.ts' {
  interface Extensions {
    agentData: AgentData;
  }
}

export const isBusinessData = (data: AgentData): boolean => data.remove === undefined;

type AgentColumn = 'ai_agent_id' | 'agent_id';

/** Returns a function that counts the agent's rows of a table with `workspace_id`. */
export const countRowsOfAgent =
  (table: string, column: AgentColumn = 'ai_agent_id'): AgentData['count'] =>
  async (db, workspaceId, agentId) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
      where workspace_id = ${workspaceId} and ${sql.ref(column)} = ${agentId}`.execute(db);
    return rows[0]?.count ?? 0;
  };

/** Returns a function that moves the rows of a table with `workspace_id` and `updated_at` to another agent. */
export const moveRowsOfAgent =
  (table: string, column: AgentColumn = 'ai_agent_id'): NonNullable<AgentData['reassign']> =>
  async ({ db, workspace, now }, from, to) => {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to}, updated_at = ${now}
      where workspace_id = ${workspace.id} and ${sql.ref(column)} = ${from}`.execute(db);
  };

/** Returns a function that deletes the agent's rows of a table with `workspace_id`. */
export const deleteRowsOfAgent =
  (table: string, column: AgentColumn = 'ai_agent_id'): NonNullable<AgentData['remove']> =>
  async ({ db, workspace }, agentId) => {
    await sql`delete from ${sql.table(table)}
      where workspace_id = ${workspace.id} and ${sql.ref(column)} = ${agentId}`.execute(db);
  };
