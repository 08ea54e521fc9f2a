import type { z } from 'zod';
import { countRows, type Db } from '../../../platform/database/database.ts';
import { selectContacts } from '../../contacts/index.ts';
import { forCustomers } from '../../people/index.ts';
import { mostRows } from './audience.schemas.ts';
import type { ContactAudience, ContactAudiencePreview } from './contact-audience.schemas.ts';

const sampleSize = 20;

/** Contacts that a campaign could reach, newest first: those who did not opt out. */
export async function previewContacts(
  db: Db,
  workspaceId: string,
  { search, channelId, tags, filter }: z.output<typeof ContactAudience>,
  now: string,
): Promise<z.infer<typeof ContactAudiencePreview>> {
  const channelIds = channelId === undefined ? filter.channelIds : [...filter.channelIds, channelId];
  const wanted = { search: search?.trim() || undefined, filter: { ...filter, channelIds }, anyTag: tags, now };
  const found = await selectContacts(db, workspaceId, wanted);
  if (!found) return { total: 0, optedOut: 0, sample: [], rows: [] };
  const reachable = found.where('c.opted_out_at', 'is', null);
  const newest = await reachable
    .select(['c.id', 'c.phone', 'c.name', 'c.unconfirmed'])
    .orderBy('c.seq', 'desc')
    .limit(mostRows)
    .execute();
  const rows = newest.map((row) => ({
    phone: row.phone,
    contactId: row.id,
    name: forCustomers(row).name,
    variables: {},
  }));
  return {
    total: countRows(db, reachable),
    optedOut: countRows(db, found.where('c.opted_out_at', 'is not', null)),
    sample: rows.slice(0, sampleSize),
    rows,
  };
}
