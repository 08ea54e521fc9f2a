import { countRows, type Db } from '../../platform/database/database.ts';
import { unindexed } from '../../platform/database/prepared-query.ts';
import { countShared } from '../../platform/database/row-counts.ts';
import { readMark } from '../../platform/work/unconfirmed.ts';
import { addressesByContact, type ContactRow, showAddresses } from '../people/index.ts';
import { type Condition, type ContactQuery, readConditions, selectMeeting } from './match-contacts.ts';
import type { Contact } from './schemas.ts';
import { tagsOf } from './tags.store.ts';

/** Query for the matching contacts (alias `c`), or null when none can match. A higher `seq` is newer. */
export async function selectContacts(db: Db, workspaceId: string, query: ContactQuery) {
  const conditions = await readConditions(db, workspaceId, query);
  return conditions && selectMeeting(db, workspaceId, conditions);
}

/** The `seq` of the contacts that meet all conditions, newest first; null: none can. */
export async function findContactSeqs(
  db: Db,
  workspaceId: string,
  conditions: Condition[] | null,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<number[]> {
  if (!conditions) return [];
  const found = conditions.length === 1 ? conditions[0]?.rows : undefined;
  if (found) return found.slice(offset, offset + limit);
  const page = selectMeeting(db, workspaceId, conditions).select('c.seq').orderBy('c.seq', 'desc');
  return (await page.limit(limit).offset(offset).execute()).map((row) => row.seq);
}

export function countContacts(db: Db, workspaceId: string, conditions: Condition[] | null): number {
  if (!conditions) return 0;
  const [first = { count: countShared(db, workspaceId, 'contacts') }, ...others] = conditions;
  const known = others.length === 0 ? first.count : null;
  return known ?? countRows(db, selectMeeting(db, workspaceId, conditions));
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
  const ids = rows.map((row) => row.id);
  const tags = await tagsOf(db, workspaceId, seqs);
  const conversations = await db
    .selectFrom('conversations')
    .select(['contact_id', 'channel_id', 'last_message_at', 'last_message', 'created_at'])
    .where(unindexed('workspace_id'), '=', workspaceId)
    .where('contact_id', 'in', ids)
    .orderBy('seq')
    .execute();
  const addresses = await addressesByContact(db, ids);
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
      username: row.username,
      addresses: showAddresses(addresses.get(row.id) ?? []),
      email: row.email,
      tags: (tags.get(row.seq) ?? []).map(({ name, color }) => ({ name, color })),
      channelIds: own.map((entry) => entry.channel_id),
      conversationCount: own.length,
      lastMessageAt: times.sort().at(-1) ?? null,
      optedOut: row.opted_out_at !== null,
      unconfirmed: readMark(row.unconfirmed),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    };
  });
}
