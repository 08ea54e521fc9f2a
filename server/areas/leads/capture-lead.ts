import type { Work } from '../../platform/work/work.ts';
import { leadCaptured } from './events.ts';
import type { Lead, LeadChanges } from './schemas.ts';
import { findLeadOf, insertLead } from './store.ts';

/** What is known of a lead when it is captured; `phone` is E.164. */
export type CapturedLead = LeadChanges & { aiAgentId: string; phone: string };

/**
 * The lead of an agent with a number: made, with one `lead.captured`, when there is none, else the present one as it
 * is.
 */
export async function captureLead(work: Work, draft: CapturedLead): Promise<{ lead: Lead; isNew: boolean }> {
  const present = await findLeadOf(work.db, work.workspace.id, draft.aiAgentId, draft.phone);
  if (present) return { lead: present, isNew: false };
  const lead = await insertLead(work, draft);
  await work.emit(leadCaptured, lead);
  return { lead, isNew: true };
}
