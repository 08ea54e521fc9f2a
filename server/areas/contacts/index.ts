import type { Area } from '../../http/area.ts';

export { findOrCreateContact, type Person, rememberIdentity } from './find-or-create-contact.ts';
export { type ContactRow, contactSearch, findByPhone, type IdentityScheme } from './store.ts';

export const contacts: Area = { name: 'contacts', title: 'Contacts' };
