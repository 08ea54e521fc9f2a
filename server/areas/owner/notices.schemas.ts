import { z } from 'zod';

export const Notices = z.object({
  sendingPaused: z.enum(['owner', 'restored']).nullable().describe('`restored`: a backup was put in place.'),
  diskFull: z.boolean().describe('Nothing new is taken until there is room again.'),
  databaseDamage: z
    .string()
    .nullable()
    .describe('What SQLite found damaged since the start, with the name of the table; null when nothing was found.'),
  trialEnded: z.boolean().describe('The workspace can be read and exported, and nothing else.'),
  demoWorkspaceId: z.string().nullable().describe('The demo shop; null when there is none.'),
});
export type Notices = z.infer<typeof Notices>;
