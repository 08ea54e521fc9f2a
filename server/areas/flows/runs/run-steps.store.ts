import type { Db, Row, Table } from '../../../platform/database/database.ts';
import { prepareQuery } from '../../../platform/database/prepared-query.ts';
import { countFlow, type WorkspaceTx } from './count-flow.ts';
import type { RunRow } from './runs.store.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    /** At most 500 of a run, the number of steps after which it expires. */
    flow_run_steps: Table<'flow_run_steps'>;
  }
}

const insertStep = prepareQuery((db, row: Row<'flow_run_steps'>) =>
  db
    .insertInto('flow_run_steps')
    .values(row)
    .onConflict((conflict) => conflict.columns(['run_id', 'position']).doNothing()),
);

/** Counts a step that a run enters, and adds it to the run's path. */
export function recordStep(tx: WorkspaceTx, run: RunRow, stepId: string, position: number): void {
  countFlow(tx, run.flow_id, 'entered', stepId);
  const { workspace_id, id: run_id } = run;
  insertStep(tx.db, { run_id, position, step_id: stepId, workspace_id, entered_at: tx.now }).run();
}

/** The steps that a run entered, in order. */
export const listRunSteps = (db: Db, workspaceId: string, runId: string): Promise<Row<'flow_run_steps'>[]> =>
  db
    .selectFrom('flow_run_steps')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('run_id', '=', runId)
    .orderBy('position')
    .execute();
