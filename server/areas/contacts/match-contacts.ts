import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { listRows } from '../../platform/database/text-index.ts';
import { matchingContacts } from '../people/index.ts';
import { findTagId } from './tags.store.ts';

/** Bounds what a search reads; a shop with more matches narrows it. */
const mostMatches = 20_000;

/** All given conditions must hold. */
export interface ContactMatch {
  search?: string | undefined;
  /** The contact has a conversation on each of these. */
  channelIds: string[];
  /** The contact carries at least one tag of each list. */
  tags: string[][];
}

/** Query for the matching contacts (alias `c`); null when none can match. */
export async function matchContacts(db: Db, workspaceId: string, { search, channelIds, tags }: ContactMatch) {
  let query = db.selectFrom('contacts as c').where('c.workspace_id', '=', workspaceId);
  for (const channelId of channelIds) {
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
  // A single `in` list: with several, SQLite compares each entry of one with each of the other.
  const lists = [];
  for (const names of tags) {
    const ids = await Promise.all(names.map((name) => findTagId(db, workspaceId, name)));
    const known = ids.filter((id) => id !== null);
    if (known.length === 0) return null;
    lists.push(sql`select contact_seq from contact_tags where tag_id in (${sql.join(known)})`);
  }
  if (search !== undefined) {
    const found = matchingContacts(db, workspaceId, search, mostMatches);
    if (!found) return null;
    lists.push(listRows(found));
  }
  if (lists.length > 0) query = query.where('c.seq', 'in', sql<number>`(${sql.join(lists, sql` intersect `)})`);
  return query;
}
