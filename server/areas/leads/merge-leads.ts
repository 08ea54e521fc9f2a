import { rowsAtOnce } from '../../platform/database/workspace-rows.ts';
import { joinMarks } from '../../platform/work/unconfirmed.ts';
import type { Work } from '../../platform/work/work.ts';
import type { ContactRow } from '../people/index.ts';
import { type Lead, mostTags } from './schemas.ts';
import { deleteLead, findLeadOf, leadsOf, moveLead, updateLead } from './store.ts';

type MergeListener = (work: Work, goneLeadId: string, keptLeadId: string) => Promise<void>;

declare module '../../platform/wiring.ts' {
  interface Extensions {
    /** Called when two leads become one, so that rows that refer to the deleted lead can refer to the remaining one. */
    leadMerged: MergeListener;
  }
}

/** Makes two leads one: the kept one gains what it lacks, the other is deleted. */
export async function mergeLeads(work: Work, gone: Lead, kept: Lead): Promise<void> {
  for (const follow of work.provided('leadMerged')) await follow(work, gone.id, kept.id);
  const merged = {
    name: kept.name ?? gone.name ?? undefined,
    email: kept.email ?? gone.email ?? undefined,
    address: kept.address ?? gone.address ?? undefined,
    tags: [...new Set([...kept.tags, ...gone.tags])].slice(0, mostTags),
    data: { ...gone.data, ...kept.data },
  };
  await updateLead(work, kept, merged, joinMarks(kept.unconfirmed, gone.unconfirmed));
  await deleteLead(work.db, work.workspace.id, gone.id);
}

/** Moves the leads of a duplicate to the contact; two leads of one agent become one. */
export async function joinLeads(work: Work, duplicate: ContactRow, contact: ContactRow): Promise<void> {
  for (const lead of await leadsOf(work.db, work.workspace.id, duplicate.id)) {
    const kept = await findLeadOf(work.db, work.workspace.id, lead.aiAgentId, contact.id);
    if (kept) await mergeLeads(work, lead, kept);
    else await moveLead(work, lead.id, contact.id);
  }
}

/** A deleted person is no lead either. */
export async function deleteLeadsOf({ db, workspace }: Work, contact: ContactRow): Promise<boolean> {
  const some = await leadsOf(db, workspace.id, contact.id, { limit: rowsAtOnce });
  for (const { id } of some) await deleteLead(db, workspace.id, id);
  return some.length === rowsAtOnce;
}
