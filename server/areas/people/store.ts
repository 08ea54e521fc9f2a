import { consumeQuota } from '../../platform/access/quotas.ts';
import type { Db, Row, Table } from '../../platform/database/database.ts';
import { prepareQuery } from '../../platform/database/prepared-query.ts';
import { matchingRows, putTexts, removeText } from '../../platform/database/text-index.ts';
import { updateRow } from '../../platform/database/workspace-rows.ts';
import { joinPhone, phoneWords, twinOf } from '../../platform/text/phones.ts';
import { givenIn, markOf, readMark } from '../../platform/work/unconfirmed.ts';
import type { Work } from '../../platform/work/work.ts';
import { enterNumber, listAddresses } from './addresses.ts';
import type { AddressKind, PersonAddress } from './joining-rule.ts';
import { findOptOuts } from './opt-out-hashes.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    contacts: Table<'contacts'>;
  }
}

export type ContactRow = Row<'contacts'>;

const contactSearch = { table: 'contact_search' };

const selectByAddress = prepareQuery((db, workspaceId: string, kind: AddressKind, value: string) =>
  db
    .selectFrom('contact_addresses as a')
    .innerJoin('contacts as c', 'c.id', 'a.contact_id')
    .selectAll('c')
    .where('a.workspace_id', '=', workspaceId)
    .where('a.kind', '=', kind)
    .where('a.value', '=', value),
);

/** Returns the contact with this present or former address. */
export const findByAddress = (
  db: Db,
  workspaceId: string,
  { kind, value }: Pick<PersonAddress, 'kind' | 'value'>,
): ContactRow | undefined => selectByAddress(db, workspaceId, kind, value).first();

/** Returns the contact with this present or former number (E.164). The nine of an Argentine mobile may be absent. */
export async function findByPhone(db: Db, workspaceId: string, phone: string): Promise<ContactRow | undefined> {
  const find = (value: string) => findByAddress(db, workspaceId, { kind: 'phone', value });
  const twin = twinOf(phone);
  return find(phone) ?? (twin === null ? undefined : find(twin));
}

/** Like `findByPhone` for many numbers. `phone` of each contact returned is the number that was looked up. */
export async function findByPhones(
  db: Db,
  workspaceId: string,
  phones: string[],
): Promise<(ContactRow & { phone: string })[]> {
  const rows = await db
    .selectFrom('contact_addresses as a')
    .innerJoin('contacts as c', 'c.id', 'a.contact_id')
    .selectAll('c')
    .select('a.value as found')
    .where('a.workspace_id', '=', workspaceId)
    .where('a.kind', '=', 'phone')
    .where('a.value', 'in', [...phones, ...phones.flatMap((phone) => twinOf(phone) ?? [])])
    .execute();
  const byNumber = new Map(rows.map(({ found, ...row }) => [found, row]));
  return [...new Set(phones)].flatMap((phone) => {
    const row = byNumber.get(phone) ?? byNumber.get(twinOf(phone) ?? '');
    return row === undefined ? [] : { ...row, phone };
  });
}

export interface ContactDraft {
  /** E.164; null while the vendor hides it. */
  phone: string | null;
  name: string | null;
  /** Without @. */
  username?: string | null;
  email?: string | null;
  fields?: Record<string, string>;
}

/**
 * Inserts contacts with new numbers and counts them against the quota (403 `quota_exceeded`); returns them in the order
 * of the drafts. `force` ignores the quota: a person who writes to the shop is never refused. A number whose deleted
 * contact had opted out starts opted out.
 */
export async function insertContacts(
  work: Work,
  drafts: ContactDraft[],
  { force = false }: { force?: boolean } = {},
): Promise<ContactRow[]> {
  if (drafts.length === 0) return [];
  await consumeQuota(work, 'contacts', drafts.length, { force });
  const optOuts = await findOptOuts(
    work,
    drafts.flatMap(({ phone }) => (phone === null ? [] : { kind: 'phone', value: phone })),
  );
  const ids = drafts.map(() => work.newId('ct'));
  const rows = await work.db
    .insertInto('contacts')
    .values(
      drafts.map((draft, index) => ({
        id: ids[index] as string,
        workspace_id: work.workspace.id,
        phone: draft.phone,
        name: draft.name,
        username: draft.username ?? null,
        email: draft.email ?? null,
        opted_out_at: draft.phone === null ? null : (optOuts.get(draft.phone) ?? null),
        fields: JSON.stringify(draft.fields ?? {}),
        // A phone number alone contains no text of the assistant's.
        unconfirmed: markOf(work, null, givenIn({ ...draft, phone: null })),
        created_at: work.now,
        updated_at: work.now,
      })),
    )
    .returningAll()
    .execute();
  for (const { id, phone } of rows) if (phone !== null) enterNumber(work, id, phone);
  await indexContacts(work, rows);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) as ContactRow);
}

/** Columns that may change; `fields` is JSON. */
type ContactChanges = Partial<
  Pick<ContactRow, 'name' | 'username' | 'email' | 'phone' | 'opted_out_at' | 'campaign_wish' | 'notes' | 'fields'>
>;

/** `unconfirmed` is the contact's mark after the change; by default it follows from the actor and the changed fields. */
export async function updateContact(
  work: Work,
  contact: ContactRow,
  changes: ContactChanges,
  unconfirmed = markContact(work, contact, changedIn(contact, changes)),
): Promise<ContactRow> {
  const columns = { ...changes, unconfirmed, updated_at: work.now };
  const row = await updateRow(work.db, 'contacts', work.workspace.id, contact.id, columns);
  if ('phone' in changes || row.name !== contact.name || row.email !== contact.email) await indexContacts(work, [row]);
  return row;
}

/** Returns a contact's mark after the work's actor wrote these fields. */
export const markContact = (work: Work, contact: ContactRow, fields: string[]): string | null =>
  markOf(work, readMark(contact.unconfirmed), fields);

const changedIn = (contact: ContactRow, changes: ContactChanges): string[] =>
  Object.entries(changes).flatMap(([column, value]) => {
    if (column === 'campaign_wish' || contact[column as keyof ContactRow] === value) return [];
    return [column === 'opted_out_at' ? 'optedOut' : column];
  });

/** Returns a contact, or a part of it, for texts to customers: without unconfirmed fields. */
export function forCustomers<Part extends Partial<Pick<ContactRow, 'name' | 'email'>>>(
  contact: Part & Pick<ContactRow, 'unconfirmed'>,
): Part & Pick<ContactRow, 'unconfirmed'> {
  const fields = readMark(contact.unconfirmed)?.fields ?? [];
  return {
    ...contact,
    ...(fields.includes('name') ? { name: null } : {}),
    ...(fields.includes('email') ? { email: null } : {}),
  };
}

/** Indexes contacts by name, user name, e-mail and all numbers. Ids are left out: their digits are no number. */
export async function indexContacts({ db, workspace }: Work, contacts: ContactRow[]): Promise<void> {
  const entries = contacts.map(({ seq, id, name, username, email }) => {
    const numbers = listAddresses(db, id).filter(({ kind }) => kind === 'phone');
    return { row: seq, text: [name, username, email, ...numbers.map(({ value }) => phoneWords(value))].join(' ') };
  });
  await putTexts(db, contactSearch, workspace.id, entries);
}

/** Removes a deleted contact from the search index. */
export const forgetContact = (db: Db, contact: ContactRow): Promise<void> => removeText(db, contactSearch, contact.seq);

/**
 * Returns the `seq` of contacts whose name, user name, number or e-mail matches every word of the search as a prefix,
 * newest first. Null when the search contains no word.
 */
export const matchingContacts = (db: Db, workspaceId: string, search: string, limit: number): number[] | null =>
  matchingRows(db, contactSearch, workspaceId, joinPhone(search), limit);

const selectContact = prepareQuery((db, workspaceId: string, id: string) =>
  db.selectFrom('contacts').selectAll().where('workspace_id', '=', workspaceId).where('id', '=', id),
);

export const findContactById = (db: Db, workspaceId: string, id: string): ContactRow | null =>
  selectContact(db, workspaceId, id).first() ?? null;
