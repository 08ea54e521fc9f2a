import { deleteRows, deleteSomeRows, updateRows } from '../../../platform/database/workspace-rows.ts';
import type { Work } from '../../../platform/work/work.ts';
import { findWaitingTurn, type TurnRow, updateTurn } from './turns.store.ts';

/** Moves turns, traces, questions and the reply state when two conversations of one customer are joined. */
export async function followConversation(work: Work, goneId: string, keptId: string): Promise<void> {
  const { db, workspace, now } = work;
  const waiting = findWaitingTurn(db, goneId);
  const other = findWaitingTurn(db, keptId);
  if (waiting && other) takeOver(work, waiting, other);
  await updateRows(db, 'reply_turns', workspace.id, { conversation_id: goneId }, { conversation_id: keptId });
  await updateRows(db, 'reply_traces', workspace.id, { conversation_id: goneId }, { conversation_id: keptId });
  await updateRows(db, 'reply_questions', workspace.id, { conversation_id: goneId }, { conversation_id: keptId });
  await db
    .updateTable('reply_states')
    .set({ conversation_id: keptId, updated_at: now })
    .where('workspace_id', '=', workspace.id)
    .where('conversation_id', '=', goneId)
    .where((where) =>
      where.not(
        where.exists(where.selectFrom('reply_states').select('updated_at').where('conversation_id', '=', keptId)),
      ),
    )
    .execute();
  await deleteRows(db, 'reply_states', workspace.id, { conversation_id: goneId });
}

/** Merges two waiting turns, so that one reply covers the messages of both. */
function takeOver({ db, now }: Work, gone: TurnRow, kept: TurnRow): void {
  updateTurn(db, gone.id, { state: 'DROPPED', outcome: 'conversation_joined', updated_at: now });
  updateTurn(db, kept.id, {
    first_message_seq: Math.min(gone.first_message_seq, kept.first_message_seq),
    last_message_seq: Math.max(gone.last_message_seq, kept.last_message_seq),
    updated_at: now,
  });
}

/** Deletes a part of what the agent keeps of a conversation that is deleted. Returns whether there may be more. */
export async function forgetConversation({ db, workspace }: Work, conversationId: string): Promise<boolean> {
  const gone = { conversation_id: conversationId };
  for (const table of ['reply_turns', 'reply_traces', 'reply_questions', 'reply_states'] as const) {
    if (await deleteSomeRows(db, table, workspace.id, gone)) return true;
  }
  return false;
}
