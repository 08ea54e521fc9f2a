import { z } from 'zod';

/** Why something failed. */
export const Fault = z
  .object({
    code: z.string().describe('A stable word for programs.'),
    message: z.string().describe('What happened, for people.'),
  })
  .meta({ id: 'Fault' });
