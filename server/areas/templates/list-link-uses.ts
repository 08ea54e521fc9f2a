import { contains } from '../../platform/database/contains.ts';
import type { Db } from '../../platform/database/database.ts';

/** Lists the templates that have a link. */
export async function listLinkUses({ db, workspaceId, part }: { db: Db; workspaceId: string; part: string }) {
  const found = await db
    .selectFrom('chat_templates')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where(contains('components', part))
    .execute();
  return found.map((row) => ({ kind: 'TEMPLATE' as const, ...row }));
}
