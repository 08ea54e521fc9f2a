import type { Area } from '../../http/area.ts';
import { contactOperations } from './operations.ts';
import { transferOperations } from './transfer.operations.ts';

export { matchContacts } from './match-contacts.ts';
export { addTags, ensureTag, findTagId, removeTags, tagsOf } from './tags.store.ts';

export const contacts = {
  name: 'contacts',
  title: 'Contacts',
  operations: { ...contactOperations, ...transferOperations },
} satisfies Area;
