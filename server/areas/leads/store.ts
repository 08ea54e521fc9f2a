import { sql } from 'kysely';
import { countRows, type Db, type Row, type Table } from '../../platform/database/database.ts';
import { unindexed } from '../../platform/database/prepared-query.ts';
import { countShared } from '../../platform/database/row-counts.ts';
import { listRows, putText, removeText } from '../../platform/database/text-index.ts';
import { deleteRow, findRow, insertRow, updateRow } from '../../platform/database/workspace-rows.ts';
import { releaseHeld } from '../../platform/work/held-events.ts';
import { givenIn, markOf, readMark } from '../../platform/work/unconfirmed.ts';
import type { Work } from '../../platform/work/work.ts';
import { matchingWithCustomers, phoneOfContact } from '../people/index.ts';
import type { Lead, LeadChanges } from './schemas.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    leads: Table<'leads'>;
  }
}

type LeadRow = Row<'leads'>;

/** A lead with the present number of its contact. */
type FoundLead = LeadRow & { phone: string | null };

const selectLeads = (db: Db, workspaceId: string) =>
  db
    .selectFrom('leads')
    .selectAll()
    .select(phoneOfContact('leads.contact_id').as('phone'))
    .where('workspace_id', '=', workspaceId);

const leadSearch = { table: 'lead_search', rows: 'leads' } as const;
/** Bounds the rows that a search reads. */
const mostMatches = 20_000;
const mostOfContact = 100;

const toLead = (row: FoundLead): Lead => ({
  id: row.id,
  aiAgentId: row.ai_agent_id,
  contactId: row.contact_id,
  phone: row.phone,
  name: row.name,
  email: row.email,
  address: row.address,
  tags: JSON.parse(row.tags),
  data: JSON.parse(row.data),
  unconfirmed: readMark(row.unconfirmed),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Absent fields stay unchanged; an empty text becomes null. */
const toColumns = ({ name, email, address, tags, data }: LeadChanges): Partial<LeadRow> => ({
  ...(name === undefined ? {} : { name: name || null }),
  ...(email === undefined ? {} : { email: email || null }),
  ...(address === undefined ? {} : { address: address || null }),
  ...(tags === undefined ? {} : { tags: JSON.stringify(tags) }),
  ...(data === undefined ? {} : { data: JSON.stringify(data) }),
});

export async function findLead(db: Db, workspaceId: string, id: string): Promise<Lead | null> {
  const row = await selectLeads(db, workspaceId).where('id', '=', id).executeTakeFirst();
  return row ? toLead(row) : null;
}

export async function findLeadOf(
  db: Db,
  workspaceId: string,
  aiAgentId: string,
  contactId: string,
): Promise<Lead | null> {
  const row = await selectLeads(db, workspaceId)
    .where('ai_agent_id', '=', aiAgentId)
    .where('contact_id', '=', contactId)
    .executeTakeFirst();
  return row ? toLead(row) : null;
}

/** The leads of one agent whose contacts are also leads of another agent. */
export async function sharedLeads(db: Db, workspaceId: string, agentId: string, otherAgentId: string): Promise<Lead[]> {
  const rows = await selectLeads(db, workspaceId)
    .where('ai_agent_id', '=', agentId)
    .where('contact_id', 'in', (from) =>
      from
        .selectFrom('leads')
        .select('contact_id')
        .where('workspace_id', '=', workspaceId)
        .where('ai_agent_id', '=', otherAgentId),
    )
    .execute();
  return rows.map(toLead);
}

/** The ids of a contact's leads, newest first. */
export async function leadIdsOf(db: Db, workspaceId: string, contactId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('leads')
    .select('id')
    .where(unindexed('workspace_id'), '=', workspaceId)
    .where('contact_id', '=', contactId)
    .orderBy('seq', 'desc')
    .limit(mostOfContact)
    .execute();
  return rows.map((row) => row.id);
}

/** A contact's leads, newest first. */
export async function leadsOf(
  db: Db,
  workspaceId: string,
  contactId: string,
  { until = '9', limit = mostOfContact }: { until?: string; limit?: number } = {},
): Promise<Lead[]> {
  const rows = await selectLeads(db, workspaceId)
    .where('contact_id', '=', contactId)
    .where(unindexed('created_at'), '<=', until)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toLead);
}

/** The row of a lead. Throws when there is none. */
export async function findLeadRow(db: Db, workspaceId: string, id: string): Promise<LeadRow> {
  const row = await findRow(db, 'leads', workspaceId, id);
  if (!row) throw new Error(`The lead ${id} is gone`);
  return row;
}

export async function insertLead(
  work: Work,
  draft: LeadChanges & { aiAgentId: string; contactId: string },
): Promise<Lead> {
  const { db, workspace, now } = work;
  const row = await insertRow(db, 'leads', {
    tags: '[]',
    data: '{}',
    ...toColumns(draft),
    unconfirmed: markOf(work, null, givenIn(draft)),
    id: work.newId('lead'),
    workspace_id: workspace.id,
    ai_agent_id: draft.aiAgentId,
    contact_id: draft.contactId,
    created_at: now,
    updated_at: now,
  });
  await indexLead(db, row);
  return (await findLead(db, workspace.id, row.id)) as Lead;
}

/** `unconfirmed` is the lead's mark after the change; by default it follows from the actor and the changed fields. */
export async function updateLead(
  work: Work,
  before: Lead,
  changes: LeadChanges,
  unconfirmed = markOf(work, before.unconfirmed, changedIn(toColumns(changes), before)),
): Promise<Lead> {
  const columns = { ...toColumns(changes), unconfirmed, updated_at: work.now };
  const row = await updateRow(work.db, 'leads', work.workspace.id, before.id, columns);
  if (before.unconfirmed && unconfirmed === null) await releaseHeld(work, before.id);
  await indexLead(work.db, row);
  return (await findLead(work.db, work.workspace.id, before.id)) as Lead;
}

/** Returns the fields whose columns differ from a lead. */
const changedIn = (columns: Partial<LeadRow>, before: Lead): string[] =>
  Object.entries(columns).flatMap(([field, value]) => {
    const present = before[field as keyof Lead];
    const column = typeof present === 'object' && present !== null ? JSON.stringify(present) : present;
    return column === value ? [] : [field];
  });

export async function deleteLead(db: Db, workspaceId: string, id: string): Promise<void> {
  const row = await deleteRow(db, 'leads', workspaceId, id);
  if (row) await forgetLead(db, row);
}

/** Removes a deleted lead from the search index. */
export const forgetLead = (db: Db, { seq }: LeadRow): Promise<void> => removeText(db, leadSearch, seq);

/** Indexes the leads of a contact. */
export async function indexLeadsOf(db: Db, workspaceId: string, contactId: string): Promise<void> {
  const rows = await selectLeads(db, workspaceId).where('contact_id', '=', contactId).execute();
  for (const row of rows) await indexLead(db, row);
}

async function indexLead(db: Db, { seq, workspace_id, name, email }: LeadRow): Promise<void> {
  await putText(db, leadSearch, workspace_id, seq, [name, email].join(' '));
}

/** The newest leads that match a search. */
export const findLeads = (db: Db, workspaceId: string, search: string, limit: number): Promise<Lead[]> =>
  leadsBySeq(db, workspaceId, matchingWithCustomers(db, leadSearch, workspaceId, search, limit));

export interface LeadQuery {
  aiAgentId?: string | undefined;
  contactId?: string | undefined;
  search?: string | undefined;
  /** The half-open range of `createdAt`, UTC text. */
  created: { from?: string; to?: string };
}

/** The leads that a query matches. */
export interface LeadMatches {
  leads: ReturnType<typeof selectRows>;
  /** Their `seq`, newest first, when only a search was given. */
  found: number[] | null;
  /** Their number, when it is known without reading them. */
  count: number | null;
}

const selectRows = (db: Db, workspaceId: string) => db.selectFrom('leads').where('workspace_id', '=', workspaceId);

export function matchLeads(db: Db, workspaceId: string, query: LeadQuery): LeadMatches {
  const { aiAgentId, contactId, search, created } = query;
  let leads = selectRows(db, workspaceId);
  if (aiAgentId !== undefined) leads = leads.where('ai_agent_id', '=', aiAgentId);
  if (contactId !== undefined) leads = leads.where('contact_id', '=', contactId);
  if (created.from !== undefined) leads = leads.where('created_at', '>=', created.from);
  if (created.to !== undefined) leads = leads.where('created_at', '<', created.to);
  const isNarrowed = (contactId ?? created.from ?? created.to) !== undefined;
  if (search === undefined) {
    const count = isNarrowed ? null : countShared(db, workspaceId, 'leads', { ai_agent_id: aiAgentId });
    return { leads, found: null, count };
  }
  const rows = matchingWithCustomers(db, leadSearch, workspaceId, search, mostMatches);
  if (!isNarrowed && aiAgentId === undefined) return { leads, found: rows, count: rows.length };
  return { leads: leads.where('seq', 'in', sql<number>`(${listRows(rows)})`), found: null, count: null };
}

/** The `seq` of the leads, newest first. */
export async function findLeadSeqs(
  { leads, found }: LeadMatches,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<number[]> {
  if (found) return found.slice(offset, offset + limit);
  const rows = await leads.select('seq').orderBy('seq', 'desc').limit(limit).offset(offset).execute();
  return rows.map((row) => row.seq);
}

export const countLeads = (db: Db, { leads, count }: LeadMatches): number => count ?? countRows(db, leads);

/** The leads with these `seq`, in that order. */
export async function leadsBySeq(db: Db, workspaceId: string, seqs: number[]): Promise<Lead[]> {
  if (seqs.length === 0) return [];
  const rows = await selectLeads(db, workspaceId).where('seq', 'in', seqs).execute();
  const bySeq = new Map(rows.map((row) => [row.seq, toLead(row)]));
  return seqs.flatMap((seq) => bySeq.get(seq) ?? []);
}
