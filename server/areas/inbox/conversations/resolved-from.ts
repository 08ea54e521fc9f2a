import { z } from 'zod';
import { ConversationStatus } from '../schemas.ts';
import type { ConversationRow } from '../store.ts';

/** What RESOLVED ends, as stored in `resolved_from`. */
const ResolvedFrom = z.object({
  status: ConversationStatus,
  handoff_type: z.string().nullable(),
  assigned_to: z.string().nullable(),
  assigned_to_user_id: z.string().nullable(),
  waiting_since: z.string().nullable(),
});

export const writeResolvedFrom = (row: ConversationRow): string => JSON.stringify(ResolvedFrom.parse(row));

/** Returns the columns to restore; without any, the conversation is the agent's. */
export const readResolvedFrom = (stored: string | null): Partial<z.infer<typeof ResolvedFrom>> =>
  stored === null ? { status: 'ACTIVE' } : ResolvedFrom.parse(JSON.parse(stored));
