export { changeOfContact, phoneOfContact } from './contact-columns.ts';
export { deleteContact } from './delete-contact.ts';
export { findOrCreateContact, type Person, rememberIdentity } from './find-or-create-contact.ts';
export { deleteDuplicate, identifyPerson, type NamedPerson } from './identify-person.ts';
export { matchingWithCustomers } from './match-customers.ts';
export { addressesOf, findOptOuts, forgetOptOut, toAddress } from './opt-out-hashes.ts';
export { type CustomerReference, requireContact, shownPhone } from './require-contact.ts';
export {
  addAlias,
  type ContactRow,
  countConversation,
  findByPhone,
  findByPhones,
  findContactById,
  findIdentity,
  forCustomers,
  type IdentityScheme,
  insertContacts,
  listAliases,
  markContact,
  matchingContacts,
  updateContact,
} from './store.ts';
