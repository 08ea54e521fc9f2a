import { deleteSomeRows, updateRows } from '../../../platform/database/workspace-rows.ts';
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
  const [gone, kept] = [{ conversation_id: goneId }, { conversation_id: keptId }];
  await updateRows(db, 'flow_starts', workspace.id, gone, kept);
  await updateRows(db, 'flow_intents', workspace.id, gone, kept);
  const run = findOpenRun(db, workspace.id, goneId);
  if (run && findOpenRun(db, workspace.id, keptId)) await endRun(work, run, 'INTERRUPTED', reason);
  await updateRows(db, 'flow_runs', workspace.id, gone, kept);
}

/** Deletes a part of what flows keep of a conversation that is deleted. Returns whether there may be more. */
export async function forgetConversation({ db, workspace }: Work, conversationId: string): Promise<boolean> {
  const gone = { conversation_id: conversationId };
  for (const table of ['flow_starts', 'flow_intents', 'flow_runs'] as const) {
    if (await deleteSomeRows(db, table, workspace.id, gone)) return true;
  }
  return false;
}
