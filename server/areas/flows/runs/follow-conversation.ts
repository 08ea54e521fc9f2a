import type { Work } from '../../../platform/work/work.ts';
import { findOpenRun } from './runs.store.ts';
import { endRun } from './start-run.ts';

const reason = {
  code: 'conversation_joined',
  message: 'Two conversations of one contact were joined, and another flow continues in the remaining one',
};

/**
 * Moves runs, queued starts and pending intents when two conversations of one customer are joined. A customer cannot
 * answer two runs, so the run of the conversation that disappears is interrupted if both have one.
 */
export async function followConversation(work: Work, goneId: string, keptId: string): Promise<void> {
  const { db, workspace } = work;
  for (const table of ['flow_starts', 'flow_intents'] as const) {
    await db
      .updateTable(table)
      .set({ conversation_id: keptId })
      .where('workspace_id', '=', workspace.id)
      .where('conversation_id', '=', goneId)
      .execute();
  }
  const run = findOpenRun(db, workspace.id, goneId);
  if (run && findOpenRun(db, workspace.id, keptId)) await endRun(work, run, 'INTERRUPTED', reason);
  await db
    .updateTable('flow_runs')
    .set({ conversation_id: keptId })
    .where('workspace_id', '=', workspace.id)
    .where('conversation_id', '=', goneId)
    .execute();
}
