import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { Work } from '../../../platform/work/work.ts';

/**
 * One kind of rows that name an agent, told by the area that owns them. It says what becomes of them with the agent:
 * with `reassign` they move to another one; with `remove` they go with it. What cannot go is business data: an agent
 * that has any is not deleted.
 */
export interface AgentData {
  /** What the deletion impact calls it, such as `orders`. */
  kind: string;
  /** The table whose `ai_agent_id` or `agent_id` it is. */
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

/** Counts the rows of a table that name the agent; such a table has `workspace_id`. */
export const countRowsOfAgent =
  (table: string, column: AgentColumn = 'ai_agent_id'): AgentData['count'] =>
  async (db, workspaceId, agentId) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
      where workspace_id = ${workspaceId} and ${sql.ref(column)} = ${agentId}`.execute(db);
    return rows[0]?.count ?? 0;
  };

/** Gives the rows of a table to the other agent; such a table has `workspace_id` and `updated_at`. */
export const moveRowsOfAgent =
  (table: string, column: AgentColumn = 'ai_agent_id'): NonNullable<AgentData['reassign']> =>
  async ({ db, workspace, now }, from, to) => {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to}, updated_at = ${now}
      where workspace_id = ${workspace.id} and ${sql.ref(column)} = ${from}`.execute(db);
  };

/** Deletes the rows of a table that name the agent; such a table has `workspace_id`. */
export const deleteRowsOfAgent =
  (table: string, column: AgentColumn = 'ai_agent_id'): NonNullable<AgentData['remove']> =>
  async ({ db, workspace }, agentId) => {
    await sql`delete from ${sql.table(table)}
      where workspace_id = ${workspace.id} and ${sql.ref(column)} = ${agentId}`.execute(db);
  };
