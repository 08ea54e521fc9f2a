import { z } from 'zod';
import { exportCsv, exportNote } from '../../http/export.ts';
import { inParts, type Operations, operation } from '../../http/operation.ts';
import { contactsExported } from './events.ts';
import { ContactImport, ImportResult } from './import.schemas.ts';
import { importContacts } from './import-contacts.ts';
import { readConditions } from './match-contacts.ts';
import { type Contact, contactFilters } from './schemas.ts';
import { contactsBySeq, countContacts, findContactSeqs } from './store.ts';

/** An extension: some contacts only. */
const OnlyIds = z
  .string()
  .max(7_000)
  .optional()
  .transform((text) => text?.split(','))
  .describe('An extension: the ids of the contacts, comma-separated.');

const columns = [
  ...['phone', 'name', 'email', 'tags', 'optedOut', 'conversationCount', 'lastMessageAt', 'createdAt'],
  // Extensions: an import reads them and so finds customers who hide the number.
  ...['contactId', 'username', 'addresses'],
];

const toCells = (contact: Contact) => [
  contact.phone,
  contact.name,
  contact.email,
  contact.tags.map((tag) => tag.name).join('; '),
  contact.optedOut,
  contact.conversationCount,
  contact.lastMessageAt,
  contact.createdAt,
  contact.id,
  contact.username,
  contact.addresses.map(({ kind, value }) => `${kind}:${value}`).join('; '),
];

export const transferOperations = {
  exportContacts: operation({
    method: 'get',
    path: '/api/contacts/export',
    scope: 'contacts.export',
    summary: 'Export contacts as CSV',
    description: exportNote,
    tx: 'none',
    dear: { atOnce: 1 },
    steps: 50_000,
    query: z.object({ ...contactFilters, ids: OnlyIds }),
    exports: true,
    success: 200,
    response: { contentType: 'text/csv; charset=utf-8' },
    run(context) {
      const { db, workspace, now } = context;
      const { search, filter, ids } = context.query;
      const wanted = () => readConditions(db, workspace.id, { search, filter, ids, now });
      return exportCsv(context, {
        name: 'contacts',
        entry: contactsExported,
        columns,
        filters: { search: search ?? null, ...filter, ...(ids ? { ids } : {}) },
        count: async () => countContacts(db, workspace.id, await wanted()),
        findKeys: async (limit) => findContactSeqs(db, workspace.id, await wanted(), { limit }),
        load: async (seqs) => (await contactsBySeq(db, workspace.id, seqs)).map(toCells),
      });
    },
  }),

  importContacts: operation({
    method: 'post',
    path: '/api/contacts/import',
    scope: 'contacts.import',
    summary: 'Import contacts from CSV',
    description:
      'Columns are recognized by their headings in Portuguese, English or Spanish: `telefone`, `phone` or `celular` ' +
      '(one is required), `nome`, `name`, `email`, `tags`; others are ignored. As extensions, `contactId` names a contact ' +
      'by id and `addresses` by the addresses of an export, such as `lid:77001; phone:+5511987654321`: a row needs a ' +
      'number, an id or an address. The delimiter is a comma, semicolon, ' +
      'tab or bar. A row creates a contact or updates the one with its number: a filled cell replaces the stored value, tags ' +
      'are added, an empty cell changes nothing, and an opt-out stays. Of several rows for one contact the first ' +
      'counts. Invalid rows do not stop the others; rows above the limit of contacts are skipped as ' +
      '`quota_exceeded`, rows with lost characters (U+FFFD) as `broken_text`. Importing the same file again changes ' +
      'nothing.',
    tx: 'none',
    dear: { atOnce: 1 },
    steps: inParts,
    body: ContactImport,
    success: 200,
    response: ImportResult,
    run: ({ platform, workspace, actor, body }) => importContacts(platform, workspace, actor, body),
  }),
} satisfies Operations;
