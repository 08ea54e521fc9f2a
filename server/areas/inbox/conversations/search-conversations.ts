import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { matchingRows } from '../../../platform/database/text-index.ts';
import { matchingContacts } from '../../people/index.ts';
import { messageSearch } from '../messages.store.ts';
import { type ConversationFilter, type ConversationRow, conversationsBySeq, matchesFilter } from '../store.ts';

/** A search reads only the newest matching messages, so its cost does not grow with the history. */
const newestMessages = 1_000;
const mostContacts = 500;

interface Place {
  at: string;
  id: string;
}

/**
 * Finds conversations whose messages or contact match every word of the search as a prefix, newest activity first.
 * `total` counts the conversations found within the bounds above.
 */
export async function searchConversations(
  db: Db,
  workspaceId: string,
  text: string,
  filter: ConversationFilter,
  page: { limit: number; offset: number; after: Place | null },
): Promise<{ rows: ConversationRow[]; total: number }> {
  const messages = await matchingMessages(db, workspaceId, text);
  const contacts = matchingContacts(workspaceId, text, mostContacts);
  if (!messages || !contacts) return { rows: [], total: 0 };
  // `cross join` fixes the join order: SQLite starts from the few hits, never from all conversations.
  const found = await sql<{ seq: number; at: string; id: string }>`
    select v.seq, v.last_message_at as at, v.id from (
      select m.conversation_id as id from (${messages}) f cross join messages m where m.seq = f.rowid
      union
      select w.id from (${contacts}) f cross join contacts c cross join conversations w
        where c.seq = f.rowid and w.contact_id = c.id
    ) hit cross join conversations v
    where v.id = hit.id and v.workspace_id = ${workspaceId} and ${matchesFilter(filter)}
    order by v.last_message_at desc, v.id desc`.execute(db);
  const { after } = page;
  const rest = after
    ? found.rows.filter((row) => row.at < after.at || (row.at === after.at && row.id < after.id))
    : found.rows.slice(page.offset);
  const places = rest.slice(0, page.limit);
  if (places.length === 0) return { rows: [], total: found.rows.length };
  const seqs = places.map((place) => place.seq);
  const rows = new Map((await conversationsBySeq(db, workspaceId, seqs)).map((row) => [row.seq, row]));
  return { rows: seqs.flatMap((seq) => rows.get(seq) ?? []), total: found.rows.length };
}

/**
 * Query for the newest messages that match the search. If whole words fill the bound by themselves, prefix matches are
 * skipped: merging them by age would read the whole history of every word with that prefix.
 */
export async function matchingMessages(db: Db, workspaceId: string, text: string) {
  const whole = matchingRows(messageSearch, workspaceId, text, newestMessages, { wholeWords: true });
  if (!whole) return null;
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${whole})`.execute(db);
  return rows[0]?.count === newestMessages ? whole : matchingRows(messageSearch, workspaceId, text, newestMessages);
}
