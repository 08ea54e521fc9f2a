import { deleteSomeRows, findRowBy } from '../../../platform/database/workspace-rows.ts';
import type { Work } from '../../../platform/work/work.ts';
import type { Joining } from '../../people/index.ts';
import { findTurn, findWaitingTurn, type TurnRow, updateTurn } from './turns.store.ts';

/** Moves turns, traces, questions and the reply state when two conversations of one customer are joined. */
export async function followConversation(joining: Joining, goneId: string, keptId: string): Promise<boolean> {
  const { rows, work } = joining;
  const [gone, kept] = [{ conversation_id: goneId }, { conversation_id: keptId }];
  const waiting = findWaitingTurn(work.db, goneId);
  const other = findWaitingTurn(work.db, keptId);
  if (waiting && other) takeOver(joining, waiting, other);
  for (const table of ['reply_turns', 'reply_traces', 'reply_questions'] as const) {
    if (await rows.move(table, gone, kept, 'id')) return true;
  }
  if (await findRowBy(work.db, 'reply_states', work.workspace.id, kept)) await rows.remove('reply_states', gone);
  return rows.move('reply_states', gone, { ...kept, updated_at: work.now }, 'conversation_id');
}

/** Merges two waiting turns, so that one reply covers the messages of both. */
function takeOver({ work: { db, now }, rows }: Joining, gone: TurnRow, kept: TurnRow): void {
  updateTurn(db, gone.id, { state: 'DROPPED', outcome: 'conversation_joined', updated_at: now });
  updateTurn(db, kept.id, {
    first_message_seq: Math.min(gone.first_message_seq, kept.first_message_seq),
    last_message_seq: Math.max(gone.last_message_seq, kept.last_message_seq),
    updated_at: now,
  });
  for (const turn of [gone, kept]) rows.note('reply_turns', turn, findTurn(db, turn.id) as TurnRow, 'id');
}

/** Deletes a part of what the agent keeps of a conversation that is deleted. Returns whether there may be more. */
export async function forgetConversation({ db, workspace }: Work, conversationId: string): Promise<boolean> {
  const gone = { conversation_id: conversationId };
  for (const table of ['reply_turns', 'reply_traces', 'reply_questions', 'reply_states'] as const) {
    if (await deleteSomeRows(db, table, workspace.id, gone)) return true;
  }
  return false;
}
