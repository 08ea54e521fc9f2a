export { findOrCreateContact, type Person, rememberIdentity } from './find-or-create-contact.ts';
export { deleteDuplicate, identifyPerson, type NamedPerson } from './identify-person.ts';
export {
  type ContactRow,
  countConversation,
  findByPhone,
  findByPhones,
  findContactById,
  findIdentity,
  type IdentityScheme,
  insertContacts,
  matchingContacts,
  updateContact,
} from './store.ts';
