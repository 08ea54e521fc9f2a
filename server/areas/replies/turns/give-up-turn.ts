import type { Platform } from '../../../platform/platform.ts';
import { systemActor, type Work } from '../../../platform/work/work.ts';
import { type ConversationRow, changeStatus, findConversation, waitForPerson } from '../../inbox/index.ts';
import { phrases } from '../decide/local/phrases.ts';
import { emptyTrace, type HandoffReason } from '../reply.ts';
import { findTraceOfTurn, insertTrace } from '../traces.store.ts';
import { findReplyingAgent } from './load-context.ts';
import { isClaimed } from './turn-claims.ts';
import { type TurnRow, updateTurn } from './turns.store.ts';

/** The reason for which a customer gets no reply of the agent. */
interface GivingUp {
  /** The code of the refusal, or what happened to the turn. */
  outcome: string;
  reason: Extract<HandoffReason, 'failed' | 'late_arrival' | 'send_failed'>;
}

/** The turn, or the key of a flow's step, and since when its customer waits (UTC text). */
interface Owed {
  key: string;
  since: string;
}

/**
 * Drops a turn whose reply cannot be decided or sent and hands the conversation to a person, so that the customer does
 * not wait in vain. `also` runs in the same transaction.
 */
export async function giveUpTurn(
  platform: Platform,
  turn: TurnRow,
  giving: GivingUp,
  also?: (work: Work) => Promise<void>,
): Promise<void> {
  await platform.workFor(turn.workspace_id, systemActor, async (work) => {
    updateTurn(work.db, turn.id, { state: 'DROPPED', outcome: giving.outcome, updated_at: work.now });
    await also?.(work);
    const conversation = await findConversation(work.db, turn.workspace_id, turn.conversation_id);
    if (conversation && !(await isClaimed(work.provided, work.db, conversation)))
      await callPerson(work, conversation, { key: turn.id, since: turn.first_at }, giving);
  });
}

/** Hands an ACTIVE conversation over with the reason. The customer waits as if nothing had been stored meanwhile. */
export async function callPerson(
  work: Work,
  conversation: ConversationRow,
  { key, since: askedAt }: Owed,
  { outcome, reason }: GivingUp,
): Promise<void> {
  const { db, workspace } = work;
  if (conversation.status !== 'ACTIVE') return;
  const since = conversation.unanswered_since ?? askedAt;
  const agent = await findReplyingAgent(db, conversation);
  if (!agent) return waitForPerson(work, conversation, since);
  await changeStatus(work, conversation, 'HANDED_OFF', {
    handoff_type: reason.toUpperCase(),
    unanswered_since: since,
    waiting_since: since,
    unread_count: Math.max(1, conversation.unread_count),
  });
  const { reasons, refusals } = phrases[workspace.language].summary;
  const refusal = Object.entries(refusals).find(([code]) => code === outcome)?.[1];
  insertTrace(work, {
    agent_id: agent.id,
    conversation_id: conversation.id,
    // A reply that was stored and refused has its own trace already.
    turn_key: findTraceOfTurn(db, workspace.id, key) ? `${key}:given_up` : key,
    message_id: null,
    kind: 'handoff',
    reason,
    summary: [reasons[reason], ...(refusal === undefined ? [] : [refusal])].join('\n'),
    trace: emptyTrace,
  });
}
