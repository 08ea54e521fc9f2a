import { z } from 'zod';
import { itemKinds } from '../../../platform/running/running-board.ts';

export const SetAside = z.object({
  id: z.string(),
  kind: z
    .enum(itemKinds)
    .describe(
      'What it is: `event` (an event for one part of the program), `received` (what a provider told), `attachment` of a ' +
        'received message, `job`, `reply` of an agent, `flow` (a run), `intent` (a message that was compared with the ' +
        'examples of flows), `sync`, `delivery`, `recipient` of a campaign.',
    ),
  key: z.string().describe('What tells it apart from others of its kind, as in the log; nothing of its content.'),
  deaths: z.int().describe('How often the server died in it; 0 when it only failed too often.'),
  setAsideAt: z.string(),
  canRetry: z.boolean().describe('Otherwise it has ended where it stands, and this can only be dismissed.'),
});
export type SetAside = z.infer<typeof SetAside>;

export const SetAsideList = z.object({ data: z.array(SetAside) });
export type SetAsideList = z.infer<typeof SetAsideList>;
