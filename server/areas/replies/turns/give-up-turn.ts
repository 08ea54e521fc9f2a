import type { Platform } from '../../../platform/platform.ts';
import { systemActor, type Work } from '../../../platform/work/work.ts';
import { type ConversationRow, changeStatus, findConversation } from '../../inbox/index.ts';
import { phrases } from '../decide/local/phrases.ts';
import { emptyTrace, type HandoffReason } from '../reply.ts';
import { findTraceOfTurn, insertTrace } from '../traces.store.ts';
import { findSpeaker } from './load-context.ts';
import { isClaimed } from './turn-claims.ts';
import { type TurnRow, updateTurn } from './turns.store.ts';

const reason: HandoffReason = 'failed';

/**
 * Drops a turn that cannot be answered and calls a person in the agent's place, so that the customer does not wait in
 * vain. `also` is written in the same transaction.
 */
export async function giveUpTurn(
  platform: Platform,
  turn: TurnRow,
  outcome: 'deadly' | 'failed',
  also?: (work: Work) => Promise<void>,
): Promise<void> {
  await platform.workFor(turn.workspace_id, systemActor, async (work) => {
    updateTurn(work.db, turn.id, { state: 'DROPPED', outcome, updated_at: work.now });
    await also?.(work);
    const conversation = await findConversation(work.db, turn.workspace_id, turn.conversation_id);
    if (conversation && !(await isClaimed(work.provided, work.db, conversation)))
      await callPerson(work, turn, conversation);
  });
}

async function callPerson(work: Work, turn: TurnRow, conversation: ConversationRow): Promise<void> {
  const { db, workspace } = work;
  const agent = await findSpeaker(db, conversation);
  if (!agent) return;
  await changeStatus(work, conversation, 'HANDED_OFF', { handoff_type: reason.toUpperCase() });
  // A reply that could not be sent has its trace already.
  if (findTraceOfTurn(db, workspace.id, turn.id)) return;
  insertTrace(work, {
    agent_id: agent.id,
    conversation_id: conversation.id,
    turn_key: turn.id,
    message_id: null,
    kind: 'handoff',
    reason,
    summary: phrases[workspace.language].summary.reasons[reason],
    trace: emptyTrace,
  });
}
