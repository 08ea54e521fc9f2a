import { sql } from 'kysely';
import type { Extensions } from '../../platform/wiring.ts';

/** A flow has stopped when as many of its newest finished runs have all failed. */
const failedRuns = 3;

/** Flows that are on and whose newest runs have all failed. */
export const listStoppedFlows: Extensions['stoppedParts'] = async ({ db, workspace }) => {
  const flows = await db
    .selectFrom('flows')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspace.id)
    .where('is_on', '=', 1)
    .where('deleted_at', 'is', null)
    .execute();
  const stopped = [];
  for (const { id, name } of flows) {
    const runs = await db
      .selectFrom('flow_runs')
      .select(['state', 'reason', 'finished_at'])
      .where(sql<string>`+workspace_id`, '=', workspace.id)
      .where('flow_id', '=', id)
      .where('finished_at', 'is not', null)
      .orderBy('seq', 'desc')
      .limit(failedRuns)
      .execute();
    if (runs.length < failedRuns || runs.some(({ state }) => state !== 'FAILED')) continue;
    const [newest] = runs;
    const reason = newest?.reason ? (JSON.parse(newest.reason) as { message: string }).message : null;
    const since = runs.at(-1)?.finished_at ?? null;
    stopped.push({ part: 'flow' as const, id, name, state: 'failing', since, reason, count: runs.length });
  }
  return stopped;
};
