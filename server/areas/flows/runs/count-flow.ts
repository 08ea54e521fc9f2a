import { sql } from 'kysely';
import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { Db, Table, Tables } from '../../../platform/database/database.ts';
import { prepareQuery } from '../../../platform/database/prepared-query.ts';
import { dayOf } from '../../../platform/text/days.ts';
import { openStates, type RunOutcome } from './run.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    flow_counts: Table<'flow_counts', { kind: CountKind }>;
  }
}

/** `durationMs` is the total duration of ended runs; `entered` and `dropped` are counted per step. */
export type CountKind = 'started' | 'durationMs' | 'entered' | 'dropped' | RunOutcome;

/** The part of `Work` that flows need, so that a subscriber can build one too. */
export interface WorkspaceTx {
  db: Db;
  now: string;
  workspace: Workspace;
}

const addCount = prepareQuery((db, row: Tables['flow_counts'], more: number) =>
  db
    .insertInto('flow_counts')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['flow_id', 'day', 'kind', 'step_id'])
        .doUpdateSet({ count: sql<number>`flow_counts.count + ${more}` }),
    ),
);

/** Adds to a counter of a flow on the current day in the workspace's time zone. */
export function countFlow(tx: WorkspaceTx, flowId: string, kind: CountKind, stepId = '', count = 1): void {
  const day = dayOf(tx.workspace.timezone, tx.now);
  const row = { flow_id: flowId, day, kind, step_id: stepId, workspace_id: tx.workspace.id, count };
  addCount(tx.db, row, count).run();
}

/** How many open runs are at each step of a flow, by the id of the step. */
export async function countAtSteps(db: Db, workspaceId: string, flowId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('flow_runs')
    .select((build) => ['step_id', build.fn.countAll<number>().as('count')])
    .where('workspace_id', '=', workspaceId)
    .where('flow_id', '=', flowId)
    .where('state', 'in', [...openStates])
    .groupBy('step_id')
    .execute();
  return new Map(rows.map(({ step_id: stepId, count }) => [stepId ?? '', count]));
}

/** How often each step of a flow was entered and left for good since a day, by the id of the step. */
export async function readStepCounts(db: Db, workspaceId: string, flowId: string, since: string) {
  const rows = await db
    .selectFrom('flow_counts')
    .select((build) => ['kind', 'step_id', build.fn.sum<number>('count').as('count')])
    .where('workspace_id', '=', workspaceId)
    .where('flow_id', '=', flowId)
    .where('day', '>=', since)
    .where('kind', 'in', ['entered', 'dropped'])
    .groupBy(['kind', 'step_id'])
    .execute();
  const of = (kind: CountKind) =>
    new Map(rows.flatMap((row) => (row.kind === kind ? [[row.step_id, row.count] as const] : [])));
  return { entered: of('entered'), dropped: of('dropped') };
}
