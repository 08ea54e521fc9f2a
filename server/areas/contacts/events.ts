import { ExportEntry } from '../../http/export.ts';
import { defineLogEntry } from '../../platform/work/define-event.ts';

export const contactsExported = defineLogEntry('contacts.exported', ExportEntry);
