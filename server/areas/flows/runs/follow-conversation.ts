import { deleteSomeRows } from '../../../platform/database/workspace-rows.ts';
import type { Work } from '../../../platform/work/work.ts';
import type { Joining } from '../../people/index.ts';
import { findOpenRun, findRunById, type RunRow } from './runs.store.ts';
import { endRun } from './start-run.ts';

const reason = {
  code: 'conversation_joined',
  message: 'Two conversations of one contact were joined, and another flow continues in the remaining one',
};

/**
 * Moves runs, queued starts and pending intents when two conversations of one customer are joined. A customer cannot
 * answer two runs, so the run of the conversation that disappears is interrupted if both have one.
 */
export async function followConversation({ work, rows }: Joining, goneId: string, keptId: string): Promise<boolean> {
  const { db, workspace } = work;
  const [gone, kept] = [{ conversation_id: goneId }, { conversation_id: keptId }];
  if (await rows.move('flow_starts', gone, kept)) return true;
  if (await rows.move('flow_intents', gone, kept)) return true;
  const run = findOpenRun(db, workspace.id, goneId);
  if (run && findOpenRun(db, workspace.id, keptId)) {
    await endRun(work, run, 'INTERRUPTED', reason);
    rows.note('flow_runs', run, findRunById(db, run.id) as RunRow);
  }
  return rows.move('flow_runs', gone, kept);
}

/** Deletes a part of what flows keep of a conversation that is deleted. Returns whether there may be more. */
export async function forgetConversation({ db, workspace }: Work, conversationId: string): Promise<boolean> {
  const gone = { conversation_id: conversationId };
  for (const table of ['flow_starts', 'flow_intents', 'flow_runs'] as const) {
    if (await deleteSomeRows(db, table, workspace.id, gone)) return true;
  }
  return false;
}
