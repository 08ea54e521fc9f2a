import { z } from 'zod';
import { itemKinds } from '../../../platform/running/running-board.ts';
import { PauseReason } from '../backups/backups.schemas.ts';

export const Notices = z.object({
  sendingPaused: PauseReason.nullable(),
  movedFrom: z
    .object({ machineName: z.string(), path: z.string() })
    .nullable()
    .describe('Where the data folder was used before, while sending is paused as `moved`.'),
  diskFull: z.boolean().describe('Nothing new is stored until there is space again.'),
  databaseDamage: z
    .string()
    .nullable()
    .describe('Damage that SQLite found since the start, with the table; null without any.'),
  trialEnded: z.boolean().describe('The workspace can only be read and exported.'),
  stoppedAnswering: z
    .object({
      at: z.string(),
      kind: z.enum(itemKinds).nullable().describe('What it was working on, if known.'),
      key: z.string().nullable(),
    })
    .nullable()
    .describe('The server stopped responding and was restarted; null once the owner acknowledges it.'),
  absence: z
    .object({
      from: z.string(),
      to: z.string(),
      customers: z.int().describe('Customers who wrote in that time.'),
    })
    .nullable()
    .describe('The last time that the program was closed, or its computer asleep or off; null a day after its end.'),
  setAside: z.int().describe('Number of items set aside because the server crashed on them or they failed too often.'),
  demoWorkspaceId: z.string().nullable().describe('The demo shop; null when there is none.'),
});
export type Notices = z.infer<typeof Notices>;
