import { z } from 'zod';
import { defineLogEntry } from '../../platform/work/define-event.ts';

/** An assistant called a tool; the actor is the key that it uses. Recorded before the tool runs. */
export const assistantCalled = defineLogEntry(
  'assistant.called',
  z.object({
    tool: z.string(),
    operationId: z.string().nullable().describe('The operation that it named; null for a tool of its own.'),
    client: z.string().nullable().describe('The name that the program gives itself.'),
  }),
);
