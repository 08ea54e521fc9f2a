import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../platform/database.ts';
import { findTagId } from '../contacts/index.ts';
import { matchingContacts } from '../people/index.ts';
import type { ContactAudience, ContactAudiencePreview } from './contact-audience.schemas.ts';
import { mostRows } from './schemas.ts';

const mostMatches = 20_000;
const sampleSize = 20;

/** The contacts that a campaign could reach, newest first: those with a number who did not opt out. */
export async function previewContacts(
  db: Db,
  workspaceId: string,
  filter: z.output<typeof ContactAudience>,
): Promise<z.infer<typeof ContactAudiencePreview>> {
  const matching = await findMatching(db, workspaceId, filter);
  if (!matching) return { total: 0, optedOut: 0, sample: [], rows: [] };
  const count = async (query: NonNullable<typeof matching>) =>
    (await query.select((build) => build.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
  const reachable = matching.where('c.opted_out_at', 'is', null);
  const found = await reachable.select(['c.phone', 'c.name']).orderBy('c.seq', 'desc').limit(mostRows).execute();
  const rows = found.map((row) => ({ ...row, variables: {} }));
  return {
    total: await count(reachable),
    optedOut: await count(matching.where('c.opted_out_at', 'is not', null)),
    sample: rows.slice(0, sampleSize),
    rows,
  };
}

/** Null where nobody can match. */
async function findMatching(
  db: Db,
  workspaceId: string,
  { search, channelId, tags }: z.output<typeof ContactAudience>,
) {
  // A number that the provider hides is `scheme:value` in its place.
  let query = db
    .selectFrom('contacts as c')
    .where('c.workspace_id', '=', workspaceId)
    .where('c.phone', '>=', '+')
    .where('c.phone', '<', ',');
  if (channelId !== undefined) {
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
  if (tags !== undefined && tags.length > 0) {
    const ids = await Promise.all(tags.map((tag) => findTagId(db, workspaceId, tag)));
    const known = ids.filter((id) => id !== null);
    if (known.length === 0) return null;
    lists.push(sql`select contact_seq from contact_tags where tag_id in (${sql.join(known)})`);
  }
  if (search !== undefined && search.trim() !== '') {
    const found = matchingContacts(workspaceId, search, mostMatches);
    if (!found) return null;
    lists.push(sql`select rowid from (${found})`);
  }
  if (lists.length > 0) query = query.where('c.seq', 'in', sql<number>`(${sql.join(lists, sql` intersect `)})`);
  return query;
}
