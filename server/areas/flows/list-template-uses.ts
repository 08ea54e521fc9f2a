import { contains } from '../../platform/database/contains.ts';
import type { TemplateSearch } from '../templates/index.ts';
import { stepsOf } from './store.ts';

/** Lists the flows with a step that sends a template. */
export async function listTemplateUses({ db, workspaceId, template: { name, language } }: TemplateSearch) {
  const found = await db
    .selectFrom('flows')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .where('archived_at', 'is', null)
    .where(contains('steps', name))
    .orderBy('name')
    .execute();
  const sending = found.filter((flow) =>
    stepsOf(flow).some((step) => {
      const template = step.type === 'message' ? step.config.template : undefined;
      return template?.name === name && template.language === language;
    }),
  );
  return sending.map((flow) => ({ kind: 'FLOW' as const, id: flow.id, name: flow.name }));
}
