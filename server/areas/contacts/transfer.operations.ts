import { z } from 'zod';
import { Acknowledged, exportCsv, exportNote } from '../../http/export.ts';
import { type Operations, operation } from '../../http/operation.ts';
import { contactsExported } from './events.ts';
import { ContactImport, ImportResult } from './import.schemas.ts';
import { importContacts } from './import-contacts.ts';
import { type Contact, contactFilters } from './schemas.ts';
import { contactsBySeq, countContacts, findContactSeqs } from './store.ts';

const columns = ['phone', 'name', 'email', 'tags', 'optedOut', 'conversationCount', 'lastMessageAt', 'createdAt'];

const toCells = (contact: Contact) => [
  contact.phone,
  contact.name,
  contact.email,
  contact.tags.map((tag) => tag.name).join('; '),
  contact.optedOut,
  contact.conversationCount,
  contact.lastMessageAt,
  contact.createdAt,
];

export const transferOperations = {
  exportContacts: operation({
    method: 'get',
    path: '/api/contacts/export',
    scope: 'contacts.export',
    summary: 'Export contacts as CSV',
    description: exportNote,
    tx: 'none',
    query: z.object({ ...contactFilters, acknowledged: Acknowledged }),
    success: 200,
    response: { contentType: 'text/csv; charset=utf-8' },
    errors: ['acknowledgement_required'],
    run: (context) =>
      exportCsv(context, {
        name: 'contacts',
        entry: contactsExported,
        columns,
        filters: { search: context.query.search ?? null, ...context.query.filter },
        count: () => countContacts(context.db, context.workspace.id, context.query),
        findKeys: (limit) => findContactSeqs(context.db, context.workspace.id, context.query, { limit }),
        load: async (seqs) => (await contactsBySeq(context.db, context.workspace.id, seqs)).map(toCells),
      }),
  }),

  importContacts: operation({
    method: 'post',
    path: '/api/contacts/import',
    scope: 'contacts.import',
    summary: 'Import contacts from CSV',
    description:
      'Columns are found by their headings in Portuguese, English or Spanish: `telefone`, `phone`, `celular` (one of ' +
      'them is needed), `nome`, `name`, `email`, `tags`; others are passed over. Delimited by comma, semicolon or tab. ' +
      'A row makes a contact or completes the one with its number: a filled cell replaces what was known, tags are ' +
      'added, an empty cell changes nothing, and who opted out stays so. Of several rows with one number the first ' +
      'counts. A bad row never stops the good ones; what would go over the limit of contacts is left out as ' +
      '`quota_exceeded`, what has lost characters (U+FFFD) as `broken_text`. The same file again changes nothing.',
    tx: 'none',
    body: ContactImport,
    success: 200,
    response: ImportResult,
    run: ({ platform, workspace, actor, body }) => importContacts(platform, workspace, actor, body.csv),
  }),
} satisfies Operations;
