import { sql } from 'kysely';
import type { Db, Tables } from '../../../platform/database/database.ts';
import type { Work } from '../../../platform/work/work.ts';

/**
 * One kind of rows that refer to an agent, declared by the area that owns them. Rows without `remove` and `removeLater` are business data,
 * which block the deletion of the agent.
 */
export interface AgentData {
  /** Key in the deletion impact, such as `orders`. */
  kind: string;
  /** A table with `workspace_id`. */
  table: keyof Tables;
  /** The column that refers to the agent. */
  column: 'ai_agent_id' | 'agent_id';
  /** Counts the rows of an agent; by default all that refer to it. */
  count?(db: Db, workspaceId: string, agentId: string): Promise<number>;
  /** Moves the rows to another agent; `true` changes `column` and `updated_at`. */
  reassign?: true | ((work: Work, fromAgentId: string, toAgentId: string) => Promise<void>);
  /** Moves up to `limit` rows before `reassign` moves the rest; returns true if there may be more. */
  reassignPart?(work: Work, fromAgentId: string, toAgentId: string, limit: number): Promise<boolean>;
  /** Removes the rows with the agent; `true` deletes them. For rows with a foreign key, which are few. */
  remove?: true | ((work: Work, agentId: string) => Promise<void>);
  /**
   * Deletes the rows after the agent, in parts. For what grows with every message, and what nothing reads without the
   * agent.
   */
  removeLater?: true;
}

declare module '../../../platform/wiring.ts' {
  interface Extensions {
    agentData: AgentData;
  }
}

const ofAgent = ({ table, column }: AgentData, workspaceId: string, agentId: string) => ({
  source: sql.table(table),
  owner: sql.ref(column),
  isIt: sql`workspace_id = ${workspaceId} and ${sql.ref(column)} = ${agentId}`,
});

/** Counts the rows of an agent. */
export async function countAgentData(db: Db, workspaceId: string, data: AgentData, agentId: string): Promise<number> {
  if (data.count) return data.count(db, workspaceId, agentId);
  const { source, isIt } = ofAgent(data, workspaceId, agentId);
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${source} where ${isIt}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Rows per transaction. All other writes wait for each transaction. */
const rowsAtOnce = 1_000;

/** Moves a batch of an agent's rows to another agent if a plain update suffices; returns true if there may be more. */
export async function reassignPart(work: Work, data: AgentData, fromId: string, toId: string): Promise<boolean> {
  if (data.reassignPart) return data.reassignPart(work, fromId, toId, rowsAtOnce);
  if (data.reassign !== true) return false;
  const { source, owner, isIt } = ofAgent(data, work.workspace.id, fromId);
  const part = sql`select rowid from ${source} where ${isIt} limit ${rowsAtOnce}`;
  const move = sql`update ${source} set ${owner} = ${toId}, updated_at = ${work.now} where rowid in (${part})`;
  const { numAffectedRows = 0n } = await move.execute(work.db);
  return Number(numAffectedRows) === rowsAtOnce;
}

/** Moves the rows of an agent to another one, if they can be moved. */
export async function reassignAgentData(work: Work, data: AgentData, fromId: string, toId: string): Promise<void> {
  if (data.reassign !== true) return data.reassign?.(work, fromId, toId);
  const { source, owner, isIt } = ofAgent(data, work.workspace.id, fromId);
  await sql`update ${source} set ${owner} = ${toId}, updated_at = ${work.now} where ${isIt}`.execute(work.db);
}

/** Deletes a part of the rows that a deleted agent has left. Returns whether there may be more. */
export async function removeLeft(work: Work, data: AgentData, agentId: string): Promise<boolean> {
  if (!data.removeLater) return false;
  const { source, isIt } = ofAgent(data, work.workspace.id, agentId);
  const { numAffectedRows = 0n } = await sql`delete from ${source} where ${isIt} limit ${rowsAtOnce}`.execute(work.db);
  return Number(numAffectedRows) === rowsAtOnce;
}

/** Removes the rows of an agent, if they go with it. */
export async function removeAgentData(work: Work, data: AgentData, agentId: string): Promise<void> {
  if (data.remove !== true) return data.remove?.(work, agentId);
  const { source, isIt } = ofAgent(data, work.workspace.id, agentId);
  await sql`delete from ${source} where ${isIt}`.execute(work.db);
}
