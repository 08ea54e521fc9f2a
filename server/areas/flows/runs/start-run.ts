import { prepareQuery } from '../../../platform/database/prepared-query.ts';
import { dayMs } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import { findConversation } from '../../inbox/index.ts';
import { checkReferences } from '../edit/check-references.ts';
import { type FlowRow, findFlow, keepVersion, stepsOf } from '../store.ts';
import { countFlow, type Place } from './counts.ts';
import { beginRun } from './interpret.ts';
import { isOpen, type Outcome, type Reason } from './run.ts';
import { findOpenRun, insertRun, type RunRow, type StartRow, toRunColumns, updateRun } from './runs.store.ts';

/** A run that was set off by an event of a run at this depth is the last. */
export const mostDepth = 8;
/** What waited so long for its conversation has lost its occasion. */
const startsKeptForMs = dayMs;

export interface Start {
  conversationId: string | null;
  /** The cause: it sets the same flow off only once. */
  triggerKey: string;
  variables: Record<string, string>;
  depth: number;
}

/**
 * Starts a run of a flow, in the caller's transaction. Does nothing (null) when the flow needs attention, the same cause
 * has set it off before, a person has the conversation, or another run goes on in it.
 */
export async function startRun(place: Place, flow: FlowRow, start: Start): Promise<string | null> {
  const { db, workspace, now } = place;
  if (start.depth > mostDepth || (await checkReferences(db, flow)).length > 0) return null;
  if (start.conversationId !== null && !(await isFree(place, start.conversationId))) return null;
  const firstStep = stepsOf(flow)[0]?.id ?? '';
  const id = newId('frun');
  const inserted = insertRun(db, {
    id,
    workspace_id: workspace.id,
    flow_id: flow.id,
    version_id: keepVersion(db, flow, newId('fver'), now).id,
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
  countFlow(place, flow.id, 'started');
  return id;
}

async function isFree({ db, workspace }: Place, conversationId: string): Promise<boolean> {
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

/** Starts a run, or keeps it until the run that goes on in its conversation has ended. */
export async function startOrQueue(place: Place, flow: FlowRow, start: Start): Promise<void> {
  const { db, workspace, now } = place;
  if (start.conversationId === null || findOpenRun(db, workspace.id, start.conversationId) === null) {
    await startRun(place, flow, start);
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

/** Starts what waited for the conversation, the oldest that still can. */
async function startNext(place: Place, conversationId: string): Promise<void> {
  const { db, workspace, now } = place;
  for (;;) {
    const waiting = selectStart(db, workspace.id, conversationId).first();
    if (!waiting) return;
    deleteStart(db, workspace.id, waiting.seq).run();
    const flow = await findFlow(db, workspace.id, waiting.flow_id);
    const isFresh = Date.parse(now) - Date.parse(waiting.created_at) <= startsKeptForMs;
    if (flow?.is_on !== 1 || !isFresh) continue;
    const { trigger_key: triggerKey, depth } = waiting;
    const variables = JSON.parse(waiting.variables);
    if (await startRun(place, flow, { conversationId, triggerKey, variables, depth })) return;
  }
}

/** Writes that a run has ended, counts it, and lets the next one of its conversation begin. */
export async function noteEnd(place: Place, row: RunRow, outcome: Outcome, stepId: string | null): Promise<void> {
  const { db, now } = place;
  updateRun(db, row, { finished_at: now, due_at: null, answer: null, waiting: null });
  countFlow(place, row.flow_id, outcome);
  countFlow(place, row.flow_id, 'durationMs', '', Math.max(0, Date.parse(now) - Date.parse(row.created_at)));
  if (outcome !== 'COMPLETED' && stepId !== null) countFlow(place, row.flow_id, 'dropped', stepId);
  if (row.conversation_id !== null) await startNext(place, row.conversation_id);
}

/** Ends a run that goes on; one that has ended stays as it is. */
export async function endRun(place: Place, row: RunRow, outcome: Outcome, reason: Reason): Promise<void> {
  if (!isOpen(row.state)) return;
  updateRun(place.db, row, { state: outcome, reason: JSON.stringify(reason), updated_at: place.now });
  await noteEnd(place, row, outcome, row.step_id);
}
