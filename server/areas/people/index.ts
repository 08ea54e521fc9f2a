export {
  type AddressEvidence,
  addressesByContact,
  addressesOfContact,
  findReplyAddress,
  listAddresses,
  showAddresses,
} from './addresses.ts';
export { type CampaignWish, takeWish, wishByShop, wishMeans, wishOf } from './campaign-wish.ts';
export { changeNumber, enterAddresses, splitOff } from './change-addresses.ts';
export { changeOfContact, phoneOfContact } from './contact-columns.ts';
export { deleteContact } from './delete-contact.ts';
export { announce, contactsChanged } from './events.ts';
export { findOrCreateContact, type Person } from './find-or-create-contact.ts';
export { identifyPerson, type NamedPerson, recognizePerson } from './identify-person.ts';
export { finishJoin, type Joining, joinContacts, settleJoin } from './join-contacts.ts';
export type { AddressKind, PersonAddress } from './joining-rule.ts';
export { forgetJoins, goneInto, type JoinRow, listJoinsInto, presentContactId } from './joins.store.ts';
export { matchingWithCustomers } from './match-customers.ts';
export { addressesOf, findOptOuts, forgetOptOut } from './opt-out-hashes.ts';
export { listPassedOn } from './passed-on.ts';
export { type CustomerReference, labelOf, requireContact } from './require-contact.ts';
export type { ContactAddress } from './schemas.ts';
export {
  type ContactRow,
  findByAddress,
  findByPhone,
  findByPhones,
  findContactById,
  forCustomers,
  insertContacts,
  markContact,
  matchingContacts,
  updateContact,
} from './store.ts';
export { beginUndo, undoableUntil, whyNotUndoable } from './undo-join.ts';
