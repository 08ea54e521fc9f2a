import { consumeQuota } from '../../platform/access/quotas.ts';
import type { Db, Row, Table } from '../../platform/database/database.ts';
import { prepareQuery } from '../../platform/database/prepared-query.ts';
import { matchingRows, putTexts, removeText } from '../../platform/database/text-index.ts';
import { insertRow, updateRow } from '../../platform/database/workspace-rows.ts';
import { joinPhone, phoneWords } from '../../platform/text/phones.ts';
import { givenIn, markOf, readMark } from '../../platform/work/unconfirmed.ts';
import type { Work } from '../../platform/work/work.ts';
import { findOptOuts, toAddress } from './opt-out-hashes.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    contacts: Table<'contacts'>;
    contact_identities: Table<
      'contact_identities',
      {
        scheme: IdentityScheme;
      }
    >;
    contact_aliases: Table<'contact_aliases'>;
  }
}

export type ContactRow = Row<'contacts'>;

/** How a vendor names a person: phone number, linked id, business-scoped id, user name. */
export type IdentityScheme = 'phone' | 'lid' | 'bsuid' | 'username';

const contactSearch = { table: 'contact_search' };

const selectByPhone = prepareQuery((db, workspaceId: string, phone: string) =>
  db.selectFrom('contacts').selectAll().where('workspace_id', '=', workspaceId).where('phone', '=', phone),
);

const selectByAlias = prepareQuery((db, workspaceId: string, phone: string) =>
  db
    .selectFrom('contact_aliases as a')
    .innerJoin('contacts as c', 'c.id', 'a.contact_id')
    .selectAll('c')
    .where('a.workspace_id', '=', workspaceId)
    .where('a.phone', '=', phone),
);

/** The contact with a number (E.164), which may be one that it had before it was merged. */
export async function findByPhone(db: Db, workspaceId: string, phone: string): Promise<ContactRow | undefined> {
  return selectByPhone(db, workspaceId, phone).first() ?? selectByAlias(db, workspaceId, phone).first();
}

/** The contacts with these numbers; one that was found by an earlier number of it is returned under that number. */
export async function findByPhones(db: Db, workspaceId: string, phones: string[]): Promise<ContactRow[]> {
  const present = await db
    .selectFrom('contacts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('phone', 'in', phones)
    .execute();
  const merged = await db
    .selectFrom('contact_aliases as a')
    .innerJoin('contacts as c', 'c.id', 'a.contact_id')
    .selectAll('c')
    .select('a.phone as alias')
    .where('a.workspace_id', '=', workspaceId)
    .where('a.phone', 'in', phones)
    .execute();
  return [...present, ...merged.map(({ alias, ...row }) => ({ ...row, phone: alias }))];
}

export interface ContactDraft {
  /** E.164. */
  phone: string;
  name: string | null;
  email?: string | null;
  fields?: Record<string, string>;
}

/**
 * Inserts contacts with new numbers and counts them against the quota (403 `quota_exceeded`); returns them in the order
 * of the drafts. `force` ignores the quota: a person who writes to the shop is never refused. Who opted out before her
 * contact was deleted starts opted out.
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
    drafts.map(({ phone }) => toAddress(phone)),
  );
  const rows = await work.db
    .insertInto('contacts')
    .values(
      drafts.map((draft, index) => ({
        id: work.newId('ct'),
        workspace_id: work.workspace.id,
        phone: draft.phone,
        name: draft.name,
        email: draft.email ?? null,
        opted_out_at: optOuts[index] ?? null,
        fields: JSON.stringify(draft.fields ?? {}),
        // A phone number alone contains no text of the assistant's.
        unconfirmed: markOf(work, null, givenIn({ ...draft, phone: null })),
        created_at: work.now,
        updated_at: work.now,
      })),
    )
    .returningAll()
    .execute();
  await indexContacts(work, rows);
  const byPhone = new Map(rows.map((row) => [row.phone, row]));
  return drafts.map((draft) => byPhone.get(draft.phone) as ContactRow);
}

/** Columns that may change; `fields` is JSON. */
type ContactChanges = Partial<Pick<ContactRow, 'name' | 'email' | 'phone' | 'opted_out_at' | 'notes' | 'fields'>>;

/** `unconfirmed` is the contact's mark after the change; by default it follows from the actor and the changed fields. */
export async function updateContact(
  work: Work,
  contact: ContactRow,
  changes: ContactChanges,
  unconfirmed = markContact(work, contact, changedIn(contact, changes)),
): Promise<ContactRow> {
  const columns = { ...changes, unconfirmed, updated_at: work.now };
  const row = await updateRow(work.db, 'contacts', work.workspace.id, contact.id, columns);
  const shown = row.name !== contact.name || row.email !== contact.email || row.phone !== contact.phone;
  if (shown) await indexContact(work, row);
  return row;
}

/** Returns a contact's mark after the work's actor wrote these fields. */
export const markContact = (work: Work, contact: ContactRow, fields: string[]): string | null =>
  markOf(work, readMark(contact.unconfirmed), fields);

const changedIn = (contact: ContactRow, changes: ContactChanges): string[] =>
  Object.entries(changes).flatMap(([column, value]) => {
    if (contact[column as keyof ContactRow] === value) return [];
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

/** Counts an opened conversation; the filters `withConversation` and `withoutConversation` read the count. */
export async function countConversation(work: Work, contactId: string): Promise<void> {
  await work.db
    .updateTable('contacts')
    .set((build) => ({ conversation_count: build('conversation_count', '+', 1) }))
    .where('workspace_id', '=', work.workspace.id)
    .where('id', '=', contactId)
    .execute();
}

/** Indexes a contact that may have earlier numbers, too. */
async function indexContact({ db, workspace }: Work, { seq, id, name, email, phone }: ContactRow): Promise<void> {
  const phones = [phone, ...(await listAliases(db, id))].map(phoneWords);
  await putTexts(db, contactSearch, workspace.id, [{ row: seq, text: [name, email, ...phones].join(' ') }]);
}

async function indexContacts({ db, workspace }: Work, contacts: ContactRow[]): Promise<void> {
  const entries = contacts.map(({ seq, name, email, phone }) => ({
    row: seq,
    text: [name, email, phoneWords(phone)].join(' '),
  }));
  await putTexts(db, contactSearch, workspace.id, entries);
}

/** Removes a deleted contact from the search index. */
export const forgetContact = (db: Db, contact: ContactRow): Promise<void> => removeText(db, contactSearch, contact.seq);

/** The numbers that a contact had in others that were merged into it, oldest first. */
export async function listAliases(db: Db, contactId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('contact_aliases')
    .select('phone')
    .where('contact_id', '=', contactId)
    .orderBy('created_at')
    .orderBy('phone')
    .execute();
  return rows.map(({ phone }) => phone);
}

/** Lets a number find a contact from now on. */
export async function addAlias(work: Work, phone: string, contact: ContactRow): Promise<void> {
  const { db, workspace, now } = work;
  const alias = { workspace_id: workspace.id, phone, contact_id: contact.id, created_at: now };
  await insertRow(db, 'contact_aliases', alias);
  await indexContact(work, contact);
}

/**
 * Returns the `seq` of contacts whose name, number or e-mail matches every word of the search as a prefix, newest
 * first. Null when the search contains no word.
 */
export const matchingContacts = (db: Db, workspaceId: string, search: string, limit: number): number[] | null =>
  matchingRows(db, contactSearch, workspaceId, joinPhone(search), limit);

const selectIdentity = prepareQuery((db, contactId: string, channelId: string) =>
  db
    .selectFrom('contact_identities')
    .select(['scheme', 'value'])
    .where('contact_id', '=', contactId)
    .where('channel_id', '=', channelId)
    .orderBy('created_at', 'desc')
    .limit(1),
);

/** The address under which the channel's vendor last named the contact; null if it never did. */
export const findIdentity = (
  db: Db,
  contactId: string,
  channelId: string,
): { scheme: IdentityScheme; value: string } | null => selectIdentity(db, contactId, channelId).first() ?? null;

const selectContact = prepareQuery((db, workspaceId: string, id: string) =>
  db.selectFrom('contacts').selectAll().where('workspace_id', '=', workspaceId).where('id', '=', id),
);

export const findContactById = (db: Db, workspaceId: string, id: string): ContactRow | null =>
  selectContact(db, workspaceId, id).first() ?? null;
