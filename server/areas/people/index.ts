export { findOrCreateContact, type Person, rememberIdentity } from './find-or-create-contact.ts';
export {
  type ContactRow,
  countConversation,
  findByPhone,
  findByPhones,
  type IdentityScheme,
  insertContacts,
  matchingContacts,
  updateContact,
} from './store.ts';
