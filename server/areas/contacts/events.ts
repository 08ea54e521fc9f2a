import { z } from 'zod';
import { ExportEntry } from '../../http/export.ts';
import { defineLogEntry } from '../../platform/work/define-event.ts';

export const contactsExported = defineLogEntry('contacts.exported', ExportEntry);

/** Contacts were created, changed, merged, deleted or imported by the shop. */
export const contactsChanged = defineLogEntry(
  'contacts.changed',
  z.object({
    change: z.enum(['CREATED', 'UPDATED', 'DELETED', 'MERGED', 'IMPORTED']),
    contactIds: z.array(z.string()).describe('Empty for an import. Of a merge, the kept and the gone.'),
  }),
);
