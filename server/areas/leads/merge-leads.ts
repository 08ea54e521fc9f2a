import type { RecordedRows } from '../../platform/database/recorded-rows.ts';
import { rowsAtOnce } from '../../platform/database/workspace-rows.ts';
import { joinMarks } from '../../platform/work/unconfirmed.ts';
import type { Work } from '../../platform/work/work.ts';
import type { ContactRow, Joining } from '../people/index.ts';
import { type Lead, mostTags } from './schemas.ts';
import { deleteLead, findLeadOf, findLeadRow, forgetLead, indexLeadsOf, leadsOf, updateLead } from './store.ts';

declare module '../../platform/wiring.ts' {
  interface Extensions {
    /**
     * Called until all return false when two leads become one: moves a part of the rows that refer to the deleted lead
     * to the remaining one, and returns true if more may remain.
     */
    leadMerged: (rows: RecordedRows, goneLeadId: string, keptLeadId: string) => Promise<boolean>;
  }
}

/**
 * Merges two leads: the kept lead receives missing fields, the other is deleted. Returns true if more rows may refer to
 * the other lead, which then still exists.
 */
export async function mergeLeads(work: Work, rows: RecordedRows, gone: Lead, kept: Lead): Promise<boolean> {
  const { db, workspace } = work;
  for (const follow of work.provided('leadMerged')) if (await follow(rows, gone.id, kept.id)) return true;
  const merged = {
    name: kept.name ?? gone.name ?? undefined,
    email: kept.email ?? gone.email ?? undefined,
    address: kept.address ?? gone.address ?? undefined,
    tags: [...new Set([...kept.tags, ...gone.tags])].slice(0, mostTags),
    data: { ...gone.data, ...kept.data },
  };
  const before = await findLeadRow(db, workspace.id, kept.id);
  await updateLead(work, kept, merged, joinMarks(kept.unconfirmed, gone.unconfirmed));
  rows.note('leads', before, await findLeadRow(db, workspace.id, kept.id));
  const removed = await rows.remove('leads', { id: gone.id });
  if (removed) await forgetLead(db, removed);
  return false;
}

/** Moves leads to the contact into which theirs is joined; merges two leads of one agent. */
export async function joinLeads({ work, rows, gone, kept }: Joining): Promise<boolean> {
  for (const lead of await leadsOf(work.db, work.workspace.id, gone.id)) {
    const same = await findLeadOf(work.db, work.workspace.id, lead.aiAgentId, kept.id);
    if (same && (await mergeLeads(work, rows, lead, same))) return true;
    const toKept = { contact_id: kept.id, updated_at: work.now };
    if (!same && (await rows.move('leads', { id: lead.id, contact_id: gone.id }, toKept))) return true;
  }
  return false;
}

/** Indexes the leads of two contacts after the undo of their join. */
export async function indexAgain({ db, workspace }: Work, contactIds: string[]): Promise<void> {
  for (const contactId of contactIds) await indexLeadsOf(db, workspace.id, contactId);
}

/** A deleted person is no lead either. */
export async function deleteLeadsOf({ db, workspace }: Work, contact: ContactRow): Promise<boolean> {
  const some = await leadsOf(db, workspace.id, contact.id, { limit: rowsAtOnce });
  for (const { id } of some) await deleteLead(db, workspace.id, id);
  return some.length === rowsAtOnce;
}
