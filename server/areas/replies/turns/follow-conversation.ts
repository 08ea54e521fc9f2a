import type { Work } from '../../../platform/work/work.ts';
import { findWaitingTurn, type TurnRow, updateTurn } from './turns.store.ts';

/** Two conversations of one customer became one: turns, traces and the state of the talk continue in the other one. */
export async function followConversation(work: Work, goneId: string, keptId: string): Promise<void> {
  const { db, workspace, now } = work;
  const waiting = findWaitingTurn(db, goneId);
  const other = findWaitingTurn(db, keptId);
  if (waiting && other) takeOver(work, waiting, other);
  for (const table of ['reply_turns', 'reply_traces'] as const) {
    await db
      .updateTable(table)
      .set({ conversation_id: keptId })
      .where('workspace_id', '=', workspace.id)
      .where('conversation_id', '=', goneId)
      .execute();
  }
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
  await db
    .deleteFrom('reply_states')
    .where('workspace_id', '=', workspace.id)
    .where('conversation_id', '=', goneId)
    .execute();
}

/** One reply answers the messages of both turns. */
function takeOver({ db, now }: Work, gone: TurnRow, kept: TurnRow): void {
  updateTurn(db, gone.id, { state: 'DROPPED', outcome: 'conversation_joined', updated_at: now });
  updateTurn(db, kept.id, {
    first_message_seq: Math.min(gone.first_message_seq, kept.first_message_seq),
    last_message_seq: Math.max(gone.last_message_seq, kept.last_message_seq),
    updated_at: now,
  });
}
