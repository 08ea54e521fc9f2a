import { sql } from 'kysely';
import { type Area, asJob } from '../../http/area.ts';
import { dayMs } from '../../platform/durations.ts';
import { finishJoin } from '../people/index.ts';
import { confirmableContact } from './confirm-contact.ts';
import { finishErasure, forgetWords } from './erase/erase-contacts.ts';
import { dropTags, joinTags } from './join-tags.ts';
import { contactOperations } from './operations.ts';
import { contactOwnerOperations } from './owner.operations.ts';
import { searchContacts } from './search-contacts.ts';
import { transferOperations } from './transfer.operations.ts';

export { listTaggedPeople } from './list-tagged-people.ts';
export { type Contact, type ContactDetail, contactFilters } from './schemas.ts';
export { selectContacts } from './store.ts';
export { addTags, ensureTag, findTagId, removeTags, tagsOf } from './tags.store.ts';
export { insertView } from './views.store.ts';

export const contacts = {
  name: 'contacts',
  title: 'Contacts',
  about: 'People who write to the shop or buy from it, with tags, import and export.',
  operations: { ...contactOperations, ...transferOperations },
  ownerOperations: contactOwnerOperations,
  jobs: [asJob(finishErasure), asJob(forgetWords), asJob(finishJoin)],
  retention: [{ table: 'contact_joins', by: 'created_at', keepMs: dayMs, key: ['id'], only: sql`state = 'JOINED'` }],
  provides: {
    confirmable: [confirmableContact],
    searchable: [searchContacts],
    contactJoined: [joinTags],
    contactDeleted: [dropTags],
    textIndex: [{ index: 'contact_search', table: 'contacts', row: 'seq' }],
  },
  services: () => ({ erasures: new Map() }),
} satisfies Area;
