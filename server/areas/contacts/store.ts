import { type SqlBool, sql } from 'kysely';
import { countRows, type Db } from '../../platform/database/database.ts';
import { unindexed } from '../../platform/database/prepared-query.ts';
import { dayMs } from '../../platform/durations.ts';
import type { ContactRow } from '../people/index.ts';
import type { ContactFilter } from './filter.ts';
import { matchContacts } from './match-contacts.ts';
import type { Contact } from './schemas.ts';
import { tagsOf } from './tags.store.ts';

export interface ContactQuery {
  search?: string | undefined;
  filter: ContactFilter;
  /** Only those with at least one of these tags; empty: all. */
  anyTag?: string[] | undefined;
  /** Only these. */
  ids?: string[] | undefined;
  /** Time of the request, UTC text, from which `newDays` counts back. */
  now: string;
}

/** Query for the matching contacts (alias `c`), or null when none can match. A higher `seq` is newer. */
export async function selectContacts(
  db: Db,
  workspaceId: string,
  { search, filter, anyTag = [], ids, now }: ContactQuery,
) {
  const tags = [...filter.tags.map((tag) => [tag]), ...(anyTag.length > 0 ? [anyTag] : [])];
  let query = await matchContacts(db, workspaceId, { search, channelIds: filter.channelIds, tags });
  if (!query) return null;
  // SQLite uses a partial index only for literals, not for parameters.
  if (filter.withConversation) query = query.where((where) => where('c.conversation_count', '>', where.lit(0)));
  if (filter.withoutConversation) query = query.where((where) => where('c.conversation_count', '=', where.lit(0)));
  if (filter.optedOut) query = query.where('c.opted_out_at', 'is not', null);
  if (filter.newDays !== null) {
    query = query.where('c.created_at', '>=', new Date(Date.parse(now) - filter.newDays * dayMs).toISOString());
  }
  if (filter.unanswered) query = query.where(isUnanswered);
  if (filter.buyer) query = query.where(hasBought);
  if (filter.lead) query = query.where(isLead);
  if (ids) query = query.where('c.id', 'in', ids);
  return query;
}

// One look-up a contact: with several `in` lists SQLite would compare each entry of one with each of the other.
const isUnanswered = sql<SqlBool>`exists (
  select 1 from conversations v
  where v.workspace_id = c.workspace_id and v.contact_id = c.id and v.unanswered_since is not null)`;

const hasBought = sql<SqlBool>`exists (
  select 1 from orders o
  where o.workspace_id = c.workspace_id and o.client_phone = c.phone and o.status <> 'CANCELLED')`;

const isLead = sql<SqlBool>`exists (
  select 1 from leads l where l.workspace_id = c.workspace_id and l.phone = c.phone)`;

/** The `seq` of a query's contacts, newest first. */
export async function findContactSeqs(
  db: Db,
  workspaceId: string,
  query: ContactQuery,
  page: { limit: number; offset?: number },
): Promise<number[]> {
  const found = await selectContacts(db, workspaceId, query);
  if (!found) return [];
  const rows = await found
    .select('c.seq')
    .orderBy('c.seq', 'desc')
    .limit(page.limit)
    .offset(page.offset ?? 0)
    .execute();
  return rows.map((row) => row.seq);
}

export async function countContacts(db: Db, workspaceId: string, query: ContactQuery): Promise<number> {
  const found = await selectContacts(db, workspaceId, query);
  return found ? countRows(db, found) : 0;
}

/** The contacts with these `seq`, in that order. */
export async function contactsBySeq(db: Db, workspaceId: string, seqs: number[]): Promise<Contact[]> {
  if (seqs.length === 0) return [];
  const rows = await db
    .selectFrom('contacts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('seq', 'in', seqs)
    .execute();
  const contacts = await toContacts(db, workspaceId, rows);
  const bySeq = new Map(rows.map((row, index) => [row.seq, contacts[index] as Contact]));
  return seqs.flatMap((seq) => bySeq.get(seq) ?? []);
}

/** Adds tags and the facts of the conversations, with one query each. */
export async function toContacts(db: Db, workspaceId: string, rows: ContactRow[]): Promise<Contact[]> {
  const seqs = rows.map((row) => row.seq);
  const tags = await tagsOf(db, workspaceId, seqs);
  const conversations = await db
    .selectFrom('conversations')
    .select(['contact_id', 'channel_id', 'last_message_at', 'last_message', 'created_at'])
    .where(unindexed('workspace_id'), '=', workspaceId)
    .where(
      'contact_id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('seq')
    .execute();
  const byContact = Map.groupBy(conversations, (conversation) => conversation.contact_id);
  return rows.map((row) => {
    const own = byContact.get(row.id) ?? [];
    const times = own.flatMap((entry) =>
      entry.last_message === null ? [] : [entry.last_message_at || entry.created_at],
    );
    return {
      id: row.id,
      phone: row.phone,
      name: row.name,
      email: row.email,
      tags: (tags.get(row.seq) ?? []).map(({ name, color }) => ({ name, color })),
      channelIds: own.map((entry) => entry.channel_id),
      conversationCount: own.length,
      lastMessageAt: times.sort().at(-1) ?? null,
      optedOut: row.opted_out_at !== null,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    };
  });
}
