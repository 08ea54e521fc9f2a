import type { Mutation } from './mutations.ts';

const suite = 'test/areas/contacts/erasure.test.ts';
const nothing = 'nothing in tables and files';
const area = (guard: string, file: string, find: string): Mutation => ({
  ...{ guard, file: `server/areas/${file}`, find, replace: '', suite, title: nothing },
});

/** Erasers of the copies of a person's words. */
export const erasureMutations: Mutation[] = [
  area('an erasure reaches the received events', 'channels/index.ts', 'markedCopies: [receivedCopies]'),
  area('an erasure reaches the deliveries', 'developers/index.ts', 'eventsErased: [eraseDeliveries], '),
  area('an erasure reaches the syncs', 'integrations/index.ts', 'eventsErased: [eraseJobs],'),
  area('an erasure reaches the recipients of campaigns', 'campaigns/index.ts', 'contactDeleted: [eraseRecipients],'),
  area('an erasure reaches the simulated phones', 'simulator/index.ts', 'contactDeleted: [erasePhones],'),
  area('an erasure reaches the contents of QR sends', 'qr/index.ts', 'messagesErased: [eraseSends],'),
  area('an erasure reaches the keys of the QR client', 'qr/index.ts', 'contactDeleted: [eraseKeys],'),
  area('an erasure reaches runs of flows', 'flows/index.ts', 'conversationDeleted: [forgetConversation],'),
  area('an erasure reaches what agents keep', 'replies/index.ts', 'conversationDeleted: [forgetConversation],'),
  area('an erasure reaches orders', 'orders/index.ts', 'booksAnonymized: [anonymizeOrders],'),
  area('an erasure reaches appointments', 'appointments/index.ts', 'booksAnonymized: [anonymizeAppointments],'),
  area('an erasure reaches cards', 'crm/index.ts', 'booksAnonymized: [anonymizeCards],'),
  area(
    'an erasure reaches the events of cards',
    'crm/erase-customer.ts',
    'if (await anonymizeSomeEvents(work, id)) return true;',
  ),
  area('events that name a conversation are erased', 'inbox/index.ts', 'contactMarks: [listConversationIds],'),
  area('an erasure reaches the event log', 'contacts/erase/erase-contacts.ts', 'eventCopies([contactsChanged.kind]),'),
  area('an erasure reaches stored responses', 'contacts/erase/erase-contacts.ts', '  idempotentCopies,\n'),
  area(
    'an erasure reaches words in indexes',
    'contacts/erase/erase-contacts.ts',
    'await forgetDeletedWords(platform);',
  ),
  {
    ...area(
      'an erased tag is forgotten with its name',
      'contacts/join-tags.ts',
      '  for (const { tag_id } of carried) {',
    ),
    replace: '  for (const { tag_id } of carried.slice(1_000)) {',
  },
  {
    ...area(
      'an erasure reaches files',
      'inbox/conversations/erase-messages.ts',
      'await deleteFileIfUnused(work, fileId);',
    ),
    replace: 'void deleteFileIfUnused;',
  },
  {
    guard: 'deleted content is overwritten in the file of the database',
    file: 'server/platform/database/database.ts',
    find: "  handle.pragma('secure_delete = ON');",
    replace: '',
    suite,
    title: nothing,
  },
  {
    guard: 'the log of the database is emptied after an erasure',
    file: 'server/areas/contacts/erase/erase-contacts.ts',
    find: 'if (!platform.database.emptyLog())',
    replace: 'if (!platform.database)',
    suite,
    title: nothing,
  },
  {
    guard: 'an interrupted erasure is finished',
    file: 'server/areas/contacts/erase/erase-contacts.ts',
    find: '  await work.enqueue(finishErasure, { id: erasure.id }, { key: erasure.id, runAt });',
    replace: '',
    suite,
    title: 'an erasure that a stop interrupts',
  },
];
