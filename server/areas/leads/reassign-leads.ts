import { updateRows } from '../../platform/database/workspace-rows.ts';
import type { Work } from '../../platform/work/work.ts';
import { type Lead, mostTags } from './schemas.ts';
import { deleteLead, findLeadOf, sharedLeads, updateLead } from './store.ts';

type MergeListener = (work: Work, goneLeadId: string, keptLeadId: string) => Promise<void>;

declare module '../../platform/wiring.ts' {
  interface Extensions {
    /** Called when two leads become one, so that rows that refer to the deleted lead can refer to the remaining one. */
    leadMerged: MergeListener;
  }
}

/** Moves an agent's leads to another agent. Two leads with the same number become one with the fields of both. */
export async function reassignLeads(work: Work, fromAgentId: string, toAgentId: string): Promise<void> {
  for (const gone of await sharedLeads(work.db, work.workspace.id, fromAgentId, toAgentId)) {
    const kept = (await findLeadOf(work.db, work.workspace.id, toAgentId, gone.phone)) as Lead;
    for (const follow of work.provided('leadMerged')) await follow(work, gone.id, kept.id);
    await updateLead(work, kept.id, {
      name: kept.name ?? gone.name ?? undefined,
      email: kept.email ?? gone.email ?? undefined,
      address: kept.address ?? gone.address ?? undefined,
      tags: [...new Set([...kept.tags, ...gone.tags])].slice(0, mostTags),
      data: { ...gone.data, ...kept.data },
    });
    await deleteLead(work.db, work.workspace.id, gone.id);
  }
  const moved = { ai_agent_id: toAgentId, updated_at: work.now };
  await updateRows(work.db, 'leads', work.workspace.id, { ai_agent_id: fromAgentId }, moved);
}
