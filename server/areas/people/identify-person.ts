import type { Work } from '../../platform/work/work.ts';
import {
  type AddressEvidence,
  type LostAddress,
  learnAddresses,
  listAddresses,
  presentNumber,
  presentUsername,
  spellingsOf,
} from './addresses.ts';
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

/** A person as a vendor names them: the addresses of the present, and those of before a change. */
export interface NamedPerson {
  addresses: PersonAddress[];
  previous: PersonAddress[];
  name: string | null;
  /** Without @. */
  username: string | null;
}

/** What a vendor's naming of a person rests on, and when it was true. */
export interface Naming {
  evidence: AddressEvidence;
  /** UTC. */
  at: string;
}

/**
 * Returns the contact behind a vendor's person, created if absent, and stores their addresses. Contacts that are the same
 * person by the rule of `decidePerson` are joined.
 */
export async function identifyPerson(work: Work, person: NamedPerson, naming: Naming): Promise<ContactRow> {
  const contact = await findOrJoin(work, person);
  return learnPerson(work, contact ?? (await insertPerson(work, person)), person, naming);
}

/** Like `identifyPerson`, of a person who need not be anybody's contact: returns null and stores nothing then. */
export async function recognizePerson(work: Work, person: NamedPerson, naming: Naming): Promise<ContactRow | null> {
  const contact = await findOrJoin(work, person);
  return contact && learnPerson(work, contact, person, naming);
}

/** Stores what a vendor says of a person who is that contact: the addresses, the user name, and a name where there is none. */
export async function learnPerson(
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
    phone: presentNumber(work.db, contact),
    name: contact.name ?? (name?.trim().slice(0, 120) || null),
    username: presentUsername(work.db, contact.id),
    opted_out_at: contact.opted_out_at ?? optedOutAt,
  };
  const columns = Object.keys(wanted) as (keyof typeof wanted)[];
  if (columns.some((column) => contact[column] !== wanted[column])) return updateContact(work, contact, wanted);
  if (before.isNew || present.isNew) await indexContacts(work, [contact]);
  return contact;
}

/** The opt-out of a deleted contact that had one of these addresses. */
async function findOptOut(work: Work, addresses: PersonAddress[]): Promise<string | null> {
  const optOuts = await findOptOuts(work, addresses.flatMap(spellingsOf));
  return [...optOuts.values()][0] ?? null;
}

/**
 * Shows another number and user name of contacts that lost theirs, or none. Returns the opt-out of one that lost a number: it
 * was given for that number, and who has it now may be the same person.
 */
async function settleLosers(work: Work, lost: LostAddress[]): Promise<string | null> {
  let optedOutAt: string | null = null;
  for (const { kind, contactId } of lost) {
    const contact = findContactById(work.db, work.workspace.id, contactId);
    if (!contact) continue;
    if (kind === 'phone') optedOutAt ??= contact.opted_out_at;
    const phone = presentNumber(work.db, contact);
    await updateContact(work, contact, { phone, username: presentUsername(work.db, contactId) });
  }
  return optedOutAt;
}

/** The contact of a person, joined of all that are theirs: one with a number is kept, the oldest of several. */
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

/** Of contacts that a person keeps apart, the one with an id of the vendor's naming is meant: a number is easily passed on. */
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

/** Inserts a contact whose addresses are stored afterwards: a number may still be another contact's. */
async function insertPerson(work: Work, { name, username }: NamedPerson): Promise<ContactRow> {
  const draft = { phone: null, name: name?.trim().slice(0, 120) || null, username };
  const [made] = await insertContacts(work, [draft], { force: true });
  return made as ContactRow;
}
