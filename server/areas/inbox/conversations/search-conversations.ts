import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { prepareQuery, unindexed } from '../../../platform/database/prepared-query.ts';
import { matchingRows } from '../../../platform/database/text-index.ts';
import { matchingContacts } from '../../people/index.ts';
import { snippetOf } from '../../search/index.ts';
import { messageSearch } from '../messages.store.ts';
import type { SearchMatch } from '../schemas.ts';
import { type ConversationFilter, type ConversationRow, conversationsBySeq, matchesFilter } from '../store.ts';

/** A search reads only the newest matching messages, so its cost does not grow with the history. */
const newestMessages = 500;
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
  // The newest message of a conversation is the last to be set.
  const hits = ofMessages(db, JSON.stringify(messages), from, to).all().reverse();
  const matches = new Map(hits.map(({ id, seq }) => [id, seq]));
  const people = written === undefined ? ofContacts(db, JSON.stringify(contacts)).all() : [];
  const ids = new Set([...matches.keys(), ...people.map(({ id }) => id)]);
  const found = await listPlaces(db, workspaceId, [...ids], filter);
  const { after } = page;
  const rest = after
    ? found.filter((row) => row.at < after.at || (row.at === after.at && row.id < after.id))
    : found.slice(page.offset);
  const places = rest.slice(0, page.limit);
  if (places.length === 0) return { rows: [], total: found.length, matches: [] };
  const seqs = places.map((place) => place.seq);
  const rows = new Map((await conversationsBySeq(db, workspaceId, seqs)).map((row) => [row.seq, row]));
  return {
    rows: seqs.flatMap((seq) => rows.get(seq) ?? []),
    total: found.length,
    matches: await readMatches(
      db,
      workspaceId,
      places.flatMap(({ id }) => matches.get(id) ?? []),
      text,
    ),
  };
}

// `cross join` fixes the join order: SQLite starts from the few hits, never from all conversations. Three short queries
// take half as long as one over their union.
const ofMessages = prepareQuery((db, seqs: string, from: string, to: string) =>
  db
    .selectFrom(sql<{ value: number }>`json_each(${seqs})`.as('hit'))
    .crossJoin('messages as m')
    .select(['m.conversation_id as id', 'm.seq'])
    .whereRef('m.seq', '=', 'hit.value')
    .where('m.written_at', '>=', from)
    .where('m.written_at', '<', to),
);

const ofContacts = prepareQuery((db, seqs: string) =>
  db
    .selectFrom(sql<{ value: number }>`json_each(${seqs})`.as('hit'))
    .crossJoin('contacts as c')
    .crossJoin('conversations as v')
    .select('v.id')
    .whereRef('c.seq', '=', 'hit.value')
    .whereRef('v.contact_id', '=', 'c.id'),
);

/** The conversations with these ids that pass the filter, the latest activity first. */
const listPlaces = (db: Db, workspaceId: string, ids: string[], filter: ConversationFilter) =>
  db
    .selectFrom(sql<{ value: string }>`json_each(${JSON.stringify(ids)})`.as('hit'))
    .crossJoin('conversations as v')
    .select(['v.seq', 'v.last_message_at as at', 'v.id'])
    .whereRef('v.id', '=', 'hit.value')
    .where('v.workspace_id', '=', workspaceId)
    .where(matchesFilter(filter))
    .orderBy('v.last_message_at', 'desc')
    .orderBy('v.id', 'desc')
    .execute();

async function readMatches(db: Db, workspaceId: string, seqs: number[], text: string): Promise<Found['matches']> {
  if (seqs.length === 0) return [];
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'conversation_id', 'content', 'written_at'])
    .where(unindexed('workspace_id'), '=', workspaceId)
    .where('seq', 'in', seqs)
    .execute();
  return rows.map((row) => ({
    conversationId: row.conversation_id,
    messageId: row.id,
    at: row.written_at,
    snippet: snippetOf(row.content ?? '', text),
  }));
}

/** The `seq` of the newest messages that match a search, newest first; null when it contains no word. */
export const matchingMessages = (db: Db, workspaceId: string, text: string): number[] | null =>
  matchingRows(db, messageSearch, workspaceId, text, newestMessages);
