import { dayMs } from '../../../platform/durations.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Retention } from '../../../platform/work/retention.ts';

const keepMs = 90 * dayMs;

export const flowRetention: Retention[] = [
  { table: 'flow_runs', by: 'finished_at', keepMs, key: ['id'] },
  // No provider reports a message again after so long.
  { table: 'flow_decisions', by: 'created_at', keepMs: 3 * dayMs, key: ['message_id'] },
  { table: 'flow_starts', by: 'created_at', keepMs, key: ['seq'] },
];

/** Deletes what is left of flows that were deleted 90 days ago. */
export async function purgeFlows(platform: Platform): Promise<void> {
  const before = new Date(platform.clock.now().getTime() - keepMs).toISOString();
  await platform.write(async ({ db }) => {
    const gone = db.selectFrom('flows').select('id').where('deleted_at', '<', before);
    await db.deleteFrom('flow_counts').where('flow_id', 'in', gone).execute();
    await db.deleteFrom('flow_versions').where('flow_id', 'in', gone).execute();
    await db.deleteFrom('flows').where('deleted_at', '<', before).execute();
  });
}
