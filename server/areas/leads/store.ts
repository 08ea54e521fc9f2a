import { sql } from 'kysely';
import { countRows, type Db, type Row, type Table } from '../../platform/database/database.ts';
import { unindexed } from '../../platform/database/prepared-query.ts';
import { countShared } from '../../platform/database/row-counts.ts';
import { listRows, matchesText, matchingRows, putText, removeText } from '../../platform/database/text-index.ts';
import { deleteRow, findRow, findRowBy, insertRow, updateRow } from '../../platform/database/workspace-rows.ts';
import { joinPhone, phoneWords } from '../../platform/text/phones.ts';
import { releaseHeld } from '../../platform/work/held-events.ts';
import { givenIn, markOf, readMark } from '../../platform/work/unconfirmed.ts';
import type { Work } from '../../platform/work/work.ts';
import type { Lead, LeadChanges } from './schemas.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    leads: Table<'leads'>;
  }
}

type LeadRow = Row<'leads'>;

const leadSearch = { table: 'lead_search' };
/** Bounds the rows that a search reads. */
const mostMatches = 20_000;
const mostOfPhone = 100;

const toLead = (row: LeadRow): Lead => ({
  id: row.id,
  aiAgentId: row.ai_agent_id,
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
  const row = await findRow(db, 'leads', workspaceId, id);
  return row ? toLead(row) : null;
}

export async function findLeadOf(db: Db, workspaceId: string, aiAgentId: string, phone: string): Promise<Lead | null> {
  const row = await findRowBy(db, 'leads', workspaceId, { ai_agent_id: aiAgentId, phone });
  return row ? toLead(row) : null;
}

/** The leads of one agent whose number another agent also has. */
export async function sharedLeads(db: Db, workspaceId: string, agentId: string, otherAgentId: string): Promise<Lead[]> {
  const rows = await db
    .selectFrom('leads')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('ai_agent_id', '=', agentId)
    .where('phone', 'in', (from) =>
      from
        .selectFrom('leads')
        .select('phone')
        .where('workspace_id', '=', workspaceId)
        .where('ai_agent_id', '=', otherAgentId),
    )
    .execute();
  return rows.map(toLead);
}

/** The ids of the leads with a number, newest first. */
export async function leadIdsOf(db: Db, workspaceId: string, phone: string): Promise<string[]> {
  const rows = await db
    .selectFrom('leads')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('phone', '=', phone)
    .orderBy('seq', 'desc')
    .limit(mostOfPhone)
    .execute();
  return rows.map((row) => row.id);
}

/** The leads with a number, newest first. */
export async function leadsOf(
  db: Db,
  workspaceId: string,
  phone: string,
  { until = '9', limit = mostOfPhone }: { until?: string; limit?: number } = {},
): Promise<Lead[]> {
  const rows = await db
    .selectFrom('leads')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('phone', '=', phone)
    .where(unindexed('created_at'), '<=', until)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toLead);
}

/** Gives a lead another number, which no other lead of its agent may have. */
export async function moveLead(work: Work, id: string, phone: string): Promise<void> {
  await indexLead(work.db, await updateRow(work.db, 'leads', work.workspace.id, id, { phone, updated_at: work.now }));
}

export async function insertLead(work: Work, draft: LeadChanges & { aiAgentId: string; phone: string }): Promise<Lead> {
  const row = await insertRow(work.db, 'leads', {
    tags: '[]',
    data: '{}',
    ...toColumns(draft),
    unconfirmed: markOf(work, null, givenIn(draft)),
    id: work.newId('lead'),
    workspace_id: work.workspace.id,
    ai_agent_id: draft.aiAgentId,
    phone: draft.phone,
    created_at: work.now,
    updated_at: work.now,
  });
  await indexLead(work.db, row);
  return toLead(row);
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
  return toLead(row);
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
  if (row) await removeText(db, leadSearch, row.seq);
}

async function indexLead(db: Db, { seq, workspace_id, name, email, phone }: LeadRow): Promise<void> {
  await putText(db, leadSearch, workspace_id, seq, [name, email, phoneWords(phone)].join(' '));
}

/** The newest leads that match a search. */
export async function findLeads(db: Db, workspaceId: string, search: string, limit: number): Promise<Lead[]> {
  const rows = await db
    .selectFrom('leads')
    .selectAll()
    .where(unindexed('workspace_id'), '=', workspaceId)
    .where(matchesText(db, leadSearch, workspaceId, joinPhone(search), limit))
    .orderBy('seq', 'desc')
    .execute();
  return rows.map(toLead);
}

export interface LeadQuery {
  aiAgentId?: string | undefined;
  /** E.164. */
  phone?: string | undefined;
  search?: string | undefined;
  /** The half-open range of `createdAt`, UTC text. */
  created: { from?: string; to?: string };
}

/** The leads that a query matches. */
export interface LeadMatches {
  leads: ReturnType<typeof selectLeads>;
  /** Their `seq`, newest first, when only a search was given. */
  found: number[] | null;
  /** Their number, when it is known without reading them. */
  count: number | null;
}

const selectLeads = (db: Db, workspaceId: string) => db.selectFrom('leads').where('workspace_id', '=', workspaceId);

export function matchLeads(db: Db, workspaceId: string, query: LeadQuery): LeadMatches {
  const { aiAgentId, phone, search, created } = query;
  let leads = selectLeads(db, workspaceId);
  if (aiAgentId !== undefined) leads = leads.where('ai_agent_id', '=', aiAgentId);
  if (phone !== undefined) leads = leads.where('phone', '=', phone);
  if (created.from !== undefined) leads = leads.where('created_at', '>=', created.from);
  if (created.to !== undefined) leads = leads.where('created_at', '<', created.to);
  const isNarrowed = (phone ?? created.from ?? created.to) !== undefined;
  if (search === undefined) {
    const count = isNarrowed ? null : countShared(db, workspaceId, 'leads', { ai_agent_id: aiAgentId });
    return { leads, found: null, count };
  }
  const rows = matchingRows(db, leadSearch, workspaceId, joinPhone(search), mostMatches) ?? [];
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
  const rows = await db
    .selectFrom('leads')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('seq', 'in', seqs)
    .execute();
  const bySeq = new Map(rows.map((row) => [row.seq, toLead(row)]));
  return seqs.flatMap((seq) => bySeq.get(seq) ?? []);
}
