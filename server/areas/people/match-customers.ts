import type { Db } from '../../platform/database/database.ts';
import { statementOn } from '../../platform/database/statement-cache.ts';
import { matchingRows, type TextIndex } from '../../platform/database/text-index.ts';
import { joinPhone } from '../../platform/text/phones.ts';
import { matchingContacts } from './store.ts';

/** A search covers at most this many of the newest matching contacts. */
const mostContacts = 1_000;

/** A table whose rows have a customer, and the index of their own words. */
interface Searched extends TextIndex {
  rows: 'orders' | 'appointments' | 'leads' | 'crm_cards';
}

/** Returns the `seq` of the newest rows that match a search by words, or by either end of the customer's number. */
export function matchingWithCustomers(
  db: Db,
  { rows, ...index }: Searched,
  workspaceId: string,
  search: string,
  limit: number,
): number[] {
  const own = matchingRows(db, index, workspaceId, search, limit) ?? [];
  if (!/^\d+$/.test(joinPhone(search))) return own;
  const customers = matchingContacts(db, workspaceId, search, mostContacts) ?? [];
  const find = `
    select seq from ${rows}
    where contact_id in (select id from contacts where seq in (select value from json_each(?)))
    order by seq desc limit ?`;
  const theirs = statementOn(db, find).pluck().all(JSON.stringify(customers), limit) as number[];
  return [...new Set([...own, ...theirs])].sort((a, b) => b - a).slice(0, limit);
}
