import type { Db, Row, Table } from '../../../platform/database/database.ts';
import { deleteRows, findRowBy, updateRows } from '../../../platform/database/workspace-rows.ts';
import type { KnowledgeSource } from '../schemas.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    /** The tests of a segment for a published agent that reads it; the agent answers from it once they PASSED. */
    knowledge_approvals: Table<'knowledge_approvals', { state: 'TESTING' | 'PASSED' | 'FAILED' }>;
  }
}

export type Approval = Row<'knowledge_approvals'>;

export const listAgentApprovals = (db: Db, workspaceId: string, agentId: string): Promise<Approval[]> =>
  db
    .selectFrom('knowledge_approvals')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('agent_id', '=', agentId)
    .execute();

export const findApproval = (db: Db, workspaceId: string, agentId: string, segment: number): Promise<Approval | null> =>
  findRowBy(db, 'knowledge_approvals', workspaceId, { agent_id: agentId, segment });

/** The approvals of one source for one agent, of its segments of now and before. */
export const listSourceApprovals = (
  db: Db,
  workspaceId: string,
  agentId: string,
  sourceId: string,
): Promise<Approval[]> =>
  db
    .selectFrom('knowledge_approvals')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('agent_id', '=', agentId)
    .where('source_id', '=', sourceId)
    .execute();

/** The segments of a source from which any agent answers. */
export async function listHeardSegments(db: Db, workspaceId: string, sourceId: string): Promise<Set<number>> {
  const rows = await db
    .selectFrom('knowledge_approvals')
    .select('segment')
    .where('workspace_id', '=', workspaceId)
    .where('source_id', '=', sourceId)
    .where('state', '=', 'PASSED')
    .execute();
  return new Set(rows.map(({ segment }) => segment));
}

export async function putApproval(db: Db, approval: Approval): Promise<void> {
  const { agent_id, segment, workspace_id } = approval;
  await deleteRows(db, 'knowledge_approvals', workspace_id, { agent_id, segment });
  await db.insertInto('knowledge_approvals').values(approval).execute();
}

export const settleApproval = (
  db: Db,
  { workspace_id, agent_id, segment }: Approval,
  outcome: Pick<Approval, 'state' | 'reason' | 'updated_at'>,
): Promise<void> => updateRows(db, 'knowledge_approvals', workspace_id, { agent_id, segment }, outcome);

export const deleteApproval = (db: Db, { workspace_id, agent_id, segment }: Approval): Promise<void> =>
  deleteRows(db, 'knowledge_approvals', workspace_id, { agent_id, segment });

/** Source id → the published agents that do not answer from its current content. */
export async function readHeldBack(
  db: Db,
  workspaceId: string,
  sourceIds: string[],
): Promise<Map<string, KnowledgeSource['heldBack']>> {
  const rows = await db
    .selectFrom('knowledge_approvals as a')
    .innerJoin('knowledge_segments as g', 'g.number', 'a.segment')
    .select(['a.source_id', 'a.agent_id', 'a.state', 'a.reason'])
    .where('a.workspace_id', '=', workspaceId)
    .where('a.source_id', 'in', sourceIds)
    .where('a.state', '!=', 'PASSED')
    .where('g.workspace_id', '=', workspaceId)
    .where('g.state', '=', 'LIVE')
    .orderBy('a.agent_id')
    .execute();
  const held = Map.groupBy(rows, ({ source_id }) => source_id);
  return new Map(
    [...held].map(([sourceId, entries]) => [
      sourceId,
      entries.map(({ agent_id, state, reason }) => ({
        aiAgentId: agent_id,
        state: state as 'TESTING' | 'FAILED',
        reason,
      })),
    ]),
  );
}
