import type { Platform } from '../../platform/platform.ts';
import { systemActor, type Work } from '../../platform/work.ts';
import { findWorkspace } from '../../platform/workspaces.ts';
import { type ConversationRow, changeStatus, findConversation } from '../inbox/index.ts';
import { findSpeaker } from './load-context.ts';
import { phrases } from './local/phrases.ts';
import { emptyTrace, type HandoffReason } from './reply.ts';
import { findTraceOfTurn, insertTrace } from './traces.store.ts';
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
  const workspace = await findWorkspace(platform.database.read, turn.workspace_id);
  if (!workspace) return;
  await platform.work(workspace, systemActor, async (work) => {
    updateTurn(work.db, turn.id, { state: 'DROPPED', outcome, updated_at: work.now });
    await also?.(work);
    const conversation = await findConversation(work.db, workspace.id, turn.conversation_id);
    if (conversation && !(await isClaimed(work.db, conversation.id))) await callPerson(work, turn, conversation);
  });
}

async function callPerson(work: Work, turn: TurnRow, conversation: ConversationRow): Promise<void> {
  const { db, workspace, now } = work;
  const agent = await findSpeaker(db, conversation);
  if (!agent) return;
  await changeStatus(work, conversation, 'HANDED_OFF', { handoff_type: reason.toUpperCase() });
  // A reply that could not be sent has its trace already.
  if (findTraceOfTurn(db, workspace.id, turn.id)) return;
  insertTrace(db, {
    id: work.newId('trace'),
    workspace_id: workspace.id,
    agent_id: agent.id,
    conversation_id: conversation.id,
    turn_key: turn.id,
    message_id: null,
    kind: 'handoff',
    reason,
    summary: phrases[workspace.language].summary.reasons[reason] ?? null,
    trace: JSON.stringify(emptyTrace),
    created_at: now,
    updated_at: now,
  });
}
