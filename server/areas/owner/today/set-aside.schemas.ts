import { z } from 'zod';
import { itemKinds } from '../../../platform/running/running-board.ts';

export const SetAside = z.object({
  id: z.string(),
  kind: z
    .enum(itemKinds)
    .describe(
      'The kind of item: `event` (for one subscriber), `received` (an event of the vendor), `attachment` (of a received ' +
        'message), `job`, `reply` (of an agent), `flow` (a run), `intent` (a message compared with the examples of ' +
        'flows), `sync`, `delivery`, `recipient` (of a campaign), `request` (an operation, for one caller).',
    ),
  key: z.string().describe('Identifies the item among its kind, as in the log; contains nothing of its content.'),
  deaths: z.int().describe('How often the server crashed on it; 0 when it only failed too often.'),
  setAsideAt: z.string(),
  canRetry: z.boolean().describe('False when it has ended and can only be discarded.'),
  request: z
    .object({
      operation: z.string().describe('Summary of the operation, or its id if this version does not have it.'),
      caller: z.string().nullable().describe('Name of the API key or person; null if deleted.'),
    })
    .nullable()
    .describe('The operation refused with 503 `operation_set_aside`, for a day or until the owner allows it again.'),
});
export type SetAside = z.infer<typeof SetAside>;

export const SetAsideList = z.object({ data: z.array(SetAside) });
export type SetAsideList = z.infer<typeof SetAsideList>;
