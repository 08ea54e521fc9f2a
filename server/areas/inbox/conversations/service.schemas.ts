import { z } from 'zod';
import { Moment } from '../../../platform/text/times.ts';

/** A conversation may be put aside for a year at most. */
export const Snooze = z.strictObject({
  until: Moment.nullable().describe('At most a year ahead; null until the customer writes.'),
});

export const Queue = z
  .object({
    waiting: z.int().describe('Conversations that wait for a person and have no assignee who can answer.'),
    mine: z.int().describe('Conversations with a person that are assigned to the caller.'),
    mineWaiting: z.int().describe('Those of the caller whose customer waits.'),
    snoozed: z.int().describe('Conversations that are put aside, whoever has them.'),
    waitingSince: z
      .string()
      .nullable()
      .describe('Since when the longest of `waiting` and `mineWaiting` has waited; null when nobody does.'),
  })
  .meta({ id: 'ConversationQueue' });

export const Note = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    text: z.string().describe('What only the shop reads.'),
    author: z
      .object({
        id: z.string().nullable().describe('Id of the user or key; null for one without an id.'),
        name: z.string().nullable().describe('Their name at that time.'),
      })
      .describe('Who wrote it.'),
    createdAt: z.string(),
  })
  .meta({ id: 'ConversationNote' });

export const NoteDraft = z.strictObject({
  text: z.string().trim().min(1).max(4_096).describe('What only the shop reads.'),
});
