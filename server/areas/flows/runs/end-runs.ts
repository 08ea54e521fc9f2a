import { z } from 'zod';
import { defineJob } from '../../../platform/work/jobs.ts';
import { systemActor, type Work } from '../../../platform/work/work.ts';
import { updateFlow } from '../store.ts';
import { leaveToPerson } from './call-person.ts';
import { openRunsOf } from './runs.store.ts';
import { endRun } from './start-run.ts';

const batchSize = 50;

/** Ends the open runs of a flow that was archived or deleted, in short transactions. */
export const endRuns = defineJob({
  name: 'end the runs of a flow',
  input: z.object({ flowId: z.string(), code: z.string(), message: z.string() }),
  async run({ platform, workspaceId, input: { flowId, ...reason } }) {
    for (let left = true; left; ) {
      left = await platform.workFor(workspaceId ?? '', systemActor, async (work) => {
        const rows = await openRunsOf(work.db, work.workspace.id, flowId, batchSize);
        for (const row of rows) {
          await endRun(work, row, 'INTERRUPTED', reason);
          await leaveToPerson(work, row);
        }
        return rows.length === batchSize;
      });
    }
  },
});

/** Marks a flow as deleted and ends its runs. `purgeFlows` removes its rows later. */
export async function deleteFlow(work: Work, flowId: string): Promise<void> {
  await updateFlow(work.db, work.workspace.id, flowId, { deleted_at: work.now, is_on: 0, updated_at: work.now });
  await work.enqueue(endRuns, { flowId, code: 'flow_deleted', message: 'The flow was deleted' });
}
