export {
  type AddressEvidence,
  addressesOfContact,
  findReplyAddress,
  listAddresses,
  showAddresses,
} from './addresses.ts';
export { changeOfContact, phoneOfContact } from './contact-columns.ts';
export { deleteContact } from './delete-contact.ts';
export { findOrCreateContact, type Person } from './find-or-create-contact.ts';
export { identifyPerson, type NamedPerson, recognizePerson } from './identify-person.ts';
export { joinContacts } from './join-contacts.ts';
export type { AddressKind, PersonAddress } from './joining-rule.ts';
export { matchingWithCustomers } from './match-customers.ts';
export { addressesOf, findOptOuts, forgetOptOut } from './opt-out-hashes.ts';
export { type CustomerReference, labelOf, requireContact } from './require-contact.ts';
export {
  type ContactRow,
  countConversation,
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
