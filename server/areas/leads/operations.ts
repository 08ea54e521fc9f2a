import { z } from 'zod';
import { exportCsv, exportNote } from '../../http/export.ts';
import { dateQuery, dateRange } from '../../http/filters.ts';
import { type Operations, operation, type TargetContext, target } from '../../http/operation.ts';
import { pageOf, pageQuery, toPage } from '../../http/paginate.ts';
import { confirmOperation, deleteOperation, readOperation } from '../../http/usual-operations.ts';
import type { Workspace } from '../../platform/access/workspaces.ts';
import type { Db } from '../../platform/database/database.ts';
import { requirePhone } from '../../platform/text/phones.ts';
import { DayOrTime } from '../../platform/text/times.ts';
import { assertAgent, assertAgentFilter } from '../agents/index.ts';
import { findByPhone, requireContact } from '../people/index.ts';
import { captureLead } from './capture-lead.ts';
import { confirmableLead } from './confirm-lead.ts';
import { leadsExported } from './events.ts';
import { Lead, LeadChanges, LeadDraft } from './schemas.ts';
import {
  countLeads,
  deleteLead,
  findLead,
  findLeadSeqs,
  type LeadQuery,
  leadsBySeq,
  matchLeads,
  updateLead,
} from './store.ts';

const lead = target(Lead, ({ db, workspace, params }: TargetContext<'id'>) => findLead(db, workspace.id, params.id));

const ListQuery = z.object({
  ...pageQuery,
  aiAgentId: z.string().max(64).optional().describe('Only leads of this AI agent.'),
  phone: z.string().max(40).optional().describe('Only the leads of this phone number, in any spelling.'),
  contactId: z.string().max(64).optional().describe('Extension: only the leads of this contact.'),
  search: z
    .string()
    .max(200)
    .optional()
    .describe(
      'Prefixes of words in the name or e-mail, or a number of the contact; accents and case are ignored. Only the newest ' +
        '20,000 matches count.',
    ),
  ...dateQuery,
});

const ExportQuery = z.object({
  aiAgentId: z.string().max(64).optional().describe('Only leads of this AI agent.'),
  from: DayOrTime.optional(),
  to: DayOrTime.optional(),
});

const columns = [
  'id',
  'aiAgentId',
  'contactId',
  'phone',
  'name',
  'email',
  'address',
  'tags',
  'data',
  'createdAt',
  'updatedAt',
];

const toCells = (entry: Lead) => [
  entry.id,
  entry.aiAgentId,
  entry.contactId,
  entry.phone,
  entry.name,
  entry.email,
  entry.address,
  entry.tags.join('; '),
  Object.keys(entry.data).length > 0 ? JSON.stringify(entry.data) : null,
  entry.createdAt,
  entry.updatedAt,
];

export const leadOperations = {
  listLeads: operation({
    method: 'get',
    path: '/api/leads',
    scope: 'leads.read',
    summary: 'List leads',
    description: 'Newest first. `dateFrom` and `dateTo` apply to `createdAt`.',
    tx: 'read',
    steps: 30_000,
    query: ListQuery,
    success: 200,
    response: pageOf(Lead),
    errors: ['unknown_reference'],
    statuses: { unknown_reference: 400 },
    async run({ db, workspace, query }) {
      const matches = matchLeads(db, workspace.id, await toLeadQuery(db, workspace, query));
      const page = { limit: query.limit, offset: (query.page - 1) * query.limit };
      const seqs = await findLeadSeqs(matches, page);
      return toPage(query, await leadsBySeq(db, workspace.id, seqs), countLeads(db, matches));
    },
  }),

  createLead: operation({
    method: 'post',
    path: '/api/leads',
    scope: 'leads.write',
    summary: 'Create a lead',
    description:
      'One lead per agent and contact: a second returns 409 `lead_exists` with `leadId`. Emits `lead.captured` once per lead.',
    tx: 'write',
    words: 'once-confirmed',
    body: LeadDraft,
    success: 200,
    response: Lead,
    errors: ['unknown_reference', 'lead_exists'],
    async run(context) {
      const { db, workspace, fail } = context;
      const { phone, contactId, ...fields } = context.body;
      await assertAgent(db, workspace.id, fields.aiAgentId, 'body.aiAgentId');
      const contact = await requireContact(context, { contactId, phone }, 'body.phone', fields.name);
      const captured = await captureLead(context, { ...fields, contactId: contact.id });
      if (!captured.isNew) {
        throw fail('lead_exists', 'This agent already has a lead of this contact', {
          extra: { leadId: captured.lead.id },
        });
      }
      return captured.lead;
    },
  }),

  getLead: readOperation({
    path: '/api/leads/{id}',
    scope: 'leads.read',
    summary: 'Get a lead',
    target: lead,
  }),

  updateLead: operation({
    method: 'patch',
    path: '/api/leads/{id}',
    scope: 'leads.write',
    summary: 'Change a lead',
    tx: 'write',
    target: lead,
    body: LeadChanges,
    success: 200,
    response: Lead,
    words: 'once-confirmed',
    run: (context) => updateLead(context, context.target, context.body),
  }),

  deleteLead: deleteOperation({
    path: '/api/leads/{id}',
    scope: 'leads.write',
    summary: 'Delete a lead',
    target: lead,
    words: 'never',
    remove: ({ db, workspace }, { id }) => deleteLead(db, workspace.id, id),
  }),

  confirmLeadEntry: confirmOperation({
    path: '/api/leads/{id}/confirm-entry',
    scope: 'leads.write',
    summary: 'Confirm an assistant’s entries in a lead',
    target: lead,
    kind: confirmableLead,
  }),

  exportLeads: operation({
    method: 'get',
    path: '/api/leads/export',
    scope: 'leads.export',
    summary: 'Export leads as CSV',
    description: `${exportNote} \`from\` and \`to\` apply to \`createdAt\`.`,
    tx: 'none',
    dear: { atOnce: 1 },
    steps: 30_000,
    query: ExportQuery,
    exports: true,
    success: 200,
    response: { contentType: 'text/csv; charset=utf-8' },
    errors: ['unknown_reference'],
    statuses: { unknown_reference: 400 },
    async run(context) {
      const { db, workspace, query } = context;
      const { aiAgentId, from, to } = query;
      const range = { aiAgentId, dateFrom: from, dateTo: to };
      const filter = await toLeadQuery(db, workspace, range, { from: 'from', to: 'to' });
      return exportCsv(context, {
        name: 'leads',
        entry: leadsExported,
        columns,
        filters: { aiAgentId: aiAgentId ?? null, from: from ?? null, to: to ?? null },
        count: async () => countLeads(db, matchLeads(db, workspace.id, filter)),
        findKeys: (limit) => findLeadSeqs(matchLeads(db, workspace.id, filter), { limit }),
        load: async (seqs) => (await leadsBySeq(db, workspace.id, seqs)).map(toCells),
      });
    },
  }),
} satisfies Operations;

/** Matches no contact. */
const nobody = '';

/** Converts days and number with the workspace's time zone and country; `names` are the range's parameter names. */
async function toLeadQuery(
  db: Db,
  workspace: Workspace,
  query: Partial<z.output<typeof ListQuery>>,
  names?: { from: string; to: string },
): Promise<LeadQuery> {
  const { aiAgentId, phone, search, contactId } = query;
  const created = dateRange(workspace.timezone, query, names);
  await assertAgentFilter(db, workspace.id, aiAgentId);
  if (phone === undefined) return { aiAgentId, contactId, search, created };
  const owner = await findByPhone(db, workspace.id, requirePhone(phone, workspace.country, 'query.phone'));
  const isOther = contactId !== undefined && contactId !== owner?.id;
  return { aiAgentId, contactId: isOther ? nobody : (owner?.id ?? nobody), search, created };
}
