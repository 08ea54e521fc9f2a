import type { LinkSearch } from '../library/index.ts';

/** Lists the campaigns with a file in the header of their template. */
export async function listLinkUses({ db, workspaceId, fileId }: LinkSearch) {
  const found = await db
    .selectFrom('campaigns')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('header_file_id', '=', fileId)
    .execute();
  return found.map((row) => ({ kind: 'CAMPAIGN' as const, ...row }));
}
