import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { countRows, type Db, type Tables } from '../../platform/database/database.ts';
import { countShared, isCommon } from '../../platform/database/row-counts.ts';
import { listRows } from '../../platform/database/text-index.ts';
import { dayMs } from '../../platform/durations.ts';
import { matchingContacts } from '../people/index.ts';
import type { ContactFilter } from './filter.ts';
import { findTagId } from './tags.store.ts';

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

/** One condition of a query: how to ask a contact (alias `c`), how to list those who meet it, or both. */
export interface Condition {
  /** How many contacts meet it, or null when that is unknown. */
  count: number | null;
  test?: Expression<SqlBool>;
  /** The `seq` of those who meet it, newest first. */
  rows?: number[];
  /** Query for their `seq`, without parentheses. */
  list?: RawBuilder<unknown>;
}

/** Bounds what a search reads; a shop with more matches narrows it. */
const mostMatches = 20_000;

const where = expressionBuilder<{ c: Tables['contacts'] }, 'c'>();

/** The conditions of a query; null when no contact can meet them. */
export async function readConditions(
  db: Db,
  workspaceId: string,
  { search, filter, anyTag = [], ids, now }: ContactQuery,
): Promise<Condition[] | null> {
  const conditions = flagConditions(db, workspaceId, filter);
  for (const channelId of filter.channelIds) conditions.push(onChannel(db, workspaceId, channelId));
  for (const names of [...filter.tags.map((tag) => [tag]), ...(anyTag.length > 0 ? [anyTag] : [])]) {
    const tagIds = (await Promise.all(names.map((name) => findTagId(db, workspaceId, name)))).filter(
      (id) => id !== null,
    );
    if (tagIds.length === 0) return null;
    conditions.push(withTag(db, workspaceId, tagIds));
  }
  if (filter.unanswered) conditions.push(unanswered(db, workspaceId));
  if (filter.newDays !== null) {
    conditions.push(createdSince(db, workspaceId, new Date(Date.parse(now) - filter.newDays * dayMs).toISOString()));
  }
  if (search !== undefined) {
    const rows = matchingContacts(db, workspaceId, search, mostMatches);
    if (!rows) return null;
    conditions.push({ count: rows.length, rows });
  }
  if (ids) conditions.push({ count: null, test: where('c.id', 'in', ids) });
  return conditions;
}

/** Conditions that an index of the contacts holds. SQLite uses a partial index only for literals, not for parameters. */
function flagConditions(db: Db, workspaceId: string, filter: ContactFilter): Condition[] {
  const counted = (shared: string, value: '0' | '1', test: Expression<SqlBool>): Condition => ({
    count: countShared(db, workspaceId, 'contacts', { [shared]: value }),
    test,
  });
  const conditions: Condition[] = [];
  if (filter.withConversation) {
    conditions.push(counted('conversations', '1', where('c.conversation_count', '>', where.lit(0))));
  }
  if (filter.withoutConversation) {
    conditions.push(counted('conversations', '0', where('c.conversation_count', '=', where.lit(0))));
  }
  if (filter.buyer) conditions.push(counted('orders', '1', where('c.order_count', '>', where.lit(0))));
  if (filter.lead) conditions.push(counted('leads', '1', where('c.lead_count', '>', where.lit(0))));
  if (filter.optedOut) conditions.push({ count: null, test: where('c.opted_out_at', 'is not', null) });
  return conditions;
}

const onChannel = (db: Db, workspaceId: string, channelId: string): Condition => ({
  // A contact has at most one conversation on a channel.
  count: countShared(db, workspaceId, 'conversations', { channel_id: channelId }),
  test: sql<SqlBool>`exists (select 1 from conversations v where v.channel_id = ${channelId} and v.contact_id = c.id)`,
  list: sql`select k.seq from conversations v cross join contacts k
    where v.channel_id = ${channelId} and k.id = v.contact_id and k.workspace_id = ${workspaceId}`,
});

/** Contacts with any of these tags. */
function withTag(db: Db, workspaceId: string, tagIds: number[]): Condition {
  const id = sql.join(tagIds);
  return {
    count: tagIds.length > 1 ? null : countShared(db, workspaceId, 'contact_tags', { tag_id: tagIds[0] }),
    test: sql<SqlBool>`exists (select 1 from contact_tags t where t.tag_id in (${id}) and t.contact_seq = c.seq)`,
    list: sql`select contact_seq from contact_tags where tag_id in (${id})`,
  };
}

function unanswered(db: Db, workspaceId: string): Condition {
  const open = db
    .selectFrom('conversations as v')
    .where('v.workspace_id', '=', workspaceId)
    .where('v.unanswered_since', 'is not', null);
  return {
    count: countRows(db, db.selectFrom(open.select('v.contact_id').distinct().as('k'))),
    test: where.exists(open.select('v.id').where('v.contact_id', '=', where.ref('c.id'))),
    list: sql`select k.seq from conversations v cross join contacts k
      where v.workspace_id = ${workspaceId} and v.unanswered_since is not null and k.id = v.contact_id`,
  };
}

function createdSince(db: Db, workspaceId: string, since: string): Condition {
  const young = db.selectFrom('contacts').where('workspace_id', '=', workspaceId).where('created_at', '>=', since);
  return {
    count: countRows(db, young),
    test: where('c.created_at', '>=', since),
    list: sql`select seq from contacts where workspace_id = ${workspaceId} and created_at >= ${since}`,
  };
}

/** Query for the contacts that meet all conditions, as `c`. A higher `seq` is newer. */
export function selectMeeting(db: Db, workspaceId: string, conditions: Condition[]) {
  const all = countShared(db, workspaceId, 'contacts') ?? 0;
  let query = db.selectFrom('contacts as c').where('c.workspace_id', '=', workspaceId);
  const lists: RawBuilder<unknown>[] = [];
  for (const { count, test, rows, list } of conditions) {
    if (rows) lists.push(listRows(rows));
    // What many meet is asked of each contact from the newest on, until a page is full; few are listed first.
    else if (list && !(test && isCommon(count ?? all, all))) lists.push(list);
    else if (test) query = query.where(test);
  }
  // A single `in` list: with several, SQLite compares each entry of one with each of the other.
  if (lists.length > 0) query = query.where('c.seq', 'in', sql<number>`(${sql.join(lists, sql` intersect `)})`);
  return query;
}
