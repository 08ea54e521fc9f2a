import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { restartWaits } from '../../../platform/work/clock-watch.ts';
import { stepsOf } from '../store.ts';

/** Restarts waits that began under a clock that was ahead. A run that waits for a fixed moment keeps that moment. */
export async function restartRunWaits(db: Db, now: string): Promise<void> {
  const waiting = await db
    .selectFrom('flow_runs as r')
    .innerJoin('flow_versions as v', 'v.id', 'r.version_id')
    .select(['r.id', 'r.state', 'r.step_id', 'v.steps'])
    .where('r.due_at', '>', now)
    .where('r.updated_at', '>', now)
    .execute();
  for (const { id, state, step_id: stepId, steps } of waiting) {
    const step = stepsOf({ steps }).find((each) => each.id === stepId);
    if (state === 'WAITING_TIME' && step?.type === 'wait' && step.config.until !== undefined) continue;
    await restartWaits(db, now, { table: 'flow_runs', due: 'due_at', since: 'updated_at', only: sql`id = ${id}` });
  }
}
