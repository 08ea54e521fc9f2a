import type { Work } from '../../platform/work/work.ts';
import {
  type AddressEvidence,
  type LostAddress,
  learnAddresses,
  listAddresses,
  readPresent,
  spellingsOf,
} from './addresses.ts';
import { announce } from './events.ts';
import { readVendorName } from './find-or-create-contact.ts';
import { joinContacts } from './join-contacts.ts';
import { decidePerson, type PersonAddress } from './joining-rule.ts';
import { listApart } from './joins.store.ts';
import { findOptOuts } from './opt-out-hashes.ts';
import {
  type ContactRow,
  findByAddress,
  findContactById,
  indexContacts,
  insertContacts,
  updateContact,
} from './store.ts';

/** A person in a vendor's event: present addresses, and former addresses if the event reports a change. */
export interface NamedPerson {
  addresses: PersonAddress[];
  previous: PersonAddress[];
  name: string | null;
  /** Without @. */
  username: string | null;
}

/** The kind of event that named a person, and its time. */
export interface Naming {
  evidence: AddressEvidence;
  /** UTC. */
  at: string;
}

/**
 * Returns the contact of a vendor's person and stores the addresses. Creates the contact if absent. Joins contacts that
 * `decidePerson` finds to be the same person.
 */
export async function identifyPerson(work: Work, person: NamedPerson, naming: Naming): Promise<ContactRow> {
  const contact = await recognizePerson(work, person, naming);
  return contact ?? learnPerson(work, await insertPerson(work, person), person, naming);
}

/** Like `identifyPerson`, but creates no contact: returns null and stores nothing if the person is unknown. */
export async function recognizePerson(work: Work, person: NamedPerson, naming: Naming): Promise<ContactRow | null> {
  const contact = await findOrJoin(work, person);
  if (!contact) return null;
  const learned = await learnPerson(work, contact, person, naming);
  if (learned.phone !== contact.phone) await announce(work, 'UPDATED', [contact.id]);
  return learned;
}

/** Stores a vendor's addresses and user name for a contact, and the name if the contact has none. */
async function learnPerson(
  work: Work,
  contact: ContactRow,
  { addresses, previous, name, username }: NamedPerson,
  { evidence, ...naming }: Naming,
): Promise<ContactRow> {
  // A clock that is ahead must not outdate what is named later.
  const at = naming.at < work.now ? naming.at : work.now;
  const named =
    username === null ? addresses : [...addresses, { kind: 'username' as const, scope: '', value: username }];
  const before = learnAddresses(work, contact.id, previous, { evidence, at, isFormer: true });
  const present = learnAddresses(work, contact.id, named, { evidence, at });
  const lastingOptOut = present.isNew ? await findOptOut(work, addresses) : null;
  const optedOutAt = (await settleLosers(work, [...before.lost, ...present.lost])) ?? lastingOptOut;
  const wanted = {
    ...readPresent(work.db, contact),
    name: contact.name ?? readVendorName(name),
    opted_out_at: contact.opted_out_at ?? optedOutAt,
  };
  const columns = Object.keys(wanted) as (keyof typeof wanted)[];
  if (columns.some((column) => contact[column] !== wanted[column])) return updateContact(work, contact, wanted);
  if (before.isNew || present.isNew) await indexContacts(work, [contact]);
  return contact;
}

/** Returns when a deleted contact with one of these addresses had opted out. Null if none had. */
async function findOptOut(work: Work, addresses: PersonAddress[]): Promise<string | null> {
  const optOuts = await findOptOuts(work, addresses.flatMap(spellingsOf));
  return [...optOuts.values()][0] ?? null;
}

/**
 * Updates the shown number and user name of contacts that lost an address. Returns the opt-out of a contact that lost a
 * number: the opt-out was given for that number, whose new owner may be the same person.
 */
async function settleLosers(work: Work, lost: LostAddress[]): Promise<string | null> {
  let optedOutAt: string | null = null;
  for (const { kind, contactId } of lost) {
    const contact = findContactById(work.db, work.workspace.id, contactId);
    if (!contact) continue;
    if (kind === 'phone') optedOutAt ??= contact.opted_out_at;
    const present = readPresent(work.db, contact);
    await updateContact(work, contact, present);
    if (present.phone !== contact.phone) await announce(work, 'UPDATED', [contactId]);
  }
  return optedOutAt;
}

/** Joins the contacts of a person and returns the result. Keeps the oldest contact with a number, else the oldest. */
async function findOrJoin(work: Work, { addresses, previous }: NamedPerson): Promise<ContactRow | null> {
  const named = [...addresses, ...previous].flatMap(spellingsOf);
  const known = named.flatMap((address) => findByAddress(work.db, work.workspace.id, address) ?? []);
  const contacts = new Map(known.map((contact) => [contact.id, contact]));
  const candidates = [...contacts.keys()].map((contactId) => ({
    contactId,
    addresses: listAddresses(work.db, contactId),
  }));
  const theirs = decidePerson(named, candidates).map((id) => contacts.get(id) as ContactRow);
  const sure = withoutApart(work, addresses, theirs);
  const rank = ({ phone }: ContactRow): number => (phone === null ? 1 : 0);
  const [kept, ...others] = sure.sort((one, other) => rank(one) - rank(other) || one.seq - other.seq);
  let contact = kept ?? null;
  for (const other of others) {
    ({ contact } = await joinContacts(work, other, contact as ContactRow, { byEvidence: true }));
  }
  return contact;
}

/** Drops the less certain of two contacts that a person keeps apart: ids identify a person, but numbers pass on. */
function withoutApart({ db, workspace }: Work, addresses: PersonAddress[], contacts: ContactRow[]): ContactRow[] {
  const ids = addresses.filter(({ kind }) => kind === 'bsuid' || kind === 'lid');
  const hasId = ({ id }: ContactRow): boolean =>
    ids.some((address) => findByAddress(db, workspace.id, address)?.id === id);
  const sure: ContactRow[] = [];
  for (const contact of contacts.toSorted((one, other) => Number(hasId(other)) - Number(hasId(one)))) {
    if (sure.every(({ id }) => listApart(db, workspace.id, id, contact.id).length === 0)) sure.push(contact);
  }
  return sure;
}

/**
 * Inserts a contact without a number: the caller stores the addresses, and another contact may still have the number.
 */
async function insertPerson(work: Work, { name, username }: NamedPerson): Promise<ContactRow> {
  const draft = { phone: null, name: readVendorName(name), username };
  const [made] = await insertContacts(work, [draft], { force: true });
  return made as ContactRow;
}
