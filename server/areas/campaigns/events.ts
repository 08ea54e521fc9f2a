import { ExportEntry } from '../../http/export.ts';
import { defineLogEntry } from '../../platform/work/define-event.ts';

export const recipientsExported = defineLogEntry('recipients.exported', ExportEntry);
