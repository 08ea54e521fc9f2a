import type { Extensions } from '../../../platform/wiring.ts';

const mostListed = 20;

/** Sources that could not be read, as a page that is gone: answers come from what was read last, or not at all. */
export const listStoppedSources: Extensions['stoppedParts'] = async ({ db, workspace }) => {
  const rows = await db
    .selectFrom('knowledge_sources')
    .select(['id', 'name', 'error_message', 'updated_at'])
    .where('workspace_id', '=', workspace.id)
    .where('status', '=', 'FAILED')
    .where('enabled', '=', 1)
    .orderBy('updated_at', 'desc')
    .limit(mostListed)
    .execute();
  return rows.map(({ id, name, error_message: reason, updated_at: since }) => ({
    ...{ part: 'source' as const, id, name, state: 'failing', since, reason, count: 1 },
  }));
};
