import type { Secrets } from '../../../platform/access/secrets.ts';
import type { Db } from '../../../platform/database/database.ts';
import { type ContactRow, findByPhone, findByPhones, findContactById, findOptOuts } from '../../people/index.ts';
import type { RowFault, SkipReason } from './audience.schemas.ts';
import type { RecipientRow } from './recipients.store.ts';

/** The person of a row: the id of a contact, a number (E.164), or both. */
export interface NamedPerson {
  contactId: string | null;
  phone: string | null;
  name: string | null;
}

/** The person of a row, and the reason if she gets no message; `contact` is null for a number without a contact. */
export interface FoundPerson {
  contact: ContactRow | null;
  skipped: SkipReason | null;
  fault: RowFault | null;
}

interface Place {
  db: Db;
  secrets: Secrets;
  workspace: { id: string };
}

/**
 * Finds the people of a part of a list. The first of several rows for one person counts: `taken` contains the people of
 * earlier parts and receives the people of this part.
 */
export async function findPeople(place: Place, rows: NamedPerson[], taken: Set<string>): Promise<FoundPerson[]> {
  const phones = rows.flatMap(({ phone }) => phone ?? []);
  const found = await findByPhones(place.db, place.workspace.id, phones);
  const owners = new Map(found.map((contact) => [contact.phone, contact.id]));
  const haveLeft = await findStrangersWhoLeft(
    place,
    phones.filter((phone) => !owners.has(phone)),
  );
  return rows.map((row) => {
    const person = findPerson(place, row, owners);
    if (person.fault) return person;
    const { contact } = person;
    const key = contact?.id ?? (row.phone as string);
    const isOut = contact ? contact.opted_out_at !== null : haveLeft.has(key);
    const skipped = taken.has(key) ? 'duplicate' : isOut ? 'opted_out' : null;
    taken.add(key);
    return { ...person, skipped };
  });
}

/** The numbers of people who opted out before their contacts were deleted. */
async function findStrangersWhoLeft(place: Place, phones: string[]): Promise<Set<string>> {
  const addresses = phones.map((value) => ({ kind: 'phone' as const, value }));
  return new Set((await findOptOuts(place, addresses)).keys());
}

function findPerson(
  { db, workspace }: Place,
  { contactId, phone }: NamedPerson,
  owners: Map<string, string>,
): FoundPerson {
  const ownerId = owners.get(phone ?? '') ?? null;
  const id = contactId ?? ownerId;
  const contact = id === null ? null : findContactById(db, workspace.id, id);
  if (id !== null && !contact) {
    return { contact, skipped: 'no_contact', fault: { code: 'unknown_contact', message: 'No such contact' } };
  }
  if (phone !== null && id !== ownerId) {
    const message = 'This is not a number of the contact';
    return { contact: null, skipped: 'invalid_number', fault: { code: 'not_of_contact', message } };
  }
  return { contact, skipped: null, fault: null };
}

/** The contact of a recipient; null for a number that still has none. */
export async function findContactOf(
  db: Db,
  { workspace_id: workspaceId, contact_id: contactId, phone }: RecipientRow,
): Promise<ContactRow | null> {
  if (contactId !== null) return findContactById(db, workspaceId, contactId);
  return phone === null ? null : ((await findByPhone(db, workspaceId, phone)) ?? null);
}

/** Returns true for a person who opted out, also if the contact with her number was deleted since. */
export async function hasOptedOut(place: Place, contact: ContactRow | null, phone: string | null): Promise<boolean> {
  if (contact) return contact.opted_out_at !== null;
  return phone !== null && (await findStrangersWhoLeft(place, [phone])).size > 0;
}
