import { z } from 'zod';

/** What a delete that answers 200 says. */
export const Deleted = z.object({ id: z.string(), deleted: z.literal(true) });

export const deleted = (id: string): z.infer<typeof Deleted> => ({ id, deleted: true });
