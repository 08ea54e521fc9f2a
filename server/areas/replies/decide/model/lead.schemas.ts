import { z } from 'zod';

/** What a model may keep about a customer who is interested. */
export const LeadInput = z.strictObject({
  name: z.string().trim().min(1).max(100).optional(),
  email: z.email().max(160).optional(),
  interest: z.string().max(500).optional(),
});
