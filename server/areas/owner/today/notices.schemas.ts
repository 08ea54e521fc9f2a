import { z } from 'zod';
import { itemKinds } from '../../../platform/running/running-board.ts';

export const Notices = z.object({
  sendingPaused: z.enum(['owner', 'restored']).nullable().describe('`restored`: a backup was put in place.'),
  diskFull: z.boolean().describe('Nothing new is taken until there is room again.'),
  databaseDamage: z
    .string()
    .nullable()
    .describe('What SQLite found damaged since the start, with the name of the table; null when nothing was found.'),
  trialEnded: z.boolean().describe('The workspace can be read and exported, and nothing else.'),
  stoppedAnswering: z
    .object({
      at: z.string(),
      kind: z.enum(itemKinds).nullable().describe('What it was at, as far as that is known.'),
      key: z.string().nullable(),
    })
    .nullable()
    .describe('The server had not answered for a while and was started again; null once the owner has taken note.'),
  setAside: z
    .int()
    .describe('How many things were set aside because the server died in them or they failed too often.'),
  demoWorkspaceId: z.string().nullable().describe('The demo shop; null when there is none.'),
});
export type Notices = z.infer<typeof Notices>;
