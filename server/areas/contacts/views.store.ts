import type { Db, Row, Table } from '../../platform/database/database.ts';
import { insertRow } from '../../platform/database/workspace-rows.ts';
import type { Work } from '../../platform/work/work.ts';
import type { ContactView } from './owner.schemas.ts';

declare module '../../platform/database/database.ts' {
  interface Tables {
    contact_views: Table<'contact_views'>;
  }
}

export const toView = ({ id, name, search, filter, created_at }: Row<'contact_views'>): ContactView => ({
  id,
  name,
  search,
  filter,
  createdAt: created_at,
});

/** The shop's own views, oldest first. */
export async function listViews(db: Db, workspaceId: string): Promise<ContactView[]> {
  const rows = await db
    .selectFrom('contact_views')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toView);
}

export async function insertView(
  work: Work,
  draft: { name: string; search: string; filter: string },
): Promise<ContactView> {
  const row = { ...draft, id: work.newId('cview'), workspace_id: work.workspace.id, created_at: work.now };
  return toView(await insertRow(work.db, 'contact_views', row));
}
