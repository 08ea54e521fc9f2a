import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { unindexed } from '../../../platform/database/prepared-query.ts';
import { listRows, matchingRows } from '../../../platform/database/text-index.ts';
import { matchingContacts } from '../../people/index.ts';
import { snippetOf } from '../../search/index.ts';
import { messageSearch } from '../messages.store.ts';
import type { SearchMatch } from '../schemas.ts';
import { type ConversationFilter, type ConversationRow, conversationsBySeq, matchesFilter } from '../store.ts';

/** A search reads only the newest matching messages, so its cost does not grow with the history. */
const newestMessages = 1_000;
const mostContacts = 500;
/** Later than any message. */
const lastMoment = '9999';

interface Place {
  at: string;
  id: string;
}

interface Found {
  rows: ConversationRow[];
  total: number;
  /** The newest matching message of each conversation that was found by one. */
  matches: z.input<typeof SearchMatch>[];
}

/**
 * Finds conversations whose messages or contact match every word of the search as a prefix, newest activity first. In a
 * range of time only its messages count, and no contacts. `total` counts the conversations found within the bounds
 * above.
 */
export async function searchConversations(
  db: Db,
  workspaceId: string,
  text: string,
  { written, ...filter }: ConversationFilter,
  page: { limit: number; offset: number; after: Place | null },
): Promise<Found> {
  const messages = matchingMessages(db, workspaceId, text);
  const contacts = matchingContacts(db, workspaceId, text, mostContacts);
  if (!messages || !contacts) return { rows: [], total: 0, matches: [] };
  const { from = '', to = lastMoment } = written ?? {};
  // `cross join` fixes the join order: SQLite starts from the few hits, never from all conversations.
  const found = await sql<{ seq: number; at: string; id: string; match: number | null }>`
    select v.seq, v.last_message_at as at, v.id, hit.match from (
      select id, max(match) as match from (
        select m.conversation_id as id, m.seq as match from (${listRows(messages)}) f cross join messages m
          where m.seq = f.rowid and m.created_at >= ${from} and m.created_at < ${to}
        union all
        select w.id, null from (${listRows(contacts)}) f cross join contacts c cross join conversations w
          where c.seq = f.rowid and w.contact_id = c.id and ${written === undefined ? 1 : 0}
      ) group by id
    ) hit cross join conversations v
    where v.id = hit.id and v.workspace_id = ${workspaceId} and ${matchesFilter(filter)}
    order by v.last_message_at desc, v.id desc`.execute(db);
  const { after } = page;
  const rest = after
    ? found.rows.filter((row) => row.at < after.at || (row.at === after.at && row.id < after.id))
    : found.rows.slice(page.offset);
  const places = rest.slice(0, page.limit);
  if (places.length === 0) return { rows: [], total: found.rows.length, matches: [] };
  const seqs = places.map((place) => place.seq);
  const rows = new Map((await conversationsBySeq(db, workspaceId, seqs)).map((row) => [row.seq, row]));
  return {
    rows: seqs.flatMap((seq) => rows.get(seq) ?? []),
    total: found.rows.length,
    matches: await readMatches(
      db,
      workspaceId,
      places.flatMap(({ match }) => match ?? []),
      text,
    ),
  };
}

async function readMatches(db: Db, workspaceId: string, seqs: number[], text: string): Promise<Found['matches']> {
  if (seqs.length === 0) return [];
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'conversation_id', 'content', 'created_at'])
    .where(unindexed('workspace_id'), '=', workspaceId)
    .where('seq', 'in', seqs)
    .execute();
  return rows.map((row) => ({
    conversationId: row.conversation_id,
    messageId: row.id,
    at: row.created_at,
    snippet: snippetOf(row.content ?? '', text),
  }));
}

/** The `seq` of the newest messages that match a search, newest first; null when it contains no word. */
export const matchingMessages = (db: Db, workspaceId: string, text: string): number[] | null =>
  matchingRows(db, messageSearch, workspaceId, text, newestMessages);
