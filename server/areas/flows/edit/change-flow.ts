import type { Scope } from '../../../platform/access/scopes.ts';
import type { Db } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Work } from '../../../platform/work/work.ts';
import type { WorkspaceTx } from '../runs/count-flow.ts';
import { endRuns } from '../runs/end-runs.ts';
import type { Flow, FlowChanges, FlowDraft, FlowProblem, FlowStatus } from '../schemas.ts';
import { type FlowRow, insertFlow, stepsOf, toTriggerColumns, triggerOf, updateFlow } from '../store.ts';
import { freezeVersion } from '../versions/versions.store.ts';
import { checkFlow } from './check-flow.ts';
import { checkReferences } from './check-references.ts';

/**
 * The flow as callers see it. A flow that is on and refers to something deleted has the status ATTENTION. The status is
 * computed at each read, so it appears and disappears with the missing reference.
 */
export async function toFlow(db: Db, row: FlowRow): Promise<Flow> {
  const problems = row.is_on === 1 ? await checkReferences(db, row) : [];
  const status = statusOf(row, problems);
  return {
    id: row.id,
    aiAgentId: row.ai_agent_id,
    name: row.name,
    trigger: triggerOf(row),
    steps: stepsOf(row),
    active: status === 'ACTIVE',
    status,
    problems,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function statusOf(row: FlowRow, problems: FlowProblem[]): FlowStatus {
  if (row.archived_at !== null) return 'ARCHIVED';
  if (row.is_on === 0) return 'DRAFT';
  return problems.length > 0 ? 'ATTENTION' : 'ACTIVE';
}

/** Stores a new flow with its first version. */
export async function createFlow(
  { db, workspace, now }: WorkspaceTx,
  draft: FlowDraft & { id: string },
): Promise<Flow> {
  const row = await insertFlow(db, { ...draft, workspaceId: workspace.id, now });
  freezeVersion(db, row, now);
  return toFlow(db, row);
}

/** Throws 400 with every problem that keeps the flow from running; `root` is the path of its fields in the request. */
async function assertRunnable(db: Db, row: FlowRow, root = ''): Promise<void> {
  const problems = await checkFlow(db, row);
  if (problems.length === 0) return;
  const detail = `The flow cannot be turned on: ${problems.map(({ message }) => message).join('; ')}`;
  const errors = problems.map(({ field, code, message }) => ({ field: root + field, code, message }));
  throw new Problem('validation_failed', detail.slice(0, 1_000), { errors });
}

/** The status that a change requests; undefined leaves it. Throws 400 for a contradiction and for ATTENTION. */
function requestedStatus(
  present: FlowStatus,
  { active, status }: FlowChanges,
): 'DRAFT' | 'ACTIVE' | 'ARCHIVED' | undefined {
  const refuse = (field: string, message: string) =>
    new Problem('validation_failed', message, { errors: [{ field, code: 'invalid_transition', message }] });
  if (status === 'ATTENTION') {
    if (present !== 'ATTENTION' || active === true) {
      throw refuse(
        'body.status',
        'ATTENTION cannot be set: a flow gets it when something that it refers to is deleted',
      );
    }
    return active === false ? 'DRAFT' : undefined;
  }
  if (active !== undefined && status !== undefined && active !== (status === 'ACTIVE')) {
    throw refuse('body.active', `active: ${active} contradicts the status ${status}`);
  }
  const wished =
    status ?? (active === undefined ? undefined : active ? 'ACTIVE' : present === 'ARCHIVED' ? present : 'DRAFT');
  if (wished === 'ACTIVE' && present === 'ARCHIVED') {
    throw refuse(
      status === undefined ? 'body.active' : 'body.status',
      'An ARCHIVED flow must become DRAFT before it becomes ACTIVE',
    );
  }
  return wished;
}

/**
 * Changes a flow and its status together. A change that turns the flow on or off needs flows.publish (403); a flow that
 * is on must be valid (400). Archiving ends its runs.
 */
export async function changeFlow(
  work: Work,
  row: FlowRow,
  change: FlowChanges,
  assertScope: (scope: Scope) => void,
): Promise<Flow> {
  const { db, workspace, now } = work;
  const { status: present } = await toFlow(db, row);
  const wished = requestedStatus(present, change);
  const isOn = wished === undefined ? row.is_on === 1 : wished === 'ACTIVE';
  if (isOn !== (row.is_on === 1)) assertScope('flows.publish');
  const content = change.trigger !== undefined || change.steps !== undefined;
  const changed: FlowRow = {
    ...row,
    ...(change.name === undefined ? {} : { name: change.name }),
    ...(change.trigger === undefined ? {} : toTriggerColumns(change.trigger)),
    ...(change.steps === undefined ? {} : { steps: JSON.stringify(change.steps) }),
    version: content ? row.version + 1 : row.version,
    is_on: isOn ? 1 : 0,
    archived_at: wished === 'ARCHIVED' ? (row.archived_at ?? now) : wished === undefined ? row.archived_at : null,
    // Moments that came due while it was off, or under another expression, are skipped.
    schedule_seen_at: content || isOn !== (row.is_on === 1) ? now : row.schedule_seen_at,
  };
  if (isOn && (content || wished === 'ACTIVE')) await assertRunnable(db, changed, content ? 'body.' : '');
  if (wished === 'ARCHIVED' && present !== 'ARCHIVED') {
    await work.enqueue(endRuns, { flowId: row.id, code: 'flow_archived', message: 'The flow was archived' });
  }
  const isSame = JSON.stringify(changed) === JSON.stringify(row);
  if (isSame) return toFlow(db, row);
  const { seq: _seq, id, workspace_id: _workspace, ...columns } = changed;
  const saved = await updateFlow(db, workspace.id, id, { ...columns, updated_at: now });
  if (content) freezeVersion(db, saved, now);
  return toFlow(db, saved);
}
