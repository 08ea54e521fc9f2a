import { z } from 'zod';
import { defineLogEntry } from '../../platform/work/define-event.ts';

export const shopExported = defineLogEntry('shop.exported', z.object({}));
export const backupDownloaded = defineLogEntry('backup.downloaded', z.object({ name: z.string() }));
