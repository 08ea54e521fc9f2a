import type { Platform } from '../../../platform/platform.ts';

const keptForMs = 90 * 86_400_000;
/** No message is told of again after so long. */
const decisionsKeptForMs = 3 * 86_400_000;
const batchSize = 500;

/** Forgets runs that ended 90 days ago, and what is left of deleted flows, in short transactions. */
export async function purgeFlows(platform: Platform): Promise<void> {
  const before = new Date(platform.clock.now().getTime() - keptForMs).toISOString();
  for (let left = true; left; ) {
    left = await platform.write(async ({ db }) => {
      const old = await db
        .selectFrom('flow_runs')
        .select('id')
        .where('finished_at', '<', before)
        .limit(batchSize)
        .execute();
      const ids = old.map(({ id }) => id);
      if (ids.length > 0) await db.deleteFrom('flow_runs').where('id', 'in', ids).execute();
      return ids.length === batchSize;
    });
  }
  const decidedBefore = new Date(platform.clock.now().getTime() - decisionsKeptForMs).toISOString();
  for (let left = true; left; ) {
    left = await platform.write(async ({ db }) => {
      const old = await db
        .selectFrom('flow_decisions')
        .select('message_id')
        .where('created_at', '<', decidedBefore)
        .limit(batchSize)
        .execute();
      const ids = old.map((row) => row.message_id);
      if (ids.length > 0) await db.deleteFrom('flow_decisions').where('message_id', 'in', ids).execute();
      return ids.length === batchSize;
    });
  }
  await platform.write(async ({ db }) => {
    const gone = db.selectFrom('flows').select('id').where('deleted_at', '<', before);
    await db.deleteFrom('flow_counts').where('flow_id', 'in', gone).execute();
    await db.deleteFrom('flow_versions').where('flow_id', 'in', gone).execute();
    await db.deleteFrom('flows').where('deleted_at', '<', before).execute();
    await db.deleteFrom('flow_starts').where('created_at', '<', before).execute();
  });
}
