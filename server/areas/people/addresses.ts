import { sql } from 'kysely';
import type { Db, Row, Table } from '../../platform/database/database.ts';
import { prepareQuery } from '../../platform/database/prepared-query.ts';
import { canonicalPhone, twinOf } from '../../platform/text/phones.ts';
import type { Work } from '../../platform/work/work.ts';
import type { AddressKind, PersonAddress } from './joining-rule.ts';
import { type FormerAddress, type JoinRow, listApart } from './joins.store.ts';
import type { ContactAddress } from './schemas.ts';

/**
 * The source of an address. `person`: somebody at the shop, or a program, entered it. `guess`: another spelling that an
 * entered number may mean.
 */
export type AddressEvidence =
  | 'message'
  | 'receipt'
  | 'echo'
  | 'answer'
  | 'notice'
  | 'mapping'
  | 'card'
  | 'person'
  | 'guess';

declare module '../../platform/database/database.ts' {
  interface Tables {
    contact_addresses: Table<'contact_addresses', { kind: AddressKind; evidence: AddressEvidence }>;
  }
}

type AddressRow = Row<'contact_addresses'>;

const selectAddress = prepareQuery((db, workspaceId: string, kind: AddressKind, value: string) =>
  db
    .selectFrom('contact_addresses')
    .select(['contact_id', 'evidence', 'learned_at', 'seen_at', 'taken_from'])
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', kind)
    .where('value', '=', value),
);

const upsertAddress = prepareQuery((db, row: AddressRow) =>
  db
    .insertInto('contact_addresses')
    .values(row)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'kind', 'value']).doUpdateSet(row)),
);

/** Returns the forms in which an address is stored: a number in its canonical form and in the vendor's spelling. */
export function spellingsOf(address: PersonAddress): PersonAddress[] {
  const value = address.kind === 'phone' ? canonicalPhone(address.value) : address.value;
  return value === address.value ? [address] : [{ ...address, value }, address];
}

/** An address that moved from this contact to another one. */
export interface LostAddress {
  kind: AddressKind;
  contactId: string;
}

/**
 * Stores the addresses that a vendor's event names for a contact. An address of another contact moves here unless a
 * later event named that contact by it, or a person keeps the two apart. Former addresses count as seen just before the
 * event. Returns whether any address is new, and the addresses that others lost.
 */
export function learnAddresses(
  { db, workspace, now }: Work,
  contactId: string,
  addresses: PersonAddress[],
  { evidence, at, isFormer = false }: { evidence: AddressEvidence; at: string; isFormer?: boolean },
): { isNew: boolean; lost: LostAddress[] } {
  const lost: LostAddress[] = [];
  let isNew = false;
  for (const address of addresses.flatMap(spellingsOf)) {
    const known = selectAddress(db, workspace.id, address.kind, address.value).first();
    if ((known?.seen_at ?? '') > at) continue;
    const isTaken = known !== undefined && known.contact_id !== contactId;
    if (isTaken && listApart(db, workspace.id, known.contact_id, contactId).length > 0) continue;
    const isKnown = known !== undefined && !isTaken && known.evidence !== 'guess';
    isNew ||= !isKnown;
    if (isTaken) lost.push({ kind: address.kind, contactId: known.contact_id });
    upsertAddress(db, {
      workspace_id: workspace.id,
      ...address,
      contact_id: contactId,
      evidence: isKnown ? known.evidence : evidence,
      learned_at: isKnown ? known.learned_at : now,
      seen_at: isFormer ? justBefore(at) : at,
      taken_from: isTaken ? known.contact_id : (known?.taken_from ?? null),
    }).run();
  }
  return { isNew, lost };
}

const justBefore = (at: string): string => new Date(Date.parse(at) - 1).toISOString();

const insertAddress = prepareQuery((db, row: AddressRow) =>
  db
    .insertInto('contact_addresses')
    .values(row)
    .onConflict((conflict) => conflict.doNothing()),
);

/** Stores an address that a person listed for a contact. An address of another contact stays there. */
export function enterAddress({ db, workspace, now }: Work, contactId: string, { kind, value }: KnownAddress): void {
  const row = { workspace_id: workspace.id, kind, value, scope: '', contact_id: contactId } as const;
  insertAddress(db, { ...row, evidence: 'person', learned_at: now, seen_at: null, taken_from: null }).run();
}

/** Stores the entered number of a new contact, and its twin as a guess. An address of another contact stays there. */
export function enterNumber({ db, workspace, now }: Work, contactId: string, phone: string): void {
  const common = { workspace_id: workspace.id, kind: 'phone', scope: '', contact_id: contactId } as const;
  const enter = (value: string, evidence: AddressEvidence) =>
    insertAddress(db, { ...common, value, evidence, learned_at: now, seen_at: null, taken_from: null }).run();
  enter(phone, 'person');
  const twin = twinOf(phone);
  if (twin !== null) enter(twin, 'guess');
}

const shownColumns = ['kind', 'scope', 'value', 'evidence', 'learned_at', 'seen_at', 'taken_from'] as const;

const selectAddresses = prepareQuery((db, contactId: string) =>
  db.selectFrom('contact_addresses').select(shownColumns).where('contact_id', '=', contactId),
);

type ListedAddress = Pick<AddressRow, 'kind' | 'value' | 'evidence' | 'learned_at' | 'seen_at'>;

/**
 * Sorts addresses by the time they were seen, newest first; addresses that no vendor named come last. Vendors' times
 * are whole seconds: within one second, the address learned last comes first.
 */
function byLatest(one: ListedAddress, other: ListedAddress): number {
  const keyOf = (address: ListedAddress): string => `${address.seen_at ?? ''} ${address.learned_at}`;
  const [key, otherKey] = [keyOf(one), keyOf(other)];
  if (key !== otherKey) return key > otherKey ? -1 : 1;
  return `${one.kind} ${one.value}` < `${other.kind} ${other.value}` ? -1 : 1;
}

/** The addresses of a contact, the latest first. */
export const listAddresses = (db: Db, contactId: string) => selectAddresses(db, contactId).all().sort(byLatest);

/** The addresses of several contacts, by contact. */
export async function addressesByContact(db: Db, contactIds: string[]) {
  const query = db.selectFrom('contact_addresses').select([...shownColumns, 'contact_id']);
  return Map.groupBy(await query.where('contact_id', 'in', contactIds).execute(), (address) => address.contact_id);
}

/** SQL for the addresses of the contact that a query names `c`, as JSON for `showAddresses`. */
export const addressesOfContact = sql<string>`(
  select json_group_array(json_object(
    'kind', a.kind, 'value', a.value, 'evidence', a.evidence, 'learned_at', a.learned_at, 'seen_at', a.seen_at
  )) from contact_addresses a where a.contact_id = c.id)`;

/** Returns addresses as they are shown: each number once, in E.164, and no guesses. */
export function showAddresses(addresses: ListedAddress[]): ContactAddress[] {
  const known = addresses.filter(({ evidence }) => evidence !== 'guess').sort(byLatest);
  const shown = known.map(({ kind, value }) => ({ kind, value: kind === 'phone' ? canonicalPhone(value) : value }));
  return [...new Map(shown.map((address) => [`${address.kind}:${address.value}`, address])).values()];
}

/**
 * Returns the number and the user name that a contact shows; each null without any. The number is the one that a vendor
 * named last, else the present one, else any.
 */
export function readPresent(
  db: Db,
  { id, phone }: { id: string; phone: string | null },
): { phone: string | null; username: string | null } {
  const addresses = listAddresses(db, id);
  return {
    phone: presentNumber(addresses, phone),
    username: addresses.find(({ kind }) => kind === 'username')?.value ?? null,
  };
}

function presentNumber(addresses: ListedAddress[], phone: string | null): string | null {
  const numbers = addresses.filter(({ kind, evidence }) => kind === 'phone' && evidence !== 'guess');
  const seen = numbers.find(({ seen_at: seenAt }) => seenAt !== null);
  if (seen) return canonicalPhone(seen.value);
  return numbers.some(({ value }) => value === phone) ? phone : (numbers[0]?.value ?? null);
}

/**
 * Returns the address to reply to. A known number is preferred, in the vendor's spelling. While the number is hidden,
 * it is the latest id of `idKind`, else any other id, which the channel's vendor refuses. Null without any address.
 */
export function findReplyAddress(
  db: Db,
  contact: { id: string; phone: string | null },
  idKind: AddressKind,
): PersonAddress | null {
  const addresses = listAddresses(db, contact.id);
  if (contact.phone === null) {
    const ids = addresses.filter(({ kind }) => kind === 'bsuid' || kind === 'lid');
    return ids.find(({ kind }) => kind === idKind) ?? ids[0] ?? null;
  }
  const spellings = addresses.filter(
    ({ kind, value, seen_at: seenAt }) =>
      kind === 'phone' && seenAt !== null && canonicalPhone(value) === contact.phone,
  );
  const foreign = spellings.find(({ value }) => value !== contact.phone);
  return foreign ?? { kind: 'phone', scope: '', value: contact.phone };
}

/** Returns true if a contact has the number (E.164). */
export const hasNumber = (db: Db, contactId: string, phone: string): boolean =>
  listAddresses(db, contactId).some(
    ({ kind, value, evidence }) => kind === 'phone' && value === phone && evidence !== 'guess',
  );

const selectNaming = prepareQuery((db, workspaceId: string, contactId: string) =>
  db
    .selectFrom('contact_addresses')
    .select(['kind', 'value', 'contact_id', 'taken_from'])
    .where('workspace_id', '=', workspaceId)
    .where((where) => where.or([where('contact_id', '=', contactId), where('taken_from', '=', contactId)])),
);

const updateAddress = prepareQuery(
  (db, workspaceId: string, { kind, value }: KnownAddress, heldBy: string, changes: Holder) =>
    db
      .updateTable('contact_addresses')
      .set(changes)
      .where('workspace_id', '=', workspaceId)
      .where('kind', '=', kind)
      .where('value', '=', value)
      .where('contact_id', '=', heldBy),
);

type KnownAddress = Pick<AddressRow, 'kind' | 'value'>;
type Holder = Pick<AddressRow, 'contact_id' | 'taken_from'>;

/** Moves the addresses of a contact to another one. Returns all addresses that named it, in their earlier state. */
export function moveAddresses({ db, workspace }: Work, goneId: string, keptId: string): FormerAddress[] {
  const former = selectNaming(db, workspace.id, goneId).all();
  const present = (id: string | null) => (id === goneId ? keptId : id);
  for (const address of former) {
    const contactId = present(address.contact_id) as string;
    const takenFrom = present(address.taken_from);
    const holder = { contact_id: contactId, taken_from: takenFrom === contactId ? null : takenFrom };
    updateAddress(db, workspace.id, address, address.contact_id, holder).run();
  }
  return former;
}

/** Returns addresses to the contacts that had them before a join, unless another contact has gained them since. */
export function returnAddresses({ db, workspace }: Work, { addresses, gone_id, kept_id }: JoinRow): void {
  for (const { kind, value, ...holder } of JSON.parse(addresses) as FormerAddress[]) {
    const heldBy = holder.contact_id === gone_id ? kept_id : holder.contact_id;
    updateAddress(db, workspace.id, { kind, value }, heldBy, holder).run();
  }
}

/** Makes an entered number the present one of a contact. Numbers that vendors name later take precedence. */
export function enterPresentNumber(work: Work, contactId: string, phone: string): void {
  const { workspace, now } = work;
  const row = { workspace_id: workspace.id, kind: 'phone', scope: '', value: phone, contact_id: contactId } as const;
  upsertAddress(work.db, { ...row, evidence: 'person', learned_at: now, seen_at: now, taken_from: null }).run();
  enterNumber(work, contactId, phone);
}

/** Moves an address to another contact, a number in all of its spellings. Returns true if the contact had it. */
export function giveAddress(
  { db, workspace }: Work,
  { kind, value }: KnownAddress,
  { from, to }: { from: string; to: string },
): boolean {
  const number = kind === 'phone' ? canonicalPhone(value) : value;
  const spellings = listAddresses(db, from).filter(
    (address) =>
      address.kind === kind &&
      (kind === 'phone'
        ? canonicalPhone(address.value) === number || address.value === twinOf(number)
        : address.value === value),
  );
  for (const address of spellings) {
    updateAddress(db, workspace.id, { kind, value: address.value }, from, { contact_id: to, taken_from: null }).run();
  }
  return spellings.length > 0;
}
