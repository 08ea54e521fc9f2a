import type { RawBuilder, Selectable } from 'kysely';
import { consumeQuota } from '../../platform/access/quotas.ts';
import type { Db, Table } from '../../platform/database/database.ts';
import { prepareQuery } from '../../platform/database/prepared-query.ts';
import { matchingRows, putTexts, removeText } from '../../platform/database/text-index.ts';
import { joinPhone, phoneWords } from '../../platform/text/phones.ts';
import type { Work } from '../../platform/work/work.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    contacts: ContactTable;
    contact_identities: Table<
      'contact_identities',
      {
        scheme: IdentityScheme;
      }
    >;
  }
}

type ContactTable = Table<'contacts'>;

export type ContactRow = Selectable<ContactTable>;

/** How a provider names a person: phone number, linked id, business-scoped id, user name. */
export type IdentityScheme = 'phone' | 'lid' | 'bsuid' | 'username';

const contactSearch = { table: 'contact_search' };

const selectByPhone = prepareQuery((db, workspaceId: string, phone: string) =>
  db.selectFrom('contacts').selectAll().where('workspace_id', '=', workspaceId).where('phone', '=', phone),
);

export async function findByPhone(db: Db, workspaceId: string, phone: string): Promise<ContactRow | undefined> {
  return selectByPhone(db, workspaceId, phone).first();
}

export async function findByPhones(db: Db, workspaceId: string, phones: string[]): Promise<ContactRow[]> {
  return db
    .selectFrom('contacts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('phone', 'in', phones)
    .execute();
}

export interface ContactDraft {
  /** E.164. */
  phone: string;
  name: string | null;
  email?: string | null;
}

/**
 * Inserts contacts whose numbers are new, and counts them; answers them in the order of the drafts. `force` is for
 * people who wrote to the shop: they are never turned away.
 */
export async function insertContacts(
  work: Work,
  drafts: ContactDraft[],
  { force = false }: { force?: boolean } = {},
): Promise<ContactRow[]> {
  if (drafts.length === 0) return [];
  await consumeQuota(work, 'contacts', drafts.length, { force });
  const rows = await work.db
    .insertInto('contacts')
    .values(
      drafts.map((draft) => ({
        id: work.newId('ct'),
        workspace_id: work.workspace.id,
        phone: draft.phone,
        name: draft.name,
        email: draft.email ?? null,
        opted_out_at: null,
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

export async function updateContact(
  work: Work,
  contact: ContactRow,
  changes: { name?: string | null; email?: string | null; phone?: string; opted_out_at?: string | null },
): Promise<ContactRow> {
  const row = await work.db
    .updateTable('contacts')
    .set({ ...changes, updated_at: work.now })
    .where('workspace_id', '=', work.workspace.id)
    .where('id', '=', contact.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const shown = row.name !== contact.name || row.email !== contact.email || row.phone !== contact.phone;
  if (shown) await indexContacts(work, [row]);
  return row;
}

/** Notes that a conversation with the contact was opened: the list of contacts is filtered by it. */
export async function countConversation(work: Work, contactId: string): Promise<void> {
  await work.db
    .updateTable('contacts')
    .set((build) => ({ conversation_count: build('conversation_count', '+', 1) }))
    .where('workspace_id', '=', work.workspace.id)
    .where('id', '=', contactId)
    .execute();
}

async function indexContacts({ db, workspace }: Work, contacts: ContactRow[]): Promise<void> {
  const entries = contacts.map(({ seq, name, email, phone }) => ({
    row: seq,
    text: [name, email, phoneWords(phone)].join(' '),
  }));
  await putTexts(db, contactSearch, workspace.id, entries);
}

/** Takes a contact that is deleted out of the search. */
export const forgetContact = (db: Db, contact: ContactRow): Promise<void> => removeText(db, contactSearch, contact.seq);

/**
 * The `seq` of the workspace's contacts whose name, number or e-mail has words that begin as the search's do, newest
 * first. Null when the search has no word in it.
 */
export const matchingContacts = (
  workspaceId: string,
  search: string,
  limit: number,
): RawBuilder<{ rowid: number }> | null => matchingRows(contactSearch, workspaceId, joinPhone(search), limit);

const selectIdentity = prepareQuery((db, contactId: string, channelId: string) =>
  db
    .selectFrom('contact_identities')
    .select(['scheme', 'value'])
    .where('contact_id', '=', contactId)
    .where('channel_id', '=', channelId)
    .orderBy('created_at', 'desc')
    .limit(1),
);

/** The address under which a channel's provider last named the contact; null when it never did. */
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
