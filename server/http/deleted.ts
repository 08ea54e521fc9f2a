import { z } from 'zod';

/** Response of a delete that returns 200. */
export const Deleted = z.object({
  id: z.string().describe('Id of what was deleted.'),
  deleted: z.literal(true).describe('Always true.'),
});

export const deleted = (id: string): z.infer<typeof Deleted> => ({ id, deleted: true });
