import type { Updateable } from 'kysely';
import type { Db, Row, Table, Tables } from '../../../platform/database/database.ts';
import { prepareQuery } from '../../../platform/database/prepared-query.ts';
import type { FlowRun } from '../schemas.ts';
import { openStates, type Run, type RunState } from './run.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    flow_runs: Table<'flow_runs', { state: RunState }>;
    flow_starts: Table<'flow_starts'>;
    flow_decisions: { message_id: string; workspace_id: string; taken: 0 | 1; created_at: string };
    flow_intents: Table<'flow_intents'>;
  }
}

export type RunRow = Row<'flow_runs'>;
export type StartRow = Row<'flow_starts'>;
export type IntentRow = Row<'flow_intents'>;

export const toRun = (row: RunRow): Run => ({
  state: row.state,
  stepId: row.step_id,
  stepCount: row.step_count,
  variables: JSON.parse(row.variables),
  waiting: row.waiting === null ? null : JSON.parse(row.waiting),
  dueAt: row.due_at,
  reason: row.reason === null ? null : JSON.parse(row.reason),
});

export const toRunColumns = (run: Run) => ({
  state: run.state,
  step_id: run.stepId,
  step_count: run.stepCount,
  variables: JSON.stringify(run.variables),
  waiting: run.waiting === null ? null : JSON.stringify(run.waiting),
  due_at: run.dueAt,
  reason: run.reason === null ? null : JSON.stringify(run.reason),
});

export const toFlowRun = (row: RunRow, flowVersion: number): FlowRun => {
  const { state, stepId, stepCount, variables, dueAt, reason } = toRun(row);
  return {
    id: row.id,
    flowId: row.flow_id,
    flowVersion,
    conversationId: row.conversation_id,
    state,
    stepId,
    stepCount,
    variables,
    dueAt,
    depth: row.depth,
    reason,
    finishedAt: row.finished_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
};

const selectById = prepareQuery((db, id: string) => db.selectFrom('flow_runs').selectAll().where('id', '=', id));

/** A run of any workspace, for the engine, whose ids come from the database. */
export const findRunById = (db: Db, id: string): RunRow | null => selectById(db, id).first() ?? null;

const selectOpen = prepareQuery((db, workspaceId: string, conversationId: string) =>
  db
    .selectFrom('flow_runs')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('conversation_id', '=', conversationId)
    .where('state', 'in', [...openStates]),
);

/** The open run of a conversation. */
export const findOpenRun = (db: Db, workspaceId: string, conversationId: string): RunRow | null =>
  selectOpen(db, workspaceId, conversationId).first() ?? null;

const insertRow = prepareQuery((db, row: Omit<RunRow, 'seq'>) =>
  db
    .insertInto('flow_runs')
    .values(row)
    .onConflict((conflict) => conflict.columns(['flow_id', 'trigger_key']).doNothing()),
);

/** Returns false if the same cause has already started a run of the flow. */
export const insertRun = (db: Db, row: Omit<RunRow, 'seq'>): boolean => insertRow(db, row).run().changes > 0;

type Changes = Omit<Updateable<Tables['flow_runs']>, 'seq'>;
const updateRow = prepareQuery((db, workspaceId: string, id: string, changes: Changes) =>
  db.updateTable('flow_runs').set(changes).where('workspace_id', '=', workspaceId).where('id', '=', id),
);

export const updateRun = (db: Db, row: Pick<RunRow, 'workspace_id' | 'id'>, changes: Changes): void => {
  updateRow(db, row.workspace_id, row.id, changes).run();
};

const selectDue = prepareQuery((db, limit: number) =>
  db.selectFrom('flow_runs').select(['id', 'due_at']).where('due_at', 'is not', null).orderBy('due_at').limit(limit),
);

/** The runs of all workspaces with a due time, earliest first. */
export const nextDue = (db: Db, limit: number): { id: string; due_at: string | null }[] => selectDue(db, limit).all();

const selectOfMessage = prepareQuery((db, messageId: string) =>
  db.selectFrom('flow_runs').select('id').where('message_id', '=', messageId),
);

export const findRunOfMessage = (db: Db, messageId: string): string | null =>
  selectOfMessage(db, messageId).first()?.id ?? null;

const selectAnyOpen = prepareQuery((db) =>
  db
    .selectFrom('flow_runs')
    .select('id')
    .where('conversation_id', 'is not', null)
    .where('state', 'in', [...openStates])
    .limit(1),
);

export const hasOpenRuns = (db: Db): boolean => selectAnyOpen(db).first() !== undefined;

/** The runs with an unfinished effect outside the database. */
export const runsWithEffect = (db: Db): Promise<{ id: string }[]> =>
  db.selectFrom('flow_runs').select('id').where('effect', 'is not', null).execute();

/** Open runs of a flow, `limit` at most. */
export const openRunsOf = (db: Db, workspaceId: string, flowId: string, limit: number): Promise<RunRow[]> =>
  db
    .selectFrom('flow_runs')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('flow_id', '=', flowId)
    .where('state', 'in', [...openStates])
    .limit(limit)
    .execute();

const withVersion = (db: Db, workspaceId: string, flowId: string) =>
  db
    .selectFrom('flow_runs as r')
    .innerJoin('flow_versions as v', 'v.id', 'r.version_id')
    .selectAll('r')
    .select('v.version')
    .where('r.workspace_id', '=', workspaceId)
    .where('r.flow_id', '=', flowId);

/** The runs of a flow, newest first; `before` is the `seq` to continue from. */
export function listRuns(
  db: Db,
  workspaceId: string,
  flowId: string,
  page: { limit: number; before: number | null; states?: readonly RunState[]; stepId?: string | undefined },
): Promise<(RunRow & { version: number })[]> {
  let query = withVersion(db, workspaceId, flowId);
  if (page.states) query = query.where('r.state', 'in', [...page.states]);
  if (page.stepId !== undefined) query = query.where('r.step_id', '=', page.stepId);
  if (page.before !== null) query = query.where('r.seq', '<', page.before);
  return query.orderBy('r.seq', 'desc').limit(page.limit).execute();
}

export const findRunOfFlow = (
  db: Db,
  workspaceId: string,
  flowId: string,
  id: string,
): Promise<(RunRow & { version: number }) | undefined> =>
  withVersion(db, workspaceId, flowId).where('r.id', '=', id).executeTakeFirst();
