import { z } from 'zod';
import { Moment } from '../../../platform/text/times.ts';

export const KeyDraft = z.strictObject({
  name: z.string().trim().min(1).max(100),
  scopes: z.array(z.string().max(60)).min(1).max(100).describe('Names of scopes, or `all`.'),
  expiresAt: Moment.nullable().default(null),
});
export type KeyDraft = z.input<typeof KeyDraft>;

export const Key = z.object({
  id: z.string(),
  workspaceId: z.string(),
  name: z.string(),
  last4: z.string(),
  scopes: z.array(z.string()),
  expiresAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  createdAt: z.string(),
});
export type Key = z.infer<typeof Key>;

export const NewKey = z.object({ ...Key.shape, key: z.string().describe('The secret, shown only once.') });
export type NewKey = z.infer<typeof NewKey>;

export const ScopeGroups = z.object({ data: z.array(z.string()) });
