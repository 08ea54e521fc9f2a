import { contains } from '../../platform/database/contains.ts';
import type { LinkSearch } from '../library/index.ts';

/** Lists the flows that have a link. */
export async function listLinkUses({ db, workspaceId, part }: LinkSearch) {
  const found = await db
    .selectFrom('flows')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .where(contains('steps', part))
    .execute();
  return found.map((row) => ({ kind: 'FLOW' as const, ...row }));
}
