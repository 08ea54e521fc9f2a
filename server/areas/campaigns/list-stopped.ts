import type { Extensions } from '../../platform/wiring.ts';

const mostListed = 20;

/** Campaigns that paused themselves, rather than by a person. */
export const listStoppedCampaigns: Extensions['stoppedParts'] = async ({ db, workspace }) => {
  const rows = await db
    .selectFrom('campaigns')
    .select(['id', 'name', 'status_reason', 'updated_at'])
    .where('workspace_id', '=', workspace.id)
    .where('status', '=', 'PAUSED')
    .where('status_reason', 'is not', null)
    .orderBy('updated_at', 'desc')
    .limit(mostListed)
    .execute();
  return rows.map(({ id, name, status_reason: reason, updated_at: since }) => ({
    ...{ part: 'campaign' as const, id, name, state: 'paused', since, reason, count: 1 },
  }));
};
