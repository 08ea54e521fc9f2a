import { z } from 'zod';
import { defineLogEntry } from '../../platform/work/define-event.ts';
import type { Work } from '../../platform/work/work.ts';

/** Contacts were created, changed, deleted or imported by the shop, or were joined or separated. */
export const contactsChanged = defineLogEntry(
  'contacts.changed',
  z.object({
    change: z.enum(['CREATED', 'UPDATED', 'DELETED', 'MERGED', 'SPLIT', 'IMPORTED']),
    contactIds: z
      .array(z.string())
      .describe(
        'Empty for an import. Of a merge, the kept and the gone; of a split, the kept and the one that is back or new.',
      ),
  }),
);

/** Records that contacts have changed; the console follows it. */
export const announce = (
  work: Work,
  change: 'CREATED' | 'UPDATED' | 'DELETED' | 'MERGED' | 'SPLIT' | 'IMPORTED',
  contactIds: string[],
): Promise<void> => work.emit(contactsChanged, { change, contactIds });
