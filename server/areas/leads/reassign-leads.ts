import { RecordedRows } from '../../platform/database/recorded-rows.ts';
import { updateRows } from '../../platform/database/workspace-rows.ts';
import type { Work } from '../../platform/work/work.ts';
import { mergeLeads } from './merge-leads.ts';
import type { Lead } from './schemas.ts';
import { findLeadOf, sharedLeads } from './store.ts';

/** Moves up to `limit` leads of contacts without a lead of the other agent; returns true if more may remain. */
export async function reassignSomeLeads(work: Work, fromAgentId: string, toAgentId: string, limit: number) {
  const { db, workspace } = work;
  const ofOther = db
    .selectFrom('leads')
    .select('contact_id')
    .where('workspace_id', '=', workspace.id)
    .where('ai_agent_id', '=', toAgentId);
  const some = db
    .selectFrom('leads')
    .select('seq')
    .where('workspace_id', '=', workspace.id)
    .where('ai_agent_id', '=', fromAgentId)
    .where('contact_id', 'not in', ofOther)
    .limit(limit);
  const moved = { ai_agent_id: toAgentId, updated_at: work.now };
  const { numUpdatedRows } = await db.updateTable('leads').set(moved).where('seq', 'in', some).executeTakeFirst();
  return Number(numUpdatedRows) === limit;
}

/** Moves an agent's leads to another agent. Two leads of the same contact become one with the fields of both. */
export async function reassignLeads(work: Work, fromAgentId: string, toAgentId: string): Promise<void> {
  for (const gone of await sharedLeads(work.db, work.workspace.id, fromAgentId, toAgentId)) {
    const kept = (await findLeadOf(work.db, work.workspace.id, toAgentId, gone.contactId)) as Lead;
    await mergeLeads(work, new RecordedRows(work), gone, kept);
  }
  const moved = { ai_agent_id: toAgentId, updated_at: work.now };
  await updateRows(work.db, 'leads', work.workspace.id, { ai_agent_id: fromAgentId }, moved);
}
