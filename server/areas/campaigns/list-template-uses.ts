import type { TemplateSearch } from '../templates/index.ts';

/** Lists the campaigns that have yet to send a template. */
export async function listTemplateUses({ db, workspaceId, template }: TemplateSearch) {
  const found = await db
    .selectFrom('campaigns')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('template_id', '=', template.id)
    .where('status', 'in', ['DRAFT', 'SCHEDULED', 'RUNNING', 'PAUSED'])
    .orderBy('name')
    .execute();
  return found.map((row) => ({ kind: 'CAMPAIGN' as const, ...row }));
}
