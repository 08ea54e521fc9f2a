import { z } from 'zod';
import { Unconfirmed } from '../../../platform/work/unconfirmed.ts';

export const UnconfirmedEntry = z.object({
  kind: z.enum(['order', 'appointment', 'lead', 'card', 'contact']),
  id: z.string(),
  key: z.string().describe('The part of the record’s console address that identifies it.'),
  title: z.string(),
  unconfirmed: Unconfirmed,
});
export type UnconfirmedEntry = z.infer<typeof UnconfirmedEntry>;

export const UnconfirmedList = z.object({ data: z.array(UnconfirmedEntry) });
