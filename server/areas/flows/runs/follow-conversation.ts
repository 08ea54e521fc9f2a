import type { Work } from '../../../platform/work/work.ts';
import { findOpenRun } from './runs.store.ts';
import { endRun } from './start-run.ts';

const reason = {
  code: 'conversation_joined',
  message: 'The customer turned out to be a known contact, in whose conversation another flow goes on',
};

/**
 * Two conversations of one customer became one: what runs, is queued or is being matched in the conversation that goes
 * continues in the other one. One customer cannot answer two runs, so the run of the conversation that goes gives way.
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
