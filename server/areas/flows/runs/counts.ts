import { sql } from 'kysely';
import type { Workspace } from '../../../platform/access/workspaces.ts';
import type { Db, Table } from '../../../platform/database/database.ts';
import { prepareQuery } from '../../../platform/database/prepared-query.ts';
import { dayOf } from '../../../platform/text/days.ts';
import type { Outcome } from './run.ts';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    flow_counts: CountTable;
  }
}

/** `durationMs` sums how long the runs took that ended; `entered` and `dropped` are by step. */
export type CountKind = 'started' | 'durationMs' | 'entered' | 'dropped' | Outcome;

type CountTable = Table<'flow_counts', { kind: CountKind }>;

/** A transaction of one workspace, as far as flows need it: a `Work` is one. */
export interface Place {
  db: Db;
  now: string;
  workspace: Workspace;
}

const addUp = prepareQuery((db, row: CountTable, more: number) =>
  db
    .insertInto('flow_counts')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['flow_id', 'day', 'kind', 'step_id'])
        .doUpdateSet({ count: sql<number>`flow_counts.count + ${more}` }),
    ),
);

/** Counts something of a flow on the workspace's day. */
export function countFlow(place: Place, flowId: string, kind: CountKind, stepId = '', count = 1): void {
  const day = dayOf(place.workspace.timezone, place.now);
  const row = { flow_id: flowId, day, kind, step_id: stepId, workspace_id: place.workspace.id, count };
  addUp(place.db, row, count).run();
}
