import type { Extensions } from '../../platform/wiring.ts';

/** Channels whose vendor did not take the products at the last try. */
export const listStoppedProducts: Extensions['stoppedParts'] = async ({ db, workspace }) => {
  const rows = await db
    .selectFrom('platform_catalog_syncs as s')
    .innerJoin('channels as h', 'h.id', 's.channel_id')
    .select(['s.channel_id', 's.status', 's.error', 's.finished_at', 'h.name'])
    .where('s.workspace_id', '=', workspace.id)
    .where('h.deactivated_at', 'is', null)
    .orderBy('s.created_at', 'desc')
    .execute();
  const newest = [...Map.groupBy(rows, ({ channel_id: id }) => id).values()].flatMap(([row]) => row ?? []);
  return newest
    .filter(({ status }) => status === 'FAILED')
    .map(({ channel_id: id, name, error: reason, finished_at: since }) => ({
      ...{ part: 'products' as const, id, name, state: 'failing', since, reason, count: 1 },
    }));
};
