import type { Generated, Selectable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { consumeQuota } from '../../platform/quotas.ts';
import { putText } from '../../platform/text-index.ts';
import type { Work } from '../../platform/work.ts';

declare module '../../platform/database.ts' {
  interface Tables {
    contacts: ContactTable;
    contact_identities: {
      channel_id: string;
      scheme: IdentityScheme;
      value: string;
      workspace_id: string;
      contact_id: string;
      created_at: string;
    };
  }
}

interface ContactTable {
  seq: Generated<number>;
  id: string;
  workspace_id: string;
  /** E.164; a Brazilian mobile with its ninth digit. */
  phone: string;
  name: string | null;
  email: string | null;
  opted_out_at: string | null;
  created_at: string;
  updated_at: string;
}

export type ContactRow = Selectable<ContactTable>;

/** How a provider names a person: phone number, linked id, business-scoped id, user name. */
export type IdentityScheme = 'phone' | 'lid' | 'bsuid' | 'username';

export const contactSearch = { table: 'contact_search' };

export async function findByPhone(db: Db, workspaceId: string, phone: string): Promise<ContactRow | undefined> {
  return db
    .selectFrom('contacts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('phone', '=', phone)
    .executeTakeFirst();
}

/** Inserts a contact and counts it. `force` is for people who wrote to the shop: they are never turned away. */
export async function insertContact(
  work: Work,
  draft: { phone: string; name: string | null; email?: string | null },
  { force = false }: { force?: boolean } = {},
): Promise<ContactRow> {
  await consumeQuota(work, 'contacts', 1, { force });
  const row = await work.db
    .insertInto('contacts')
    .values({
      id: work.newId('ct'),
      workspace_id: work.workspace.id,
      phone: draft.phone,
      name: draft.name,
      email: draft.email ?? null,
      opted_out_at: null,
      created_at: work.now,
      updated_at: work.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await indexContact(work.db, row);
  return row;
}

export async function setName(work: Work, contact: ContactRow, name: string): Promise<ContactRow> {
  const row = await work.db
    .updateTable('contacts')
    .set({ name, updated_at: work.now })
    .where('workspace_id', '=', work.workspace.id)
    .where('id', '=', contact.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await indexContact(work.db, row);
  return row;
}

/** A number is found by its beginning with and without country and area code, and by its last four digits. */
export async function indexContact(db: Db, contact: ContactRow): Promise<void> {
  const digits = contact.phone.slice(1);
  const beginnings = [digits, digits.slice(2), digits.slice(4), digits.slice(-4)];
  await putText(db, contactSearch, contact.seq, [contact.name ?? '', contact.email ?? '', ...beginnings].join(' '));
}
