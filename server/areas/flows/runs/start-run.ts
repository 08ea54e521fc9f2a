import { prepareQuery } from '../../../platform/database/prepared-query.ts';
import { dayMs } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import { findConversation } from '../../inbox/index.ts';
import { checkReferences } from '../edit/check-references.ts';
import { type FlowRow, findFlow, stepsOf } from '../store.ts';
import { freezeVersion } from '../versions/versions.store.ts';
import { countFlow, type WorkspaceTx } from './count-flow.ts';
import { beginRun } from './interpret.ts';
import { isOpen, type Reason, type RunOutcome } from './run.ts';
import { findOpenRun, insertRun, type RunRow, type StartRow, toRunColumns, updateRun } from './runs.store.ts';

/** A flow that is triggered by an event of a run at this depth does not start. */
export const mostDepth = 8;
/** A queued start is dropped after this long. */
const startsExpireAfterMs = dayMs;

export interface Start {
  conversationId: string | null;
  /** Idempotency key: one cause starts a flow only once. */
  triggerKey: string;
  variables: Record<string, string>;
  depth: number;
}

/**
 * Starts a run of a flow in the caller's transaction and returns its id. Returns null if the flow needs attention, the
 * same cause has started it before, or the conversation is handed off or has another open run.
 */
export async function startRun(tx: WorkspaceTx, flow: FlowRow, start: Start): Promise<string | null> {
  const { db, workspace, now } = tx;
  if (start.depth > mostDepth || (await checkReferences(db, flow)).length > 0) return null;
  if (start.conversationId !== null && !(await isFree(tx, start.conversationId))) return null;
  const firstStep = stepsOf(flow)[0]?.id ?? '';
  const id = newId('frun');
  const inserted = insertRun(db, {
    id,
    workspace_id: workspace.id,
    flow_id: flow.id,
    version_id: freezeVersion(db, flow, now).id,
    conversation_id: start.conversationId,
    trigger_key: start.triggerKey,
    depth: start.depth,
    ...toRunColumns({ ...beginRun(firstStep, start.variables), dueAt: now }),
    answer: null,
    effect: null,
    message_id: null,
    finished_at: null,
    created_at: now,
    updated_at: now,
  });
  if (!inserted) return null;
  countFlow(tx, flow.id, 'started');
  return id;
}

async function isFree({ db, workspace }: WorkspaceTx, conversationId: string): Promise<boolean> {
  const conversation = await findConversation(db, workspace.id, conversationId);
  if (!conversation || conversation.status === 'HANDED_OFF') return false;
  return findOpenRun(db, workspace.id, conversationId) === null;
}

const insertStart = prepareQuery((db, row: Omit<StartRow, 'seq'>) =>
  db
    .insertInto('flow_starts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['flow_id', 'trigger_key']).doNothing()),
);

/** Starts a run, or queues it until the open run of its conversation has ended. */
export async function startOrQueue(tx: WorkspaceTx, flow: FlowRow, start: Start): Promise<void> {
  const { db, workspace, now } = tx;
  if (start.conversationId === null || findOpenRun(db, workspace.id, start.conversationId) === null) {
    await startRun(tx, flow, start);
    return;
  }
  if (start.depth > mostDepth) return;
  insertStart(db, {
    workspace_id: workspace.id,
    flow_id: flow.id,
    conversation_id: start.conversationId,
    trigger_key: start.triggerKey,
    variables: JSON.stringify(start.variables),
    depth: start.depth,
    created_at: now,
  }).run();
}

const selectStart = prepareQuery((db, workspaceId: string, conversationId: string) =>
  db
    .selectFrom('flow_starts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('conversation_id', '=', conversationId)
    .orderBy('seq')
    .limit(1),
);

const deleteStart = prepareQuery((db, workspaceId: string, seq: number) =>
  db.deleteFrom('flow_starts').where('workspace_id', '=', workspaceId).where('seq', '=', seq),
);

/** Starts the oldest queued run of the conversation that may still start. */
async function startNext(tx: WorkspaceTx, conversationId: string): Promise<void> {
  const { db, workspace, now } = tx;
  for (;;) {
    const waiting = selectStart(db, workspace.id, conversationId).first();
    if (!waiting) return;
    deleteStart(db, workspace.id, waiting.seq).run();
    const flow = await findFlow(db, workspace.id, waiting.flow_id);
    const isFresh = Date.parse(now) - Date.parse(waiting.created_at) <= startsExpireAfterMs;
    if (flow?.is_on !== 1 || !isFresh) continue;
    const { trigger_key: triggerKey, depth } = waiting;
    const variables = JSON.parse(waiting.variables);
    if (await startRun(tx, flow, { conversationId, triggerKey, variables, depth })) return;
  }
}

/** Records the end of a run, counts it, and starts the next queued run of its conversation. */
export async function recordEnd(
  tx: WorkspaceTx,
  row: RunRow,
  outcome: RunOutcome,
  stepId: string | null,
): Promise<void> {
  const { db, now } = tx;
  updateRun(db, row, { finished_at: now, due_at: null, answer: null, waiting: null });
  countFlow(tx, row.flow_id, outcome);
  countFlow(tx, row.flow_id, 'durationMs', '', Math.max(0, Date.parse(now) - Date.parse(row.created_at)));
  if (outcome !== 'COMPLETED' && stepId !== null) countFlow(tx, row.flow_id, 'dropped', stepId);
  if (row.conversation_id !== null) await startNext(tx, row.conversation_id);
}

/** Ends an open run; a run that has ended stays as it is. */
export async function endRun(tx: WorkspaceTx, row: RunRow, outcome: RunOutcome, reason: Reason): Promise<void> {
  if (!isOpen(row.state)) return;
  updateRun(tx.db, row, { state: outcome, reason: JSON.stringify(reason), updated_at: tx.now });
  await recordEnd(tx, row, outcome, row.step_id);
}
