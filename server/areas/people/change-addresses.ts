import { invalid, Problem, unknownReference } from '../../platform/problem.ts';
import { requirePhone } from '../../platform/text/phones.ts';
import type { Work } from '../../platform/work/work.ts';
import {
  enterAddress,
  enterPresentNumber,
  giveAddress,
  listAddresses,
  presentNumber,
  presentUsername,
} from './addresses.ts';
import { announce } from './events.ts';
import type { PersonAddress } from './joining-rule.ts';
import { keepApart } from './joins.store.ts';
import { findOptOuts } from './opt-out-hashes.ts';
import { type ContactRow, findByPhone, indexContacts, insertContacts, updateContact } from './store.ts';

/**
 * Gives a contact another number; the old one finds it, too. Throws 400 for what is no number, and 409 `contact_exists` with
 * `contactId` for one that another contact has.
 */
export async function changeNumber(work: Work, contact: ContactRow, spelled: string): Promise<ContactRow> {
  const phone = requirePhone(spelled, work.workspace.country, 'body.phone');
  const holder = await findByPhone(work.db, work.workspace.id, phone);
  if (holder && holder.id !== contact.id) {
    throw new Problem('contact_exists', 'Another contact has this number', { extra: { contactId: holder.id } });
  }
  enterPresentNumber(work, contact.id, phone);
  const optOuts = await findOptOuts(work, [{ kind: 'phone', value: phone }]);
  const optedOutAt = contact.opted_out_at ?? optOuts.get(phone) ?? null;
  const changed = await updateContact(work, contact, { phone, opted_out_at: optedOutAt });
  await announce(work, 'UPDATED', [contact.id]);
  return changed;
}

/**
 * Makes a contact of one address of another, which keeps all else, since nobody knows what came from whom. Vendors join the
 * two no more, and an opt-out holds for both. Throws 404 for an address that it does not have, and 400 for its only one.
 */
export async function splitOff(
  work: Work,
  contact: ContactRow,
  address: Pick<PersonAddress, 'kind' | 'value'>,
): Promise<{ contact: ContactRow; other: ContactRow }> {
  const [made] = await insertContacts(work, [{ phone: null, name: null }]);
  const other = made as ContactRow;
  if (!giveAddress(work, address, { from: contact.id, to: other.id })) {
    throw unknownReference('body.value', 'The contact has no such address');
  }
  if (!listAddresses(work.db, contact.id).some(({ kind, evidence }) => kind !== 'username' && evidence !== 'guess')) {
    throw invalid('body.value', 'This is the only address of the contact');
  }
  await keepApart(work, contact.id, other.id);
  // The number is unique: who loses it comes first.
  const left = await showPresent(work, contact);
  const split = await showPresent(work, { ...other, opted_out_at: contact.opted_out_at });
  await announce(work, 'SPLIT', [contact.id, other.id]);
  return { contact: left, other: split };
}

async function showPresent(work: Work, contact: ContactRow): Promise<ContactRow> {
  const phone = presentNumber(work.db, contact);
  const username = presentUsername(work.db, contact.id);
  const changes = { phone, username, opted_out_at: contact.opted_out_at };
  const shown = await updateContact(work, contact, changes, contact.unconfirmed);
  await indexContacts(work, [shown]);
  return shown;
}

/**
 * Lets addresses that a person listed find a new contact, unless they are another's. Who opted out under one of them before
 * the contact was deleted has opted out.
 */
export async function enterAddresses(
  work: Work,
  contact: ContactRow,
  addresses: Pick<PersonAddress, 'kind' | 'value'>[],
): Promise<void> {
  if (addresses.length === 0) return;
  for (const address of addresses) enterAddress(work, contact.id, address);
  const [optedOutAt] = (await findOptOuts(work, addresses)).values();
  await showPresent(work, { ...contact, opted_out_at: contact.opted_out_at ?? optedOutAt ?? null });
}
