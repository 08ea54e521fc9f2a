import { z } from 'zod';
import { EmailAddress } from '../../../../platform/text/emails.ts';

/** What a model may keep about a customer who is interested. */
export const LeadInput = z.strictObject({
  name: z.string().trim().min(1).max(100).optional(),
  email: EmailAddress.max(160).optional(),
  interest: z.string().max(500).optional(),
});
