import { z } from 'zod';
import type { Actor, Work } from '../../../platform/work/work.ts';
import { findAgentBrief } from '../../agents/index.ts';
import type { MessageAuthor } from '../schemas.ts';
import type { ConversationRow, MessageRow, updateConversation } from '../store.ts';
import { recordWait } from './waits.store.ts';

type Changes = Parameters<typeof updateConversation>[3];

export const nobodyWaits = { waiting_since: null, unanswered_since: null, snoozed_until: null };

/**
 * The columns of a conversation in which the customer wrote at that time: she waits for an answer, and for a person's
 * answer if a person has the conversation or no agent would answer.
 */
export function afterCustomer(work: Work, row: ConversationRow, at: string): Changes {
  const isPersons = row.status === 'HANDED_OFF' || !hasPublishedAgent(work, row);
  return {
    unanswered_since: earliest(row.unanswered_since, at),
    snoozed_until: null,
    ...(isPersons ? { waiting_since: earliest(row.waiting_since, at) } : {}),
  };
}

/** Returns true if an agent answers the customer's messages while the conversation is ACTIVE. */
export function hasPublishedAgent({ db, workspace }: Work, row: ConversationRow): boolean {
  return row.ai_agent_id !== null && findAgentBrief(db, workspace.id, row.ai_agent_id)?.status === 'PUBLISHED';
}

/** The earlier of two times, of which the first may be missing. */
export const earliest = (since: string | null, at: string): string => (since !== null && since < at ? since : at);

/** The wait that an answer has ended, as stored in its `ended_wait`; times are UTC text. */
const EndedWait = z.object({
  waiting_since: z.string().optional(),
  unanswered_since: z.string().optional(),
  answered_at: z.string(),
});
export type EndedWait = z.infer<typeof EndedWait>;

export const readEndedWait = ({ ended_wait: json }: Pick<MessageRow, 'ended_wait'>): EndedWait | null =>
  json === null ? null : EndedWait.parse(JSON.parse(json));

/** JSON of the wait that an answer with these changes ends, as stored in its `ended_wait`; null if it ends none. */
export function endedWait(work: Work, row: ConversationRow, changes: Changes): string | null {
  const ended = {
    ...(changes.waiting_since === null && row.waiting_since !== null ? { waiting_since: row.waiting_since } : {}),
    ...(changes.unanswered_since === null && row.unanswered_since !== null
      ? { unanswered_since: row.unanswered_since }
      : {}),
  };
  return Object.keys(ended).length === 0 ? null : JSON.stringify({ ...ended, answered_at: work.now });
}

/**
 * The columns of a conversation in which the shop has written. Keeps how long the customer waited; a campaign and an
 * automatic notice answer nobody. What a person answers is hers from then on.
 */
export function afterShop(work: Work, row: ConversationRow, author: MessageAuthor): Changes {
  if (author === 'CAMPAIGN' || author === 'SYSTEM') return {};
  if (row.unanswered_since !== null) recordWait(work, 'ANSWER', row.unanswered_since);
  if (author === 'HUMAN') {
    if (row.waiting_since !== null) recordWait(work, 'PERSON', row.waiting_since);
    return { unanswered_since: null, waiting_since: null, ...takenBy(work.actor, row) };
  }
  // What an agent or a flow writes ends no wait for the person who was called.
  return { unanswered_since: null, ...(row.status === 'ACTIVE' ? { waiting_since: null } : {}) };
}

function takenBy(actor: Actor, { status, assigned_to_user_id }: ConversationRow): Changes {
  if (assigned_to_user_id !== null || status === 'RESOLVED' || actor.source !== 'CONSOLE') return {};
  return { assigned_to: actor.name, assigned_to_user_id: actor.id };
}
