import type { Area } from '../../http/area.ts';
import type { Db } from '../../platform/database/database.ts';
import { confirmableLead } from './confirm-lead.ts';
import { listLeadIds } from './list-lead-ids.ts';
import { deleteLeadsOf, indexAgain, joinLeads } from './merge-leads.ts';
import { leadOperations } from './operations.ts';
import { reassignLeads, reassignSomeLeads } from './reassign-leads.ts';
import { searchLeads } from './search-leads.ts';
import { findLead } from './store.ts';

export { type CapturedLead, captureLead } from './capture-lead.ts';
export { leadIdsOf, leadsOf } from './store.ts';

export const leadExists = async (db: Db, workspaceId: string, id: string): Promise<boolean> =>
  (await findLead(db, workspaceId, id)) !== null;

export const leads = {
  name: 'leads',
  title: 'Leads',
  about: 'People with an intention to buy, as agents and flows note them.',
  operations: leadOperations,
  provides: {
    confirmable: [confirmableLead],
    searchable: [searchLeads],
    textIndex: [{ index: 'lead_search', table: 'leads', row: 'seq' }],
    agentData: [
      {
        kind: 'leads',
        table: 'leads',
        column: 'ai_agent_id',
        reassign: reassignLeads,
        reassignPart: reassignSomeLeads,
      },
    ],
    contactJoined: [joinLeads],
    joinUndone: [indexAgain],
    contactMarks: [listLeadIds],
    contactDeleted: [deleteLeadsOf],
  },
} satisfies Area;
