import { invalid, Problem, unknownReference } from '../../platform/problem.ts';
import { requirePhone } from '../../platform/text/phones.ts';
import type { Work } from '../../platform/work/work.ts';
import { enterAddress, enterPresentNumber, giveAddress, listAddresses, readPresent } from './addresses.ts';
import { announce } from './events.ts';
import type { PersonAddress } from './joining-rule.ts';
import { keepApart } from './joins.store.ts';
import { findOptOuts } from './opt-out-hashes.ts';
import { type ContactRow, findByPhone, indexContacts, insertContacts, updateContact } from './store.ts';

/**
 * Changes the number of a contact; the old number still finds it. Throws 400 for an invalid number, and 409
 * `contact_exists` with `contactId` for another contact's number.
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
 * Splits an address off into a new contact. The old contact keeps everything else, since the origin of its rows is
 * unknown. Vendors no longer join the two, and an opt-out applies to both. Throws 404 for an address that the contact
 * does not have, and 400 for its only address.
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
  // The number is unique: the contact that loses it is written first.
  const left = await showPresent(work, contact);
  const { opted_out_at, campaign_wish } = contact;
  const split = await showPresent(work, { ...other, opted_out_at, campaign_wish });
  await announce(work, 'SPLIT', [contact.id, other.id]);
  return { contact: left, other: split };
}

async function showPresent(work: Work, contact: ContactRow): Promise<ContactRow> {
  const { opted_out_at, campaign_wish } = contact;
  const changes = { ...readPresent(work.db, contact), opted_out_at, campaign_wish };
  const shown = await updateContact(work, contact, changes, contact.unconfirmed);
  await indexContacts(work, [shown]);
  return shown;
}

/**
 * Assigns listed addresses to a new contact, unless another contact has them. If a deleted contact had opted out under
 * one of them, the new contact is opted out.
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
