import type { Work } from '../../platform/work/work.ts';
import { leadCaptured } from './events.ts';
import type { Lead, LeadChanges } from './schemas.ts';
import { findLeadOf, insertLead } from './store.ts';

/** The fields of a lead at its capture. */
export type CapturedLead = LeadChanges & { aiAgentId: string; contactId: string };

/**
 * Returns an agent's lead for a contact; creates it and emits `lead.captured` if absent, otherwise leaves it unchanged.
 */
export async function captureLead(work: Work, draft: CapturedLead): Promise<{ lead: Lead; isNew: boolean }> {
  const present = await findLeadOf(work.db, work.workspace.id, draft.aiAgentId, draft.contactId);
  if (present) return { lead: present, isNew: false };
  const lead = await insertLead(work, draft);
  await work.emit(leadCaptured, lead);
  return { lead, isNew: true };
}
