import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { type ContactRow, matchingContacts } from '../people/index.ts';
import type { ContactFilter } from './filter.ts';
import type { Contact } from './schemas.ts';
import { findTagId, tagsOf } from './tags.store.ts';

/** Bounds what a search reads; a shop with more matches narrows it. */
const mostMatches = 20_000;

export interface ContactQuery {
  search?: string | undefined;
  filter: ContactFilter;
}

/** The contacts of a query, or null when none can match. Newest first is by `seq`. */
async function matching(db: Db, workspaceId: string, { search, filter }: ContactQuery) {
  let query = db.selectFrom('contacts as c').where('c.workspace_id', '=', workspaceId);
  // Literals, not parameters: only so SQLite sees that its partial indexes apply.
  if (filter.withConversation) query = query.where((where) => where('c.conversation_count', '>', where.lit(0)));
  if (filter.withoutConversation) query = query.where((where) => where('c.conversation_count', '=', where.lit(0)));
  if (filter.optedOut) query = query.where('c.opted_out_at', 'is not', null);
  for (const channelId of filter.channelIds) {
    query = query.where((where) =>
      where.exists(
        where
          .selectFrom('conversations as v')
          .select('v.id')
          .where('v.channel_id', '=', channelId)
          .whereRef('v.contact_id', '=', 'c.id'),
      ),
    );
  }
  // One list only: SQLite tries each entry of one against each of another.
  const lists = [];
  for (const tag of filter.tags) {
    const tagId = await findTagId(db, workspaceId, tag);
    if (tagId === null) return null;
    lists.push(sql`select contact_seq from contact_tags where tag_id = ${tagId}`);
  }
  if (search !== undefined) {
    const found = matchingContacts(workspaceId, search, mostMatches);
    if (!found) return null;
    lists.push(sql`select rowid from (${found})`);
  }
  if (lists.length > 0) query = query.where('c.seq', 'in', sql<number>`(${sql.join(lists, sql` intersect `)})`);
  return query;
}

/** The `seq` of a query's contacts, newest first. */
export async function findContactSeqs(
  db: Db,
  workspaceId: string,
  query: ContactQuery,
  page: { limit: number; offset?: number },
): Promise<number[]> {
  const found = await matching(db, workspaceId, query);
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
  const found = await matching(db, workspaceId, query);
  if (!found) return 0;
  const { count } = await found.select((build) => build.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return count;
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

/** Adds tags and what the conversations tell, one query each. */
export async function toContacts(db: Db, workspaceId: string, rows: ContactRow[]): Promise<Contact[]> {
  const seqs = rows.map((row) => row.seq);
  const tags = await tagsOf(db, workspaceId, seqs);
  const conversations = await db
    .selectFrom('conversations')
    .select(['contact_id', 'channel_id', 'last_message_at', 'last_message'])
    .where('workspace_id', '=', workspaceId)
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
    const times = own.flatMap((entry) => (entry.last_message === null ? [] : [entry.last_message_at]));
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
